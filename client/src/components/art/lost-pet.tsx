import { SittingDog } from "./dog.tsx";
import { DogHead } from "./dog-head.tsx";
import { PawPrint, Picture, type PictureProps, paint, pen } from "./picture.tsx";

export function LostPetScene(props: PictureProps) {
  return (
    <Picture viewBox="0 0 390 310" width={390} height={310} {...props}>
      <path d="M12 282 C 60 254 330 254 378 282 C 386 300 310 306 195 306 C 80 306 4 300 12 282 Z" fill={paint.hill} />
      <g transform="translate(32 22)">
        <path
          d="M222 262 C 234 200 234 110 226 8 H 322 C 316 110 318 200 338 262 C 326 272 312 262 300 268 C 284 276 272 264 258 270 C 244 274 232 270 222 262 Z"
          fill={paint.trunk}
        />
        <path
          d="M244 26 C 246 50 246 66 244 84 M304 186 C 304 210 306 226 312 244 M250 206 C 250 222 248 236 244 248"
          stroke={paint.ink}
          opacity={0.2}
          {...pen}
          strokeWidth={4}
        />
        <g transform="translate(272 132) rotate(4)">
          <rect x={-50} y={-66} width={104} height={136} rx={6} fill={paint.ink} opacity={0.14} />
          <rect x={-54} y={-70} width={104} height={136} rx={6} fill={paint.paper} />
          <rect x={-44} y={-58} width={84} height={70} rx={6} fill={paint.sky} />
          <g transform="translate(-2 -20) scale(0.52)">
            <DogHead mood="calm" />
          </g>
          <path d="M-40 28 H 36 M-40 42 H 20" stroke={paint.paperLine} {...pen} strokeWidth={4.5} />
          <PawPrint x={30} y={50} scale={0.8} fill={paint.fur} />
          <circle cy={-68} cx={-2} r={5} fill={paint.tongue} />
        </g>
        <path
          d="M196 34 C 184 14 204 -10 228 -4 C 240 -26 284 -28 296 -8 C 326 -20 356 2 346 26 C 350 46 322 58 302 46 C 288 62 252 62 240 48 C 224 58 202 52 196 34 Z"
          fill={paint.leaf}
        />
        <path
          d="M222 16 C 226 8 234 4 242 4 M290 8 C 300 8 306 12 310 18"
          stroke={paint.leafDeep}
          {...pen}
          opacity={0.7}
        />
      </g>
      <ellipse cx={104} cy={288} rx={78} ry={7} fill={paint.leafDeep} opacity={0.35} />
      <g transform="translate(4 30)">
        <SittingDog look={1} mood="puzzled" />
      </g>
      <path d="M190 36 C 190 20 214 20 214 36 C 214 48 202 48 202 60" stroke={paint.amber} {...pen} strokeWidth={6} />
      <circle cx={202} cy={74} r={4.2} fill={paint.amber} />
      <path
        d="M26 286 L22 272 M33 286 L35 268 M40 287 L46 274 M206 296 L203 284 M213 296 L216 281"
        stroke={paint.leaf}
        {...pen}
      />
    </Picture>
  );
}

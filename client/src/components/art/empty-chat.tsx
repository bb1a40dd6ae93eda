import { Backdrop } from "./backdrop.tsx";
import { DogBust } from "./dog-bust.tsx";
import { paint } from "./paint.ts";
import { Picture, type PictureProps } from "./picture.tsx";

/** A dog that thinks of a bone. */
export function EmptyChat(props: PictureProps) {
  return (
    <Picture viewBox="0 0 240 190" width={240} height={190} {...props}>
      <Backdrop />
      <ellipse cx={112} cy={178} rx={92} ry={7} fill={paint.shade} />
      <DogBust look={0.8} turn={5} />
      <path
        d="M146 18 H 204 C 217 18 226 27 226 40 V 58 C 226 71 217 80 204 80 H 172 C 166 80 162 88 148 92 C 153 86 154 82 152 79 C 136 78 126 70 126 58 V 40 C 126 27 133 18 146 18 Z"
        fill={paint.paper}
      />
      <g transform="translate(176 49) rotate(-14)" fill={paint.amber}>
        <path d="M-17 -5 C -21 -13 -33 -9 -30 0 C -33 9 -21 13 -17 5 H 17 C 21 13 33 9 30 0 C 33 -9 21 -13 17 -5 Z" />
      </g>
      <g fill={paint.teal} opacity={0.9}>
        <path d="M178 112 H 214 C 222 112 228 118 228 126 V 132 C 228 139 223 144 216 145 C 216 148 218 151 221 153 C 214 153 209 149 207 146 H 178 C 170 146 164 140 164 132 V 126 C 164 118 170 112 178 112 Z" />
      </g>
      <g fill={paint.paper}>
        <circle cx={183} cy={129} r={3.4} />
        <circle cx={196} cy={129} r={3.4} />
        <circle cx={209} cy={129} r={3.4} />
      </g>
    </Picture>
  );
}

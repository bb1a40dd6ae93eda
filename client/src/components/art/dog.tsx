import { Tag } from "./collar-parts.tsx";
import { DogHead } from "./dog-head.tsx";
import { Picture, type PictureProps, paint, pen } from "./picture.tsx";

export function DogWithCollar(props: PictureProps) {
  return (
    <Picture viewBox="0 0 200 264" width={200} height={264} {...props}>
      <ellipse cx={102} cy={257} rx={82} ry={6} fill={paint.shade} />
      <SittingDog />
    </Picture>
  );
}

type DogProps = { level?: number; look?: number; mood?: "happy" | "puzzled" };

/** 200 by 262 units from the origin, feet on y = 258. */
export function SittingDog({ level = 0, look = 0, mood = "happy" }: DogProps) {
  return (
    <g>
      <path
        d="M146 226 C 168 230 186 214 184 190 C 183 178 171 174 167 183 C 163 192 164 204 150 206"
        fill={paint.fur}
      />
      <path
        d="M184 192 C 183 178 171 174 167 183 C 166 186 165 189 165 192 C 171 197 179 197 184 192 Z"
        fill={paint.furPale}
      />
      <path
        d="M68 116 C 60 142 42 168 36 206 C 31 238 44 256 66 258 L 134 258 C 156 256 169 238 164 206 C 158 168 140 142 132 116 Z"
        fill={paint.fur}
      />
      <path
        d="M36 206 C 40 190 54 184 66 194 C 80 206 80 244 66 258 C 44 256 31 238 36 206 Z"
        fill={paint.furDeep}
        opacity={0.5}
      />
      <path
        d="M164 206 C 160 190 146 184 134 194 C 120 206 120 244 134 258 C 156 256 169 238 164 206 Z"
        fill={paint.furDeep}
        opacity={0.5}
      />
      <Legs />
      <path
        d="M72 122 C 67 150 76 178 92 184 C 97 186 103 186 108 184 C 124 178 133 150 128 122 Z"
        fill={paint.furPale}
      />
      <Collar />
      <g transform={`translate(100 69) rotate(${look === 0 ? -4 : look * 5})`}>
        <DogHead look={look} mood={mood} />
      </g>
      <g transform="translate(100 152)">
        <Tag level={level} />
      </g>
    </g>
  );
}

function Legs() {
  return (
    <g>
      <path
        d="M78 176 C 74 200 76 222 74 240 C 66 241 61 247 62 253 C 62 256 65 258 68 258 H 97 V 190 Z"
        fill={paint.fur}
      />
      <path
        d="M122 176 C 126 200 124 222 126 240 C 134 241 139 247 138 253 C 138 256 135 258 132 258 H 103 V 190 Z"
        fill={paint.fur}
      />
      <path
        d="M62 253 C 61 245 68 239 80 239 C 92 239 97 244 97 251 V258 H68 C 65 258 62 256 62 253 Z"
        fill={paint.furPale}
      />
      <path
        d="M138 253 C 139 245 132 239 120 239 C 108 239 103 244 103 251 V258 H132 C 135 258 138 256 138 253 Z"
        fill={paint.furPale}
      />
      <path
        d="M74 250 V257 M85 250 V257 M126 250 V257 M115 250 V257"
        stroke={paint.furDeep}
        {...pen}
        strokeWidth={2.4}
        opacity={0.8}
      />
    </g>
  );
}

function Collar() {
  return (
    <g {...pen}>
      <path d="M71 121 C 84 134 116 134 129 121" stroke={paint.tealDeep} strokeWidth={13} />
      <path d="M71 119 C 84 132 116 132 129 119" stroke={paint.teal} strokeWidth={11} />
    </g>
  );
}

type DogBustProps = { look?: number; turn?: number; mood?: "happy" | "calm" | "puzzled" };

/** 130 by 150 units, cut off at y = 178 around x = 84. */
export function DogBust({ look = 0, turn = 0, mood = "happy" }: DogBustProps) {
  return (
    <g>
      <path d="M44 178 C 42 152 56 136 84 136 C 112 136 126 152 124 178 Z" fill={paint.fur} />
      <path d="M62 178 C 62 158 70 150 84 150 C 98 150 106 158 106 178 Z" fill={paint.furPale} />
      <path d="M56 147 C 68 158 100 158 112 147" stroke={paint.tealDeep} {...pen} strokeWidth={11} />
      <path d="M56 145.5 C 68 156.5 100 156.5 112 145.5" stroke={paint.teal} {...pen} strokeWidth={9.5} />
      <g transform={`translate(84 104) rotate(${turn}) scale(0.95)`}>
        <DogHead look={look} mood={mood} />
      </g>
    </g>
  );
}

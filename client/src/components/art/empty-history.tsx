import { Backdrop } from "./backdrop.tsx";
import { CatHead } from "./cat-head.tsx";
import { paint, pen } from "./paint.ts";
import { Picture, type PictureProps } from "./picture.tsx";

/** A cat asleep on a stack of blank letters. */
export function EmptyHistory(props: PictureProps) {
  return (
    <Picture viewBox="0 0 240 190" width={240} height={190} {...props}>
      <Backdrop />
      <ellipse cx={120} cy={179} rx={100} ry={7} fill={paint.shade} />
      <Envelope y={150} turn={1} />
      <Envelope y={126} turn={-2} />
      <path
        d="M62 122 C 54 84 88 62 128 66 C 176 68 202 92 198 122 C 196 130 188 132 180 132 H 82 C 72 132 64 130 62 122 Z"
        fill={paint.cat}
      />
      <path
        d="M150 70 C 148 77 148 82 150 87 M168 77 C 165 83 164 88 165 93 M183 89 C 179 94 177 98 177 103"
        stroke={paint.catDeep}
        {...pen}
        strokeWidth={5}
      />
      <path
        d="M190 124 C 214 128 214 142 196 142 C 172 142 150 138 124 136"
        stroke={paint.catDeep}
        {...pen}
        strokeWidth={15}
      />
      <path d="M138 138 C 133 137.5 128 137 124 136" stroke={paint.catPale} {...pen} strokeWidth={15} />
      <g transform="translate(84 92) rotate(-9) scale(0.82)">
        <CatHead mood="asleep" />
      </g>
      <g stroke={paint.furDeep} {...pen}>
        <path d="M140 44 H 152 L 140 58 H 152" />
        <path d="M164 20 H 180 L 164 38 H 180" strokeWidth={3.6} />
      </g>
    </Picture>
  );
}

function Envelope({ y, turn }: { y: number; turn: number }) {
  return (
    <g transform={`translate(120 ${y}) rotate(${turn})`}>
      <rect x={-88} y={-2} width={176} height={26} rx={6} fill={paint.paperShade} />
      <rect x={-88} y={-4} width={176} height={24} rx={6} fill={paint.paper} />
      <path d="M-80 0 L -8 14 C -3 15 3 15 8 14 L 80 0" stroke={paint.paperLine} {...pen} strokeWidth={2.6} />
    </g>
  );
}

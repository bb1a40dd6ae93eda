import { Backdrop } from "./backdrop.tsx";
import { DogBust } from "./dog-bust.tsx";
import { paint, pen } from "./paint.ts";
import { Picture, type PictureProps } from "./picture.tsx";

/** A dog beside a paper with a bite in it. */
export function EmptyDocuments(props: PictureProps) {
  return (
    <Picture viewBox="0 0 252 190" width={252} height={190} {...props}>
      <Backdrop />
      <ellipse cx={120} cy={176} rx={100} ry={7} fill={paint.shade} />
      <g transform="rotate(-7 76 110)">
        <path
          d="M30 44 Q30 36 38 36 H 112 Q120 36 120 44 V 166 Q120 174 112 174 H 38 Q30 174 30 166 Z"
          fill={paint.paperShade}
        />
      </g>
      <path
        d="M40 38 Q40 30 48 30 H 92 C 91 38 97 43 104 40 C 102 49 110 55 118 51 C 117 59 123 64 130 62 V 164 Q130 172 122 172 H 48 Q40 172 40 164 Z"
        fill={paint.paper}
      />
      <path
        d="M56 58 H 84 M56 76 H 112 M56 94 H 112 M56 112 H 98 M56 130 H 104"
        stroke={paint.paperLine}
        {...pen}
        strokeWidth={4}
      />
      <g transform="translate(78 -1)">
        <DogBust mood="puzzled" look={-0.6} turn={-5} />
        <path d="M66 132 L 84 128 L 97 135 L 92 150 L 80 145 L 70 151 Z" fill={paint.paperShade} />
        <path d="M74 138 L 88 136" stroke={paint.paperLine} {...pen} />
      </g>
      <g fill={paint.paper}>
        <path d="M104 20 L 114 16 L 117 26 L 108 29 Z" />
        <path d="M126 34 L 133 28 L 138 36 L 131 41 Z" />
        <path d="M120 8 L 125 6 L 127 11 L 122 13 Z" />
      </g>
    </Picture>
  );
}

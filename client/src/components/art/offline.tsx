import { CatHead } from "./cat-head.tsx";
import { Backdrop, Picture, type PictureProps, paint, pen } from "./picture.tsx";

export function OfflinePicture(props: PictureProps) {
  return (
    <Picture viewBox="-16 0 292 190" width={292} height={190} {...props}>
      <Backdrop x={10} />
      <ellipse cx={130} cy={176} rx={108} ry={7} fill={paint.shade} />
      <path d="M78 176 C 72 132 92 108 130 108 C 168 108 188 132 182 176 Z" fill={paint.cat} />
      <path d="M104 176 C 102 146 110 130 130 130 C 150 130 158 146 156 176 Z" fill={paint.catPale} />
      <path d="M100 121 C 113 131 147 131 160 121" stroke={paint.fur} {...pen} strokeWidth={9} />
      <g transform="translate(130 72)">
        <CatHead mood="wide" look={0.5} />
      </g>
      <g {...pen}>
        <path d="M-10 150 C 8 132 22 178 60 160" stroke={paint.tealDeep} strokeWidth={7} />
        <path d="M60 160 L 68 150 M60 160 L 73 158 M60 160 L 71 167" stroke={paint.amber} />
        <path d="M200 162 C 210 156 218 170 232 160" stroke={paint.tealDeep} strokeWidth={7} />
        <path d="M200 162 L 191 153 M200 162 L 187 162 M200 162 L 190 170" stroke={paint.amber} />
      </g>
      <g transform="translate(232 160) rotate(-24)">
        <path
          d="M0 -11 H 14 C 22 -11 27 -6 27 0 C 27 6 22 11 14 11 H 0 C -4 11 -6 8 -6 5 V -5 C -6 -8 -4 -11 0 -11 Z"
          fill={paint.teal}
        />
        <path d="M28 -5 H 39 M28 5 H 39" stroke={paint.amberDeep} {...pen} strokeWidth={4} />
      </g>
      <path
        d="M92 178 C 90 164 96 156 106 156 C 116 156 121 164 119 178 Z M141 178 C 139 164 144 156 154 156 C 164 156 170 164 168 178 Z"
        fill={paint.cat}
      />
      <path
        d="M91 178 C 90 170 96 166 106 166 C 116 166 120 170 119 178 Z M141 178 C 140 170 144 166 154 166 C 164 166 169 170 168 178 Z"
        fill={paint.catPale}
      />
      <path
        d="M102 171 V177 M110 171 V177 M150 171 V177 M158 171 V177"
        stroke={paint.catDeep}
        {...pen}
        strokeWidth={2.2}
        opacity={0.7}
      />
    </Picture>
  );
}

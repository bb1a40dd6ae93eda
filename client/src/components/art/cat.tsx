import { CatHead } from "./cat-head.tsx";
import { Tag } from "./collar-parts.tsx";
import { Picture, type PictureProps, paint, pen } from "./picture.tsx";

export function CatWithCollar(props: PictureProps) {
  return (
    <Picture viewBox="0 0 200 242" width={200} height={242} {...props}>
      <ellipse cx={106} cy={235} rx={80} ry={6} fill={paint.shade} />
      <path
        d="M138 222 C 170 232 190 208 178 182 C 170 164 180 152 190 158"
        stroke={paint.cat}
        {...pen}
        strokeWidth={17}
      />
      <path d="M180 164 C 180 156 185 155 190 158" stroke={paint.catPale} {...pen} strokeWidth={17} />
      <path
        d="M66 104 C 56 132 42 158 40 192 C 38 220 52 236 74 236 L 126 236 C 148 236 162 220 160 192 C 158 158 144 132 134 104 Z"
        fill={paint.cat}
      />
      <path
        d="M45 172 C 52 170 58 172 63 176 M41 190 C 49 187 56 188 62 192 M155 172 C 148 170 142 172 137 176 M159 190 C 151 187 144 188 138 192"
        stroke={paint.catDeep}
        {...pen}
        strokeWidth={5}
      />
      <path
        d="M82 164 C 78 190 80 210 78 222 C 70 223 66 228 66 232 C 66 235 69 236 72 236 H98 V 176 Z"
        fill={paint.cat}
      />
      <path
        d="M118 164 C 122 190 120 210 122 222 C 130 223 134 228 134 232 C 134 235 131 236 128 236 H102 V 176 Z"
        fill={paint.cat}
      />
      <path
        d="M76 112 C 70 138 78 164 92 170 C 97 172 103 172 108 170 C 122 164 130 138 124 112 Z"
        fill={paint.catPale}
      />
      <path
        d="M66 232 C 65 225 71 220 82 220 C 92 220 98 224 98 230 V236 H72 C 69 236 66 235 66 232 Z"
        fill={paint.catPale}
      />
      <path
        d="M134 232 C 135 225 129 220 118 220 C 108 220 102 224 102 230 V236 H128 C 131 236 134 235 134 232 Z"
        fill={paint.catPale}
      />
      <path
        d="M77 229 V235 M87 229 V235 M123 229 V235 M113 229 V235"
        stroke={paint.catDeep}
        {...pen}
        strokeWidth={2.4}
        opacity={0.7}
      />
      <g {...pen}>
        <path d="M71 111 C 84 123 116 123 129 111" stroke={paint.furDeep} strokeWidth={12} />
        <path d="M71 109 C 84 121 116 121 129 109" stroke={paint.fur} strokeWidth={10} />
      </g>
      <g transform="translate(100 64)">
        <CatHead />
      </g>
      <g transform="translate(100 140)">
        <Tag />
      </g>
    </Picture>
  );
}

import { Backdrop } from "./backdrop.tsx";
import { DogHead } from "./dog-head.tsx";
import { paint, pen } from "./paint.ts";
import { PawPrint } from "./paw-print.tsx";
import { Picture, type PictureProps } from "./picture.tsx";

/** A dog behind a diary with blank pages. */
export function EmptyDiary(props: PictureProps) {
  return (
    <Picture viewBox="0 0 240 190" width={240} height={190} {...props}>
      <Backdrop />
      <ellipse cx={120} cy={179} rx={98} ry={7} fill={paint.shade} />
      <g transform="translate(120 62) scale(0.92)">
        <DogHead mood="calm" />
      </g>
      <path
        d="M120 104 C 92 90 56 88 24 94 V 172 C 56 166 92 168 120 182 C 148 168 184 166 216 172 V 94 C 184 88 148 90 120 104 Z"
        fill={paint.tealDeep}
      />
      <path d="M120 98 C 94 84 60 82 32 87 V 164 C 60 159 94 161 120 174 Z" fill={paint.paper} />
      <path d="M120 98 C 146 84 180 82 208 87 V 164 C 180 159 146 161 120 174 Z" fill={paint.paper} />
      <path
        d="M120 98 C 113 94 105 91 97 89 V 165 C 105 167 113 170 120 174 C 127 170 135 167 143 165 V 89 C 135 91 127 94 120 98 Z"
        fill={paint.paperShade}
        opacity={0.65}
      />
      <path d="M120 98 V 174" stroke={paint.paperLine} {...pen} strokeWidth={2.4} />
      <path
        d="M48 106 C 60 104 72 104 84 107 M48 121 C 60 119 72 119 84 122 M48 136 C 58 134 66 134 72 136"
        stroke={paint.paperLine}
        {...pen}
      />
      <PawPrint x={176} y={124} scale={1.5} turn={8} fill={paint.fur} opacity={0.85} />
      <path d="M115 171 V189 L120 184 L125 189 V171 L120 174 Z" fill={paint.tongue} />
      <Paws />
    </Picture>
  );
}

function Paws() {
  return (
    <g>
      <path d="M57 82 C 56 96 61 103 70 103 C 79 103 84 96 83 84 C 75 82 66 82 57 82 Z" fill={paint.furPale} />
      <path
        d="M183 82 C 184 96 179 103 170 103 C 161 103 156 96 157 84 C 165 82 174 82 183 82 Z"
        fill={paint.furPale}
      />
      <path
        d="M66 94 V101 M74 94 V101 M166 94 V101 M174 94 V101"
        stroke={paint.furDeep}
        {...pen}
        strokeWidth={2.2}
        opacity={0.8}
      />
    </g>
  );
}

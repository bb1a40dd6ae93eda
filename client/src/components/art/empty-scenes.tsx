import { CatHead } from "./cat-head.tsx";
import { DogBust } from "./dog.tsx";
import { DogHead } from "./dog-head.tsx";
import { Backdrop, PawPrint, Picture, type PictureProps, paint, pen } from "./picture.tsx";

export function EmptyChatScene(props: PictureProps) {
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

export function EmptyDiaryScene(props: PictureProps) {
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

export function EmptyDocumentsScene(props: PictureProps) {
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

export function EmptyHistoryScene(props: PictureProps) {
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

import { paint, pen } from "./paint.ts";
import { PawPrint } from "./paw-print.tsx";

/** A letter of 260 by 290 units around the origin, signed with a paw print. */
export function Letter() {
  return (
    <g>
      <path d="M-124 -136 L 136 -142 L 136 156 L -120 156 Z" fill={paint.ink} opacity={0.09} />
      <path
        d="M-130 -136 Q -130 -146 -120 -146 H 122 Q 132 -146 132 -136 V 106 L 92 148 H -120 Q -130 148 -130 138 Z"
        fill={paint.paper}
      />
      <path d="M132 106 L 92 148 C 97 134 97 122 94 112 C 106 115 120 113 132 106 Z" fill={paint.paperShade} />
      <text
        x={-102}
        y={-78}
        fill={paint.ink}
        style={{
          fontFamily: "var(--face-display)",
          fontSize: 34,
          fontWeight: 600,
          fontVariationSettings: '"SOFT" 100',
        }}
      >
        Dear human,
      </text>
      <g stroke={paint.paperLine} {...pen} strokeWidth={4}>
        {LINES.map((line) => (
          <path key={line} d={line} />
        ))}
      </g>
      <path
        d="M-102 106 C -92 92 -86 92 -88 104 C -90 116 -76 108 -70 100 C -66 96 -62 100 -66 106 C -68 112 -56 108 -48 100"
        stroke={paint.furDeep}
        {...pen}
        strokeWidth={4}
      />
      <PawPrint x={-14} y={102} scale={1.7} turn={-10} fill={paint.fur} />
    </g>
  );
}

/** Handwriting: runs of small waves of different lengths, word by word. */
const LINES = [
  words(-102, -40, [7, 4, 9]),
  words(-102, -10, [4, 8, 5, 3]),
  words(-102, 20, [6, 3, 10]),
  words(-102, 50, [9, 5]),
];

function words(left: number, y: number, lengths: number[]): string {
  let x = left;
  return lengths
    .map((length) => {
      const word = `M${x} ${y} ${"q 2.25 -7 4.5 0 t 4.5 0 ".repeat(length - 1)}`;
      x += (length - 1) * 9 + 15;
      return word;
    })
    .join(" ");
}

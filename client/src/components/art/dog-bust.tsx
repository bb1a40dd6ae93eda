import { DogHead } from "./dog-head.tsx";
import { paint, pen } from "./paint.ts";

type DogBustProps = { look?: number; turn?: number; mood?: "happy" | "calm" | "puzzled" };

/** Head, collar and chest of the dog, 130 by 150 units, cut off at y = 178 around x = 84. */
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

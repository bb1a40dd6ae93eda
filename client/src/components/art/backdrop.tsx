import { paint } from "./paint.ts";

/** The soft patch behind a small scene, 240 by 190 units, so that pale paper stands out from a pale card. */
export function Backdrop({ x = 0 }: { x?: number }) {
  return (
    <path
      transform={`translate(${x} 0)`}
      d="M18 108 C 14 58 54 14 112 12 C 172 10 224 44 226 102 C 227 132 222 156 212 176 H 28 C 20 156 20 132 18 108 Z"
      fill={paint.sky}
    />
  );
}

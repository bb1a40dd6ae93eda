import { useId } from "react";
import { paint, pen } from "./picture.tsx";

/** 26 units across, around the origin; its ring hangs from (0,-15). `level`, 0..1: how loud the pet speaks. */
export function Tag({ level = 0 }: { level?: number }) {
  const loud = Math.min(1, Math.max(0, level));
  const glow = useId();
  return (
    <g>
      <radialGradient id={glow}>
        <stop offset="35%" stopColor={paint.glow} stopOpacity={0.95} />
        <stop offset="100%" stopColor={paint.glow} stopOpacity={0} />
      </radialGradient>
      <circle r={18 + loud * 18} fill={`url(#${glow})`} opacity={loud} />
      <circle cy={-14.5} r={4} stroke={paint.amberDeep} strokeWidth={2.4} fill="none" />
      <circle r={13} fill={paint.amberDeep} />
      <circle r={13} cy={-1.2} fill={paint.amber} />
      <circle r={13} cy={-1.2} fill={paint.furPale} opacity={loud * 0.55} />
      <g fill={paint.ink} opacity={0.82}>
        <circle cy={-1.2} r={1.7} />
        {[0, 60, 120, 180, 240, 300].map((angle) => (
          <circle key={angle} cy={-1.2} r={1.45} transform={`rotate(${angle} 0 -1.2) translate(0 -5.6)`} />
        ))}
      </g>
      <SoundArcs loud={loud} />
    </g>
  );
}

function SoundArcs({ loud }: { loud: number }) {
  return (
    <g stroke={paint.amber} {...pen}>
      <path d="M-20 -10 A 22 22 0 0 0 -20 9 M20 -10 A 22 22 0 0 1 20 9" opacity={fade(loud, 0.1)} />
      <path d="M-28 -15 A 32 32 0 0 0 -28 14 M28 -15 A 32 32 0 0 1 28 14" opacity={fade(loud, 0.5)} />
    </g>
  );
}

function fade(loud: number, from: number): number {
  return Math.min(1, Math.max(0, (loud - from) * 3));
}

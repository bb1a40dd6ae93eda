import { useEffect, useState } from "react";

const BARS = 60;
const TICK_MS = 80;
/** Milliseconds between bars where the person prefers reduced motion. */
const CALM_TICK_MS = 1000;
const FLOOR = 0.08;

/** Bars for the loudness of the last moments, the newest on the right. */
export function Waveform({ level }: { level: () => number }) {
  const [bars, setBars] = useState<{ at: number; height: number }[]>([]);
  useEffect(() => {
    const isCalm = window.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
    let at = 0;
    const timer = setInterval(
      () => {
        at += 1;
        const bar = { at, height: Math.max(FLOOR, level()) };
        setBars((before) => [...before.slice(1 - BARS), bar]);
      },
      isCalm ? CALM_TICK_MS : TICK_MS,
    );
    return () => clearInterval(timer);
  }, [level]);
  return (
    <span aria-hidden="true" className="flex h-8 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-hidden">
      {bars.map(({ at, height }) => (
        <span
          key={at}
          className="w-[3px] shrink-0 rounded-full bg-secondary"
          style={{ height: `${Math.round(height * 100)}%` }}
        />
      ))}
    </span>
  );
}

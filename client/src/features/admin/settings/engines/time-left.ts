import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "react";

/** How far a fetch was, in bytes, at a time in milliseconds. */
export interface FetchSample {
  at: number;
  completed: number;
}

/** The pace of the last half minute counts. */
const WINDOW_MS = 30_000;
/** A shorter time says little of the pace. */
const SHORTEST_MS = 4_000;

/** In words; null while it is not known. */
export function timeLeft(samples: readonly FetchSample[], total: number): string | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < SHORTEST_MS) return null;
  const pace = (last.completed - first.completed) / (last.at - first.at);
  if (pace <= 0) return null;
  const minutes = (total - last.completed) / pace / 60_000;
  if (minutes < 1) return t`less than a minute left`;
  if (minutes >= 90)
    return plural(Math.round(minutes / 60), { one: "about one hour left", other: "about # hours left" });
  return plural(Math.round(minutes), { one: "about one minute left", other: "about # minutes left" });
}

/** How long a fetch still takes at its pace; null while that is not known. */
export function useTimeLeft({ completed, total }: { completed: number; total: number }): string | null {
  const [samples, setSamples] = useState<readonly FetchSample[]>([]);
  useEffect(() => {
    const at = Date.now();
    setSamples((before) => [...before.filter((sample) => at - sample.at < WINDOW_MS), { at, completed }]);
  }, [completed]);
  return timeLeft(samples, total);
}

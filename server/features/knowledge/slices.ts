import { setImmediate as nextTurn } from "node:timers/promises";

/** Whoever works in the thread that also serves every open stream pauses after this time to let them go on. */
const SLICE_MS = 8;

/** To be waited for after each small piece of work. */
export type Rest = () => Promise<void> | undefined;

export function startSlices(): Rest {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}

import { setImmediate as nextTurn } from "node:timers/promises";

export type SlicedWork<Result> = Generator<undefined, Result>;

export async function inSlices<Result>(work: SlicedWork<Result>): Promise<Result> {
  let slice = work.next();
  while (!slice.done) {
    await nextTurn();
    slice = work.next();
  }
  return slice.value;
}

export function atOnce<Result>(work: SlicedWork<Result>): Result {
  let slice = work.next();
  while (!slice.done) slice = work.next();
  return slice.value;
}

/** Work on the thread of all streams pauses after this time. */
const SLICE_MS = 8;

type Rest = () => Promise<void> | undefined;

export function startSlices(): Rest {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}

import { setImmediate as nextTurn } from "node:timers/promises";

/** Work that yields after each small piece: counted in what is worked through and not in time, so that tests can count too. */
export type SlicedWork<Result> = Generator<undefined, Result>;

/** Lets requests have their turn after each piece. */
export async function inSlices<Result>(work: SlicedWork<Result>): Promise<Result> {
  let slice = work.next();
  while (!slice.done) {
    await nextTurn();
    slice = work.next();
  }
  return slice.value;
}

/** Without pauses, for tests and benchmarks. */
export function atOnce<Result>(work: SlicedWork<Result>): Result {
  let slice = work.next();
  while (!slice.done) slice = work.next();
  return slice.value;
}

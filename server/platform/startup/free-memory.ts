import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** By then the first jobs are done. */
const SETTLED_MS = 5_000;
/** What is freed leaves gaps, which the next time closes. */
const TIMES = 2;

/**
 * Frees what only the start needed. V8 itself keeps it until it needs the room, which it never does in a server that has
 * little to do. Nothing else runs meanwhile, for about a tenth of a second each time.
 * @param isBusy whether somebody would notice
 */
export async function freeMemoryOfStart(isBusy: () => boolean, settledMs = SETTLED_MS): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  for (let time = 0; time < TIMES; time += 1) {
    await sleep(settledMs, undefined, { ref: false });
    if (typeof collect === "function" && !isBusy()) collect();
  }
}

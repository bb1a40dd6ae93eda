import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The first jobs are done by then. */
const SETTLED_MS = 5_000;
/** The second time closes gaps that the first one left. */
const TIMES = 2;

/** V8 keeps what only the start needed until it needs the room. Each collection blocks for a tenth of a second. */
export async function freeMemoryOfStart(isBusy: () => boolean, settledMs = SETTLED_MS): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  for (let time = 0; time < TIMES; time += 1) {
    await sleep(settledMs, undefined, { ref: false });
    if (typeof collect === "function" && !isBusy()) collect();
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseUnavailable } from "./unavailable.ts";

/** A database that is restarted is back within seconds; a person who looks on waits no longer than this. */
const RETRY_FOR_MS = 15_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

/**
 * Does again what failed because the database can't be reached. For what would be lost otherwise, and is the same when it
 * is done twice: an answer that got lost may stand for a deed that was done.
 */
export async function retryWhileUnavailable<Result>(
  work: () => Promise<Result>,
  retryForMs = RETRY_FOR_MS,
  onWait: () => void = () => {},
): Promise<Result> {
  const deadline = performance.now() + retryForMs;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() + wait > deadline) throw error;
      onWait();
      await sleep(wait);
    }
  }
}

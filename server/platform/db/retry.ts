import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseUnavailable } from "./unavailable.ts";

/** A database that is restarted is back within seconds; longer than this nobody waits in front of a screen. */
const RETRY_FOR_MS = 15_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

/**
 * Repeats `work` while it fails because the database can't be reached. Only for work that has the same effect when it is
 * done twice: where just the database's answer was lost, it was done already.
 * @param retryForMs how long after the first call it is still repeated
 * @param onWait called before each repetition
 * @throws the last error
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

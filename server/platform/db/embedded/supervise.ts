import { setTimeout as sleep } from "node:timers/promises";

const CHECK_EVERY_MS = 2_000;
const RETRY_AFTER_MS = 3_000;

export interface SupervisedServer {
  isRunning(): Promise<boolean>;
  /** Tried again some seconds after it rejects. */
  restart(): Promise<void>;
  log: (message: string) => void;
}

/**
 * Checks every two seconds whether something still runs, and restarts it when it does not.
 * @returns ends the supervision, after a check or restart that is under way
 */
export function supervise({ isRunning, restart, log }: SupervisedServer): () => Promise<void> {
  const ending = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);

  async function checkAgainAndAgain(): Promise<void> {
    for (;;) {
      await pause(CHECK_EVERY_MS);
      if (ending.signal.aborted) return;
      if (await isRunning()) continue;
      if (ending.signal.aborted) return;
      await restart().catch(async (error: unknown) => {
        log(String(error));
        await pause(RETRY_AFTER_MS);
      });
    }
  }

  const checking = checkAgainAndAgain();
  return async () => {
    ending.abort();
    await checking;
  };
}

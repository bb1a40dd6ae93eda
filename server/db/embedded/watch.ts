import { setTimeout as sleep } from "node:timers/promises";

const EVERY_MS = 2_000;
const AGAIN_MS = 3_000;

export interface Watched {
  isThere(): Promise<boolean>;
  /** Rejects where it can't be had; then it is tried again. */
  bringBack(): Promise<void>;
  log: (message: string) => void;
}

/** Looks now and then whether something is still there, and brings it back. @returns how to end it; what is under way is waited for */
export function keepThere({ isThere, bringBack, log }: Watched): () => Promise<void> {
  const ending = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);

  async function watch(): Promise<void> {
    for (;;) {
      await pause(EVERY_MS);
      if (ending.signal.aborted) return;
      if (await isThere()) continue;
      if (ending.signal.aborted) return;
      await bringBack().catch(async (error: unknown) => {
        log(String(error));
        await pause(AGAIN_MS);
      });
    }
  }

  const watching = watch();
  return async () => {
    ending.abort();
    await watching;
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { entry } from "../../entry.ts";
import { type AzureAccount, withoutKey } from "../azure/sdk.ts";
import {
  RECORDING_RATE,
  RecognitionError,
  type RecognitionErrorCode,
  type Recording,
  type SpeechRecognizer,
} from "./recognition.ts";

/** Milliseconds. */
interface Timing {
  /** Time limit of each of the two tries, in addition to the length of the recording. */
  answer: number;
  /** Wait before the second try, when the service is busy or closed the connection. */
  backoff: number;
}

const usual: Timing = { answer: 20_000, backoff: 1_000 };

export interface AzureAttempt extends Recording {
  readonly kind: "recognize";
  readonly id: number;
  readonly account: AzureAccount;
}
export type AzureMessage = AzureAttempt | { readonly kind: "stop"; readonly id: number };

/** `again`: whether another try may help. */
export type AzureOutcome = { readonly id: number } & (
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "failed"; readonly code: RecognitionErrorCode; readonly message: string; readonly again: boolean }
);

/** Azure Speech or its container, in a thread that starts with the first recording and is replaced when it dies. */
export function createAzureRecognizer(account: AzureAccount, given: Partial<Timing> = {}): SpeechRecognizer {
  const timing = { ...usual, ...given };
  const waiting = new Map<number, (outcome: AzureOutcome | Error) => void>();
  let worker: Worker | null = null;
  let lastId = 0;

  function started(): Worker {
    const { url, execArgv } = entry(import.meta.url, "./azure-worker");
    const own = new Worker(url, { execArgv, name: "recognition" });
    const fail = (cause: string) => {
      if (worker !== own) return;
      worker = null;
      void own.terminate();
      for (const settle of waiting.values()) settle(new RecognitionError("unavailable", `the thread ${cause}`));
    };
    own.on("message", (outcome: AzureOutcome) => waiting.get(outcome.id)?.(outcome));
    own.on("error", (error) => fail(`failed: ${error.message}`));
    own.on("exit", (code) => fail(`ended with code ${code}`));
    return own;
  }

  async function once(recording: Recording, signal: AbortSignal): Promise<AzureOutcome> {
    worker ??= started();
    const own = worker;
    // Held only while it works: an idle thread must not keep the process alive.
    own.ref();
    lastId += 1;
    const id = lastId;
    const limit = timing.answer + (recording.samples.length / RECORDING_RATE) * 1000;
    let settle: (outcome: AzureOutcome | Error) => void = () => undefined;
    const outcome = new Promise<AzureOutcome>((resolve, reject) => {
      settle = (settled) => (settled instanceof Error ? reject(settled) : resolve(settled));
    });
    const giveUp = (reason: Error) => {
      own.postMessage({ kind: "stop", id } satisfies AzureMessage);
      settle(reason);
    };
    const onAbort = () => giveUp(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    const timer = setTimeout(() => giveUp(new RecognitionError("timeout", `no text after ${limit} ms`)), limit);
    signal.addEventListener("abort", onAbort, { once: true });
    waiting.set(id, settle);
    own.postMessage({ kind: "recognize", id, account, ...recording } satisfies AzureMessage);
    try {
      return await outcome;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      waiting.delete(id);
      if (waiting.size === 0) own.unref();
    }
  }

  return {
    engine: { kind: "azure", name: "Azure Speech" },
    async recognize(recording, signal) {
      for (let attempt = 0; ; attempt += 1) {
        signal.throwIfAborted();
        const outcome = await once(recording, signal);
        if (outcome.kind === "text") return outcome.text;
        if (!outcome.again || attempt > 0)
          throw new RecognitionError(outcome.code, withoutKey(outcome.message, account));
        await sleep(timing.backoff, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}

import { Worker } from "node:worker_threads";
import { entry } from "#server/platform/threads/entry.ts";
import type { AzureAccount } from "../azure/sdk.ts";
import { type OnPartial, RecognitionError, type RecognitionErrorCode } from "./recognition.ts";

type Samples = Int16Array<ArrayBuffer>;

export type AzureCommand = { readonly id: number } & (
  | { readonly kind: "begin"; readonly account: AzureAccount; readonly language: string }
  | { readonly kind: "sound"; readonly samples: Samples }
  | { readonly kind: "end" }
  | { readonly kind: "stop" }
);

export type AzureOutcome =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "failed"; readonly code: RecognitionErrorCode; readonly message: string; readonly again: boolean };

export type AzureEvent = { readonly id: number } & (AzureOutcome | AzurePartial);

export interface AzurePartial {
  readonly kind: "partial";
  readonly text: string;
  readonly finalSeconds?: number;
}

export interface AzureAttempt {
  write(samples: Samples): void;
  end(): void;
  giveUp(reason: Error): void;
  readonly outcome: Promise<AzureOutcome>;
}

interface AzureSpeech {
  account: AzureAccount;
  language: string;
  onPartial: OnPartial;
}

interface UnderWay {
  settle(outcome: AzureOutcome | Error): void;
  onPartial: OnPartial;
}

/** Starts with the first speech and is replaced when it dies. */
export function createAzureThread(): { begin(speech: AzureSpeech): AzureAttempt } {
  const underWay = new Map<number, UnderWay>();
  let worker: Worker | null = null;
  let lastId = 0;

  function startWorker(): Worker {
    const { url, execArgv } = entry(import.meta.url, "./azure-worker");
    const own = new Worker(url, { execArgv, name: "recognition" });
    const fail = (cause: string) => {
      if (worker !== own) return;
      worker = null;
      void own.terminate();
      for (const { settle } of underWay.values()) settle(new RecognitionError("unavailable", `the thread ${cause}`));
    };
    own.on("message", (event: AzureEvent) => {
      if (event.kind === "partial") underWay.get(event.id)?.onPartial(event.text, event.finalSeconds);
      else underWay.get(event.id)?.settle(event);
    });
    own.on("error", (error) => fail(`failed: ${error.message}`));
    own.on("exit", (code) => fail(`ended with code ${code}`));
    return own;
  }

  return {
    begin({ account, language, onPartial }) {
      worker ??= startWorker();
      const own = worker;
      // An idle thread must not keep the process alive.
      own.ref();
      lastId += 1;
      const id = lastId;
      const post = (message: AzureCommand) => own.postMessage(message);
      let settle: UnderWay["settle"] = () => undefined;
      const outcome = new Promise<AzureOutcome>((resolve, reject) => {
        settle = (settled) => {
          underWay.delete(id);
          if (underWay.size === 0) own.unref();
          if (settled instanceof Error) reject(settled);
          else resolve(settled);
        };
      });
      underWay.set(id, { settle, onPartial });
      post({ id, kind: "begin", account, language });
      return {
        write: (samples) => post({ id, kind: "sound", samples }),
        end: () => post({ id, kind: "end" }),
        giveUp(reason) {
          post({ id, kind: "stop" });
          settle(reason);
        },
        outcome,
      };
    },
  };
}

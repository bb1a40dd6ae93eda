import { Worker } from "node:worker_threads";
import { entry } from "../../entry.ts";
import { type EmbeddedVoice, embeddedVoice } from "./embedded-voices.ts";
import { plainText } from "./plain-text.ts";
import { SpeechError, type SpeechSynthesizer } from "./speech.ts";

export interface SynthesisJob {
  readonly text: string;
  readonly voice: EmbeddedVoice;
}

/** `missing`: the synthesizer, an optional package, is not installed. */
export type SynthesisResult =
  | { readonly kind: "clip"; readonly mp3: Uint8Array<ArrayBuffer> }
  | { readonly kind: "missing" | "failed"; readonly reason: string };

export interface EmbeddedSpeechOptions {
  /** Per utterance, from the moment it is its turn. The longest takes under 2 s. */
  readonly timeoutMs?: number;
  /** Replaced in tests, to play a thread that dies or hangs. */
  readonly startWorker?: () => Worker;
}

// Each takes some 20 ms: a longer queue would only be waited for in vain.
const MAX_WAITING = 200;

interface Waiting extends SynthesisJob {
  readonly signal: AbortSignal;
  readonly settle: (outcome: Uint8Array | Error) => void;
}

/** Speaks offline, in one worker thread that starts with the first utterance and is replaced when it dies. */
export function createEmbeddedSpeech(options: EmbeddedSpeechOptions = {}): SpeechSynthesizer {
  const timeoutMs = options.timeoutMs ?? 15_000;
  const startWorker = options.startWorker ?? startEmbeddedWorker;
  const waiting: Waiting[] = [];
  let worker: Worker | null = null;
  let busy = false;
  let closed = false;

  function next(): void {
    if (busy) return;
    const job = waiting.shift();
    if (!job) {
      worker?.unref();
      return;
    }
    if (job.signal.aborted) {
      next();
      return;
    }
    busy = true;
    void run(job).then((outcome) => {
      busy = false;
      job.settle(outcome);
      next();
    });
  }

  function run(job: Waiting): Promise<Uint8Array | SpeechError> {
    return new Promise((resolve) => {
      worker ??= watched(startWorker());
      const current = worker;
      // Held only while it works: an idle thread must not keep the process alive.
      current.ref();
      const finish = (outcome: Uint8Array | SpeechError, alive: boolean) => {
        clearTimeout(timer);
        current.off("message", onMessage).off("error", onError).off("exit", onExit);
        if (!alive) {
          worker = null;
          void current.terminate();
        }
        resolve(outcome);
      };
      // After a failure the engine's memory may be damaged, or it never loaded: a new thread takes over.
      const onMessage = (result: SynthesisResult) => finish(outcomeOf(result), result.kind !== "failed");
      const onError = (error: Error) => finish(unavailable(`the speech thread failed: ${error.message}`, error), false);
      const onExit = (code: number) => finish(unavailable(`the speech thread ended with code ${code}`), false);
      const timer = setTimeout(
        () => finish(new SpeechError("timeout", `no speech after ${timeoutMs} ms`), false),
        timeoutMs,
      );
      current.on("message", onMessage).on("error", onError).on("exit", onExit);
      current.postMessage({ text: job.text, voice: job.voice } satisfies SynthesisJob);
    });
  }

  function watched(started: Worker): Worker {
    started.on("error", () => undefined); // unheard, an idle thread's error would end the process
    started.on("exit", () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  return {
    engine: { kind: "embedded", name: "eSpeak NG" },

    synthesize({ text, voiceName }, signal) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (closed) throw unavailable("the synthesiser is closed");
        const voice = embeddedVoice(voiceName);
        if (!voice) throw new SpeechError("bad_voice", `no voice ${JSON.stringify(voiceName.slice(0, 80))}`);
        const line = plainText(text);
        if (line === "") return resolve(new Uint8Array(0));
        if (waiting.length >= MAX_WAITING) throw new SpeechError("rate_limited", `${MAX_WAITING} utterances wait`);
        const onAbort = () => job.settle(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
        const job: Waiting = {
          text: line,
          voice,
          signal,
          settle: (outcome) => {
            signal.removeEventListener("abort", onAbort);
            if (outcome instanceof Error) reject(outcome);
            else resolve(outcome);
          },
        };
        signal.addEventListener("abort", onAbort, { once: true });
        waiting.push(job);
        next();
      });
    },

    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.settle(unavailable("the synthesiser is closed"));
      await worker?.terminate();
    },
  };
}

function startEmbeddedWorker(): Worker {
  const { url, execArgv } = entry(import.meta.url, "./embedded-worker");
  return new Worker(url, { execArgv, name: "speech" });
}

function outcomeOf(result: SynthesisResult): Uint8Array | SpeechError {
  if (result.kind === "clip") return result.mp3;
  if (result.kind === "missing") return unavailable(`the offline synthesiser is not installed: ${result.reason}`);
  return unavailable(`the offline synthesiser failed: ${result.reason}`);
}

function unavailable(message: string, cause?: Error): SpeechError {
  return new SpeechError("unavailable", message, cause ? { cause } : undefined);
}

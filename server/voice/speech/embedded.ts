import { Worker } from "node:worker_threads";
import { entry } from "#server/platform/threads/entry.ts";
import { createThreads, JobTimeoutError } from "#server/platform/threads/threads.ts";
import { type EmbeddedVoice, embeddedVoice } from "./embedded-voices.ts";
import { plainText } from "./plain-text.ts";
import { SpeechError, type SpeechSynthesizer } from "./speech.ts";

export type SynthesisJob =
  | { readonly text: string; readonly voice: EmbeddedVoice }
  /** To be made an MP3. */
  | { readonly wav: Uint8Array<ArrayBuffer> };

/** `missing`: the synthesizer, an optional package, is not installed. */
export type SynthesisResult =
  | { readonly kind: "clip"; readonly mp3: Uint8Array<ArrayBuffer> }
  | { readonly kind: "missing" | "failed"; readonly reason: string };

export interface EmbeddedSpeechOptions {
  readonly timeoutMs?: number;
  readonly startWorker?: () => Worker;
}

// Each takes some 20 ms; whoever is further back would time out anyway.
const MAX_WAITING = 200;

export interface EmbeddedSpeech extends SpeechSynthesizer {
  /** The MP3 of another engine's WAV (16 bits), in this one's thread. Throws SpeechError. */
  encodeWav(wav: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Uint8Array>;
}

export function createEmbeddedSpeech(options: EmbeddedSpeechOptions = {}): EmbeddedSpeech {
  const { timeoutMs = 15_000, startWorker = startEmbeddedWorker } = options;
  const threads = createThreads<SynthesisJob, SynthesisResult>({
    start: startWorker,
    size: 1,
    jobMs: timeoutMs,
    // The engine's memory may be damaged, or it never loaded.
    isLastAnswer: ({ kind }) => kind === "failed",
    closedError: () => unavailable("the synthesizer is closed"),
  });

  async function ask(job: SynthesisJob, signal: AbortSignal): Promise<Uint8Array> {
    if (threads.waiting >= MAX_WAITING) throw new SpeechError("rate_limited", `${MAX_WAITING} utterances wait`);
    const result = await threads.ask(job, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw asSpeechError(error);
    });
    if (result.kind === "clip") return result.mp3;
    const what = result.kind === "missing" ? "is not installed" : "failed";
    throw unavailable(`the offline synthesizer ${what}: ${result.reason}`);
  }

  return {
    engine: { kind: "embedded", name: "eSpeak NG" },

    async synthesize({ text, voiceName }, signal) {
      signal.throwIfAborted();
      const voice = embeddedVoice(voiceName);
      if (!voice) throw new SpeechError("bad_voice", `no voice ${JSON.stringify(voiceName.slice(0, 80))}`);
      const utterance = plainText(text);
      if (utterance === "") return new Uint8Array(0);
      return ask({ text: utterance, voice }, signal);
    },

    encodeWav: (wav, signal) => ask({ wav }, signal),

    close: threads.close,
  };
}

function startEmbeddedWorker(): Worker {
  const { url, execArgv } = entry(import.meta.url, "./embedded-worker");
  return new Worker(url, { execArgv, name: "speech" });
}

function asSpeechError(error: unknown): SpeechError {
  if (error instanceof SpeechError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof JobTimeoutError) return new SpeechError("timeout", message, { cause: error });
  return unavailable(`the speech thread failed: ${message}`, error);
}

function unavailable(message: string, cause?: unknown): SpeechError {
  return new SpeechError("unavailable", message, { cause });
}

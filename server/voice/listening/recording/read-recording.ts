import { Worker } from "node:worker_threads";
import { entry } from "#server/platform/threads/entry.ts";
import { createThreads, JobTimeoutError } from "#server/platform/threads/threads.ts";
import { wavFile } from "#server/voice/recognition/recognition.ts";
import { RecordingRefusal, type RefusalReason, SAMPLE_RATE } from "./sound.ts";

export interface ReadingJob {
  readonly bytes: Uint8Array;
}

export type ReadingResult =
  | { readonly kind: "sound"; readonly samples: Int16Array<ArrayBuffer>; readonly secondsOfSpeech: number }
  | { readonly kind: "refused"; readonly reason: RefusalReason; readonly message: string };

export interface Sound {
  readonly samples: Int16Array<ArrayBuffer>;
  readonly seconds: number;
  readonly secondsOfSpeech: number;
}

export interface RecordingReader {
  /** Throws RecordingRefusal for the file's fault, ReaderBusyError, or the signal's reason. */
  read(bytes: Uint8Array, signal: AbortSignal): Promise<Sound>;
  prepare(): void;
}

export class ReaderBusyError extends Error {}

export interface RecordingReaderOptions {
  /** From when a thread takes it up. Two minutes of sound take about 1 s. */
  readonly timeoutMs?: number;
  readonly threads?: number;
  readonly startWorker?: () => Worker;
}

/** Few, because each may hold 25 MB. */
const MAX_WAITING = 16;
/** A thread that has not loaded by then never will. */
const LOAD_MS = 90_000;
/** Of the JavaScript heap; decoded samples lie outside of it. */
const MAX_HEAP_MB = 128;

export function createRecordingReader(options: RecordingReaderOptions = {}): RecordingReader {
  const { timeoutMs = 30_000, threads = 2, startWorker = startDecodeWorker } = options;
  const readers = createThreads<ReadingJob, ReadingResult>({
    start: startWorker,
    size: threads,
    jobMs: timeoutMs,
    loadMs: LOAD_MS,
    post(worker, job) {
      // A copy, because the buffer is transferred, and small uploads share theirs.
      const bytes = new Uint8Array(job.bytes);
      worker.postMessage({ bytes } satisfies ReadingJob, [bytes.buffer]);
    },
  });

  let isPrepared = false;
  return {
    prepare() {
      if (isPrepared) return;
      isPrepared = true;
      const silence = wavFile(new Int16Array(SAMPLE_RATE / 10));
      void readers.ask({ bytes: silence }, new AbortController().signal).catch(() => undefined);
    },
    async read(bytes, signal) {
      signal.throwIfAborted();
      if (readers.waiting >= MAX_WAITING) throw new ReaderBusyError(`${MAX_WAITING} recordings wait`);
      const result = await readers.ask({ bytes }, signal).catch((error: unknown) => {
        throw failureOf(error);
      });
      if (result.kind === "refused") throw new RecordingRefusal(result.reason, result.message);
      const { samples, secondsOfSpeech } = result;
      return { samples, secondsOfSpeech, seconds: samples.length / SAMPLE_RATE };
    },
  };
}

function startDecodeWorker(): Worker {
  const { url, execArgv } = entry(import.meta.url, "./decode-worker");
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB };
  const worker = new Worker(url, { execArgv, name: "recordings", resourceLimits, stdout: true, stderr: true });
  // Decoders write a line for each broken packet.
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

/** Too much time or memory is the file's fault; any other end of the thread is ours. */
function failureOf(error: unknown): unknown {
  if (error instanceof JobTimeoutError) return new RecordingRefusal("damaged_audio", error.message, { cause: error });
  const isMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isMemory ? new RecordingRefusal("damaged_audio", "it takes too much memory", { cause: error }) : error;
}

import { Worker } from "node:worker_threads";
import { entry } from "../../../entry.ts";
import { createThreads, JobTimeoutError } from "../../../threads.ts";
import { RecordingRefusal, type RefusalReason, SAMPLE_RATE } from "./sound.ts";

export interface ReadingJob {
  readonly bytes: Uint8Array;
}

export type ReadingResult =
  | { readonly kind: "sound"; readonly samples: Int16Array<ArrayBuffer>; readonly secondsOfSpeech: number }
  | { readonly kind: "refused"; readonly reason: RefusalReason; readonly message: string };

/** A recording as recognizers take it. */
export interface Sound {
  /** 16 kHz, mono. */
  readonly samples: Int16Array<ArrayBuffer>;
  /** Its whole length. */
  readonly seconds: number;
  /** How much of it may be speech; see hear-speech.ts. */
  readonly secondsOfSpeech: number;
}

export interface RecordingReader {
  /**
   * Decodes a recording of any form that decode.ts knows, off the main thread.
   *
   * @throws RecordingRefusal for what the file is to blame, ReaderBusyError, or the signal's reason
   */
  read(bytes: Uint8Array, signal: AbortSignal): Promise<Sound>;
}

export class ReaderBusyError extends Error {}

export interface RecordingReaderOptions {
  /** Per recording, from the moment a thread takes it up. Two minutes take about 1 s. */
  readonly timeoutMs?: number;
  readonly threads?: number;
  /** Replaced in tests, to play a thread that dies or hangs, or a system without ffmpeg. */
  readonly startWorker?: () => Worker;
}

/** At 25 MB each, what waits must stay few. */
const MAX_WAITING = 16;
/** A thread that has not loaded by then never will; the recording has no part in that. */
const LOAD_MS = 90_000;
/** Of the JavaScript heap; what is decoded lies outside and is bounded by the longest recording. */
const MAX_HEAP_MB = 128;

/** Reads in up to two worker threads. */
export function createRecordingReader(options: RecordingReaderOptions = {}): RecordingReader {
  const { timeoutMs = 30_000, threads = 2, startWorker = startDecodeWorker } = options;
  const readers = createThreads<ReadingJob, ReadingResult>({
    start: startWorker,
    size: threads,
    jobMs: timeoutMs,
    loadMs: LOAD_MS,
    post(worker, job) {
      // A copy, for the thread takes it over: small uploads share their memory with others.
      const bytes = new Uint8Array(job.bytes);
      worker.postMessage({ bytes } satisfies ReadingJob, [bytes.buffer]);
    },
  });

  return {
    async read(bytes, signal) {
      signal.throwIfAborted();
      if (readers.waiting >= MAX_WAITING) throw new ReaderBusyError(`${MAX_WAITING} recordings wait`);
      const result = await readers.ask({ bytes }, signal).catch((error: unknown) => {
        throw blamed(error);
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
  // Decoders complain of each broken packet; thousands of such lines help nobody.
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

/** A file that takes all the time or memory is to blame itself; any other end of the thread is ours. */
function blamed(error: unknown): unknown {
  if (error instanceof JobTimeoutError) return new RecordingRefusal("damaged_audio", error.message, { cause: error });
  const isMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isMemory ? new RecordingRefusal("damaged_audio", "it takes too much memory", { cause: error }) : error;
}

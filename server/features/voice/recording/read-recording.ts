import { Worker } from "node:worker_threads";
import { entry } from "../../../entry.ts";
import { RecordingRefusal, type RefusalReason, SAMPLE_RATE } from "./sound.ts";

export interface ReadingJob {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type ReadingResult =
  | { readonly kind: "sound"; readonly samples: Int16Array<ArrayBuffer>; readonly secondsOfSpeech: number }
  | { readonly kind: "refused"; readonly reason: RefusalReason; readonly message: string };

/** Once, when a thread has loaded its decoders. */
export interface ReaderReady {
  readonly kind: "ready";
}

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
const START_MS = 90_000;
/** Of the JavaScript heap; what is decoded lies outside and is bounded by the longest recording. */
const MAX_HEAP_MB = 128;

interface Waiting {
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
  readonly settle: (outcome: Sound | Error) => void;
}

/** Reads in up to two threads that start when they are needed, don't keep the process alive, and are replaced when they die. */
export function createRecordingReader(options: RecordingReaderOptions = {}): RecordingReader {
  const { timeoutMs = 30_000, threads = 2, startWorker = startDecodeWorker } = options;
  const waiting: Waiting[] = [];
  const idle: Worker[] = [];
  const loaded = new WeakSet<Worker>();
  let busy = 0;

  function next(): void {
    while (busy < threads) {
      const job = waiting.shift();
      if (job === undefined) return;
      if (job.signal.aborted) continue;
      busy += 1;
      void run(job).then((outcome) => {
        busy -= 1;
        job.settle(outcome);
        next();
      });
    }
  }

  function run(job: Waiting): Promise<Sound | Error> {
    return new Promise((resolve) => {
      const worker = idle.pop() ?? started();
      worker.ref();
      const finish = (outcome: Sound | Error, alive: boolean) => {
        clearTimeout(timer);
        worker.off("message", onMessage).off("error", onError).off("exit", onExit);
        worker.unref();
        if (alive) idle.push(worker);
        else void worker.terminate();
        resolve(outcome);
      };
      const limitStart = () =>
        setTimeout(() => finish(new Error(`the decoding thread did not start in ${START_MS} ms`), false), START_MS);
      const limitReading = () =>
        setTimeout(
          () => finish(new RecordingRefusal("damaged_audio", `not decoded after ${timeoutMs} ms`), false),
          timeoutMs,
        );
      let timer = loaded.has(worker) ? limitReading() : limitStart();
      const onMessage = (message: ReadingResult | ReaderReady) => {
        if (message.kind !== "ready") return finish(outcomeOf(message), true);
        loaded.add(worker);
        clearTimeout(timer);
        timer = limitReading();
      };
      const onError = (error: Error) => finish(blamed(error), false);
      const onExit = (code: number) => finish(new Error(`the decoding thread ended with code ${code}`), false);
      worker.on("message", onMessage).on("error", onError).on("exit", onExit);
      // A copy, for the thread takes it over: small uploads share their memory with others.
      const bytes = new Uint8Array(job.bytes);
      worker.postMessage({ bytes } satisfies ReadingJob, [bytes.buffer]);
    });
  }

  function started(): Worker {
    const worker = startWorker();
    worker.on("error", () => undefined); // unheard, an idle thread's error would end the process
    worker.on("exit", () => {
      const place = idle.indexOf(worker);
      if (place >= 0) idle.splice(place, 1);
    });
    return worker;
  }

  return {
    read(bytes, signal) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (waiting.length >= MAX_WAITING) throw new ReaderBusyError(`${MAX_WAITING} recordings wait`);
        const onAbort = () => job.settle(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
        const job: Waiting = {
          bytes,
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

function outcomeOf(result: ReadingResult): Sound | RecordingRefusal {
  if (result.kind === "refused") return new RecordingRefusal(result.reason, result.message);
  const { samples, secondsOfSpeech } = result;
  return { samples, secondsOfSpeech, seconds: samples.length / SAMPLE_RATE };
}

/** A file that takes all the memory is to blame itself; any other end of the thread is ours. */
function blamed(error: Error): Error {
  const isMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isMemory ? new RecordingRefusal("damaged_audio", "it takes too much memory", { cause: error }) : error;
}

import type { Worker } from "node:worker_threads";
import { createPool, type PoolMember } from "./pool.ts";

/** Posted once a thread has loaded, where `loadMs` is given. */
export interface ThreadReady {
  readonly kind: "ready";
}

export interface ThreadsOptions<Job, Answer> {
  readonly start: () => Worker;
  readonly size: number;
  readonly jobMs: number;
  /** Until a thread must be ready; left out, loading counts as the job's time. */
  readonly loadMs?: number;
  /** Without it idle threads stay. */
  readonly idleMs?: number;
  readonly post?: (worker: Worker, job: Job) => void;
  readonly isLastAnswer?: (answer: Answer) => boolean;
  readonly closedError?: () => Error;
}

export class JobTimeoutError extends Error {}

/** They start when needed, don't keep the process alive while idle, and are replaced when they die. */
export function createThreads<Job, Answer extends { readonly kind: string }>(options: ThreadsOptions<Job, Answer>) {
  const { size, idleMs, isLastAnswer, closedError = () => new Error("the threads are closed") } = options;
  const pool = createPool({
    ...{ open: async () => openThread(options), size, closedError },
    ...(idleMs === undefined ? {} : { idleMs }),
  });

  async function answer(thread: Thread<Job, Answer>, job: Job): Promise<Answer> {
    const reply = await thread.ask(job);
    if (isLastAnswer?.(reply)) void thread.close();
    return reply;
  }

  return {
    /** Throws JobTimeoutError, why the thread ended, `closedError`, or the signal's reason. */
    async ask(job: Job, signal: AbortSignal): Promise<Answer> {
      signal.throwIfAborted();
      const work = pool.use(async (thread) => {
        signal.throwIfAborted();
        return answer(thread, job);
      });
      return untilAborted(work, signal);
    },
    /** Several jobs in a row on one thread, without others between them. */
    talk<Result>(work: (ask: (job: Job) => Promise<Answer>) => Promise<Result>): Promise<Result> {
      return pool.use((thread) => work((job) => answer(thread, job)));
    },
    get waiting() {
      return pool.waiting;
    },
    close: () => pool.close(),
  };
}

interface Thread<Job, Answer> extends PoolMember {
  ask(job: Job): Promise<Answer>;
}

function openThread<Job, Answer extends { readonly kind: string }>(
  options: ThreadsOptions<Job, Answer>,
): Thread<Job, Answer> {
  const { start, jobMs, loadMs, post = (to, job) => to.postMessage(job) } = options;
  const worker = start();
  let usable = true;
  let isLoading = loadMs !== undefined;
  let timer: NodeJS.Timeout | undefined;
  let asker: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  async function end(reason: Error): Promise<void> {
    usable = false;
    asker?.reject(reason);
    await worker.terminate();
  }

  function limit(ms: number, reason: Error): void {
    clearTimeout(timer);
    timer = setTimeout(() => end(reason), ms);
  }
  const limitJob = () => limit(jobMs, new JobTimeoutError(`no answer after ${jobMs} ms`));

  worker.on("error", end).on("exit", (code) => end(new Error(`the thread ended with code ${code}`)));
  worker.on("message", (message: Answer | ThreadReady) => {
    isLoading = false;
    if (!isReady(message)) asker?.resolve(message);
    else if (asker !== undefined) limitJob();
  });

  return {
    get usable() {
      return usable;
    },
    async ask(job) {
      worker.ref();
      if (isLoading && loadMs !== undefined) limit(loadMs, new Error(`the thread was not ready after ${loadMs} ms`));
      else limitJob();
      const answer = new Promise<Answer>((resolve, reject) => {
        asker = { resolve, reject };
        post(worker, job);
      });
      return answer.finally(() => {
        clearTimeout(timer);
        asker = undefined;
        worker.unref();
      });
    },
    close: () => end(new Error("the thread is closed")),
  };
}

function isReady(message: { readonly kind: string }): message is ThreadReady {
  return message.kind === "ready";
}

function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

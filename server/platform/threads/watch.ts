import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { entry } from "./entry.ts";

export interface ProcessBounds {
  timeoutMs: number;
  /** Also of buffers outside the heap. */
  maxMemoryBytes: number;
}

/** Kills this process where it takes more, or its parent is gone; from when it resolves on. */
export async function watchThisProcess({ maxMemoryBytes, timeoutMs }: ProcessBounds): Promise<void> {
  const { url, execArgv } = entry(import.meta.url, "./watch-thread");
  const watch = new Worker(url, { execArgv, workerData: { maxMemoryBytes, timeoutMs, parent: process.ppid } });
  await once(watch, "message");
  watch.unref();
}

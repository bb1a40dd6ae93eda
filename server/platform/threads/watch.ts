import { Worker } from "node:worker_threads";
import { entry } from "./entry.ts";

export interface ProcessBounds {
  timeoutMs: number;
  /** Also of buffers outside the heap. */
  maxMemoryBytes: number;
}

/** Kills this process where it takes more, or its parent is gone. */
export function watchThisProcess({ maxMemoryBytes, timeoutMs }: ProcessBounds): void {
  const { url, execArgv } = entry(import.meta.url, "./watch-thread");
  new Worker(url, { execArgv, workerData: { maxMemoryBytes, timeoutMs, parent: process.ppid } }).unref();
}

import { workerData } from "node:worker_threads";

// A thread of the child, because its main thread may compute without a pause. It kills the whole child when that holds
// too much memory (the heap limit does not count buffers), when the parent is dead, and when the parent misses its own
// time limit.

const EVERY_MS = 50;
/** The parent enforces the time limit; this is the fallback where its death can't be seen by the parent id (Windows). */
const GRACE_MS = 5_000;

const { maxMemoryBytes, timeoutMs, parent }: { maxMemoryBytes: number; timeoutMs: number; parent: number } = workerData;
const end = Date.now() + timeoutMs + GRACE_MS;

setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryBytes || process.ppid !== parent || Date.now() > end)
    process.kill(process.pid, "SIGKILL");
}, EVERY_MS);

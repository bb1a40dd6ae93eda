import { workerData } from "node:worker_threads";

// A thread of the child, because its main thread may compute without a pause. Kills the whole child when it holds more
// memory than it may (the heap limit counts no buffers), and when the parent is gone or does not keep time.

const EVERY_MS = 50;
/** The parent's clock counts; this one is for a parent that is gone where no parent id tells (Windows). */
const GRACE_MS = 5_000;

const { maxMemoryBytes, timeoutMs, parent }: { maxMemoryBytes: number; timeoutMs: number; parent: number } = workerData;
const end = Date.now() + timeoutMs + GRACE_MS;

setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryBytes || process.ppid !== parent || Date.now() > end)
    process.kill(process.pid, "SIGKILL");
}, EVERY_MS);

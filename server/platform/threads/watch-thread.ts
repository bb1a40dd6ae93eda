import { parentPort, workerData } from "node:worker_threads";

// A thread, because the main one may compute without a pause. The heap limit does not count buffers.

const EVERY_MS = 50;
/** For Windows, where the parent id does not show its death. */
const GRACE_MS = 5_000;

const { maxMemoryBytes, timeoutMs, parent }: { maxMemoryBytes: number; timeoutMs: number; parent: number } = workerData;
const end = Date.now() + timeoutMs + GRACE_MS;

function check(): void {
  if (process.memoryUsage.rss() > maxMemoryBytes || process.ppid !== parent || Date.now() > end)
    process.kill(process.pid, "SIGKILL");
}

check();
setInterval(check, EVERY_MS);
parentPort?.postMessage("watching");

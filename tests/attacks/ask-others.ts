import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";

/**
 * A thread of its own, so that it measures the server and not the attacker beside it: somebody else who asks the server
 * again and again, until there is a message. Answers with how long the slowest answer took.
 */
const EVERY_MS = 50;
const url = z.string().parse(workerData);

let isOver = false;
parentPort?.once("message", () => {
  isOver = true;
});
let slowestMs = 0;
while (!isOver) {
  const asked = performance.now();
  await fetch(`${url}/healthz`)
    .then((answer) => answer.text())
    .catch(() => undefined);
  slowestMs = Math.max(slowestMs, Math.round(performance.now() - asked));
  await sleep(EVERY_MS);
}
parentPort?.postMessage(slowestMs);
parentPort?.close();

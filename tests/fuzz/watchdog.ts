import { Worker } from "node:worker_threads";

/** Longer than any step takes on a busy machine. */
const STANDSTILL_MS = 120_000;
const BEAT_MS = 1_000;

const source = `
const { parentPort } = require("node:worker_threads");
const { writeSync } = require("node:fs");
let doing = "nothing";
let beat = Date.now();
parentPort.on("message", (text) => {
  beat = Date.now();
  if (text !== "") doing = text;
});
setInterval(() => {
  if (Date.now() - beat < ${STANDSTILL_MS}) return;
  writeSync(2, "The process stood still for ${STANDSTILL_MS / 1000} s at:\\n" + doing + "\\n");
  process.kill(process.pid, "SIGKILL");
}, ${BEAT_MS});
`;

export interface Watchdog {
  /** What is being done from now on. */
  note(doing: string): void;
  stop(): Promise<void>;
}

/**
 * Ends this process, saying what it was doing, when its event loop stands still: the server runs in it, and then no timer
 * of its own can tell that a request hangs.
 */
export function watchStandstill(): Watchdog {
  const thread = new Worker(source, { eval: true });
  thread.unref();
  const beating = setInterval(() => thread.postMessage(""), BEAT_MS);
  return {
    note: (doing) => thread.postMessage(doing),
    async stop() {
      clearInterval(beating);
      await thread.terminate();
    },
  };
}

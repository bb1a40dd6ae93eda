import cluster, { type Worker } from "node:cluster";
import { type Env, secretsOf } from "../env.ts";
import { createLog } from "../observe/log.ts";
import { handOnMetrics } from "./worker-metrics.ts";

const READY = "ready";
const FAILED = "failed";
/** A worker that dies sooner after its start will probably die again: the next one waits, twice as long each time. */
const SHORT_LIFE_MS = 10_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * Starts `WORKERS` processes that share the port, and another for each that dies. Each is an instance by itself, as those on
 * several machines are. The first one starts alone, because it may have a database to make; where it can't start, this
 * process ends with its exit code. A signal to stop is passed on, and waits for all of them.
 */
export function superviseWorkers(env: Env): void {
  const log = createLog(env.LOG_LEVEL, { secrets: secretsOf(env) });
  const startedAt = new Map<number, number>();
  let isStarted = false;
  let isStopping = false;
  let exitCode = 0;
  let wait = 0;

  const start = () => {
    if (!isStopping) startedAt.set(cluster.fork().id, performance.now());
  };
  const endIfAlone = () => {
    if (livingWorkers().length === 0) process.exit(exitCode);
  };
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    for (const { process: worker } of livingWorkers()) worker.kill(signal);
    endIfAlone();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);

  const replace = ({ id, process: { pid } }: Worker, end: object) => {
    const at = startedAt.get(id);
    // One that failed has been replaced before it ends.
    if (at === undefined) return;
    startedAt.delete(id);
    const lived = performance.now() - at;
    wait = lived > SHORT_LIFE_MS ? 0 : Math.min(LONGEST_WAIT_MS, Math.max(FIRST_WAIT_MS, wait * 2));
    log.error({ worker: pid, ...end, wait }, "a worker died, and is replaced");
    setTimeout(start, wait);
  };

  cluster.on("message", (worker, message) => {
    if (message === FAILED && isStarted && !isStopping) replace(worker, { failed: true });
    if (message !== READY || isStarted) return;
    isStarted = true;
    for (let count = 1; count < env.WORKERS; count++) start();
  });
  cluster.on("exit", (worker, code: number | null, signal: string | null) => {
    if (!isStopping && isStarted) return replace(worker, { code, signal });
    exitCode = Math.max(exitCode, code ?? 1);
    endIfAlone();
  });
  handOnMetrics();
  start();
}

const livingWorkers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/** Of several workers the one that was started first; and the process that serves alone. */
export const isFirstProcess = (): boolean => (cluster.worker?.id ?? 1) === 1;

/** Tells the process that supervises this worker, where there is one, that it answers from now on. */
export function tellReady(): void {
  cluster.worker?.send(READY);
}

/** And that it ends what it has begun, answers nobody else, and needs to be replaced. */
export function tellFailed(): void {
  if (cluster.worker?.isConnected()) cluster.worker.send(FAILED);
}

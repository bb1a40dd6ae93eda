import cluster, { type Worker } from "node:cluster";
import { type Env, secretsOf } from "../env.ts";
import { createLog } from "../observe/log.ts";
import { handOnMetrics } from "./worker-metrics.ts";

const READY = "ready";
const FAILED = "failed";
/** It will probably die again, so the next one waits. */
const SHORT_LIFE_MS = 10_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** The first worker starts alone, because it may have a database to make. */
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

export const isFirstProcess = (): boolean => (cluster.worker?.id ?? 1) === 1;

export function tellReady(): void {
  cluster.worker?.send(READY);
}

/** It answers nobody new, and needs to be replaced. */
export function tellFailed(): void {
  if (cluster.worker?.isConnected()) cluster.worker.send(FAILED);
}

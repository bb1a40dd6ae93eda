import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import {
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type Task,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type { Pool } from "pg";
import type { Db } from "../db/client.ts";
import type { InstanceRegistry } from "../db/instance-registry.ts";
import type { Log } from "../observe/log.ts";
import { jobSpans, type RunJob } from "../observe/spans.ts";

/** Payloads hold ids only: a job reads the rest when it runs. */
export interface JobPayloads {
  process_document: { documentId: string };
  read_documents_again: Record<string, never>;
  /** A folder of the file store, or single files. */
  delete_files: { prefix: string } | { keys: readonly string[] };
  sweep_files: Record<string, never>;
  maintain_usage: Record<string, never>;
  embed_knowledge: Record<string, never>;
  end_temporary_chats: Record<string, never>;
  read_quiet_chats: Record<string, never>;
  embed_memories: Record<string, never>;
  sweep_family: Record<string, never>;
  mail_password_reset: { userIds: readonly string[] };
  make_book: { agentId: string; userId: string };
}

export type JobName = keyof JobPayloads;
export type JobHandlers = { [Name in JobName]: (payload: unknown) => Promise<void> };

/** Once for all instances. */
export interface CronJob {
  name: Exclude<JobName, "process_document" | "delete_files" | "mail_password_reset" | "make_book">;
  /** As in crontab, UTC. */
  match: string;
  firstAfterSeconds: number;
}

export interface EnqueueOptions {
  /** Replaces a waiting job of the same key. */
  key?: string;
  maxAttempts?: number;
  delay?: number;
  /** Jobs of one queue run one after the other, on all instances. */
  queue?: string;
}

export interface JobQueue {
  /** Within the caller's transaction. */
  enqueue<Name extends JobName>(
    db: Db,
    name: Name,
    payload: JobPayloads[Name],
    options?: EnqueueOptions,
  ): Promise<void>;
  start(handlers: JobHandlers, cronJobs?: readonly CronJob[]): Promise<void>;
  stop(): Promise<void>;
}

interface JobQueueDeps {
  pool: Pool;
  db: Db;
  log: Log;
  instances: InstanceRegistry;
  clock?: { duringJob: RunJob };
}

const CONCURRENCY = 2;
const RESTART_MS = 1_000;

export async function createJobQueue(deps: JobQueueDeps): Promise<JobQueue> {
  const { pool, db, log } = deps;
  await installJobQueue(pool, log);
  let current: StartedRunner | undefined;
  let stopping = new AbortController();

  /** A runner that can't store the end of a job stops for good, and its job is released as a dead process's. */
  async function keepRunning(start: () => Promise<StartedRunner>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (current !== undefined) await isOver(current.runner);
      if (signal.aborted) return;
      current?.unregister();
      log.warn({ jobs: true }, "the jobs stopped and are started again");
      await sleep(RESTART_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      current = await start().catch((err: unknown) => {
        log.warn({ err, jobs: true }, "the jobs could not be started");
        return undefined;
      });
      if (signal.aborted) await current?.runner.stop().catch(() => undefined);
    }
  }

  const enqueue: JobQueue["enqueue"] = async (tx, name, payload, options = {}) => {
    await tx.execute(
      sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, job_key => ${options.key ?? null},
        queue_name => ${options.queue ?? null},
        max_attempts => ${options.maxAttempts ?? 5}, run_at => now() + make_interval(secs => ${options.delay ?? 0}))`,
    );
  };

  return {
    enqueue,
    async start(handlers, cronJobs = []) {
      const start = () => startRunner(deps, handlers, cronJobs);
      stopping = new AbortController();
      current = await start();
      for (const { name, firstAfterSeconds } of cronJobs)
        await enqueue(db, name, {}, { key: name, delay: firstAfterSeconds });
      void keepRunning(start, stopping.signal);
    },
    async stop() {
      stopping.abort();
      const last = current;
      current = undefined;
      await last?.runner.stop().catch(() => undefined);
      last?.unregister();
    },
  };
}

export const installJobQueue = (pool: Pool, log: Log): Promise<void> =>
  runMigrations({ pgPool: pool, logger: loggerOf(log) });

const loggerOf = (log: Log): Logger =>
  new Logger(
    () => (level, message) =>
      log[level === "warning" ? "warn" : level === "info" ? "debug" : level]({ jobs: true }, message),
  );

interface StartedRunner {
  runner: Runner;
  /** Its jobs then count as a dead process's (dead-workers.ts). */
  unregister(): void;
}

/** The jobs as the queue's library runs them. */
const tasksOf = (handlers: JobHandlers, clock: { duringJob: RunJob }): TaskList =>
  Object.fromEntries(
    Object.entries(handlers).map(([kind, work]): [string, Task] => [
      kind,
      (payload, { job }) => clock.duringJob(kind, job.attempts, () => work(payload)),
    ]),
  );

async function startRunner(
  { pool, log, instances, clock = { duringJob: jobSpans() } }: JobQueueDeps,
  handlers: JobHandlers,
  cronJobs: readonly CronJob[],
): Promise<StartedRunner> {
  const events: WorkerEvents = new EventEmitter();
  let registered: Promise<() => void> | undefined;
  events.once("pool:create", ({ workerPool }) => {
    registered = instances.register(workerPool.id);
  });
  const runner = await run({
    pgPool: pool,
    logger: loggerOf(log),
    events,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    pollInterval: 2_000,
    taskList: tasksOf(handlers, clock),
    parsedCronItems: parseCronItems(
      cronJobs.map(({ name, match }) => ({ task: name, match, options: { jobKey: name } })),
    ),
    // By default nobody awaits the promise that stores a job's end, and its rejection would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  return { runner, unregister: () => void registered?.then((unregister) => unregister()) };
}

/** The runner's own promise may never settle: after a failure it miscounts what it has to store. */
function isOver({ promise, events }: Runner): Promise<void> {
  return new Promise((resolve) => {
    events.once("pool:gracefulShutdown", () => resolve());
    promise.then(resolve, () => resolve());
  });
}

export interface JobCounts {
  counts: { task: string; state: "waiting" | "running" | "failed"; count: number }[];
  /** 0 where none is due. */
  oldestWaitingSeconds: number;
}

/** Of all processes. Failed jobs have had all their attempts. */
export async function countJobs(pool: Pool): Promise<JobCounts> {
  const { rows } = await pool.query<JobCounts["counts"][number] & { age: number | null }>(`
    select task_identifier as task, state, count(*)::int as count,
      max(extract(epoch from now() - run_at)) filter (where state = 'waiting' and run_at <= now())::float as age
    from (
      select task_identifier, run_at,
        case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed' else 'waiting' end as state
      from graphile_worker.jobs
    ) as jobs
    group by task_identifier, state`);
  return {
    counts: rows.map(({ task, state, count }) => ({ task, state, count })),
    oldestWaitingSeconds: Math.max(0, ...rows.map(({ age }) => age ?? 0)),
  };
}

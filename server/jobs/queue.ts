import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { Logger, type Runner, run, runMigrations, type Task, type TaskList } from "graphile-worker";
import type { Pool } from "pg";
import type { Db } from "../db/client.ts";
import type { Log } from "../log.ts";

/** Every background job and what it is given. Ids only: a job reads the rest when it runs. */
export interface JobPayloads {
  process_document: { documentId: string };
  /** Everything below a folder, or just these files. */
  delete_files: { prefix: string } | { keys: readonly string[] };
  /** Files that belong to nothing. */
  sweep_files: Record<string, never>;
}

export type JobName = keyof JobPayloads;
export type JobHandlers = { [Name in JobName]: (payload: unknown) => Promise<void> };

export interface EnqueueOptions {
  /** A job that waits under the same key is replaced. */
  key?: string;
  maxAttempts?: number;
  /** Not before so many seconds have passed. */
  delay?: number;
}

export interface JobQueue {
  /** In the caller's transaction: the job exists exactly when what it is about does. */
  enqueue<Name extends JobName>(
    db: Db,
    name: Name,
    payload: JobPayloads[Name],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Begins to work, after resuming what a killed process left locked. */
  start(handlers: JobHandlers): Promise<void>;
  /** Lets running jobs finish. */
  stop(): Promise<void>;
}

const CONCURRENCY = 2;
/** Before another runner takes the place of one that gave up. */
const RESTART_MS = 1_000;

export async function createJobQueue(pool: Pool, log: Log): Promise<JobQueue> {
  const logger = new Logger(
    () => (level, message) =>
      log[level === "warning" ? "warn" : level === "info" ? "debug" : level]({ jobs: true }, message),
  );
  await runMigrations({ pgPool: pool, logger });
  let runner: Runner | undefined;
  let stopping = new AbortController();

  async function begin(taskList: TaskList): Promise<Runner> {
    const begun = await run({
      pgPool: pool,
      logger,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      pollInterval: 2_000,
      taskList,
      // Without them the end of a job is written down by a promise that nobody awaits: where the database is away just
      // then, its rejection would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    runner = begun;
    return begun;
  }

  /** A runner that can't write down a job's end stops for good. That job is taken up by whoever looks after jobs of the dead. */
  async function keepRunning(taskList: TaskList, first: Runner, { signal }: AbortController): Promise<void> {
    let current: Runner | undefined = first;
    while (!signal.aborted) {
      if (current !== undefined) await isOver(current);
      if (signal.aborted) return;
      log.warn({ jobs: true }, "the jobs stopped and are started again");
      await sleep(RESTART_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      current = await begin(taskList).catch((err: unknown) => {
        log.warn({ err, jobs: true }, "the jobs could not be started");
        return undefined;
      });
      if (signal.aborted) await current?.stop().catch(() => undefined);
    }
  }

  return {
    async enqueue(db, name, payload, options = {}) {
      await db.execute(
        sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, job_key => ${options.key ?? null},
          max_attempts => ${options.maxAttempts ?? 5}, run_at => now() + make_interval(secs => ${options.delay ?? 0}))`,
      );
    },
    async start(handlers) {
      const taskList = tasksOf(pool, handlers);
      stopping = new AbortController();
      void keepRunning(taskList, await begin(taskList), stopping);
    },
    async stop() {
      stopping.abort();
      const last = runner;
      runner = undefined;
      await last?.stop().catch(() => undefined);
    },
  };
}

/**
 * Resolves when a runner takes no more jobs. Its own promise may stay open for ever then: after one failure it counts
 * wrongly what it still has to write down.
 */
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

function tasksOf(pool: Pool, handlers: JobHandlers): TaskList {
  return Object.fromEntries(
    // A document is held by whoever reads it: there is no need to hold its job, too.
    Object.entries(handlers).map(([name, run]) => [name, name === "process_document" ? run : held(pool, run)]),
  );
}

/**
 * Runs a job under a lock that PostgreSQL lets go of when this process dies, so that the job can be told from one under
 * way and is not left for the queue's four hours.
 */
function held(pool: Pool, run: (payload: unknown) => Promise<void>): Task {
  return async (payload, { job }) => {
    const holder = await pool.connect();
    let failure: Error | undefined;
    try {
      await holder.query("begin");
      const { rows } = await holder.query<{ locked: boolean }>(
        `select set_config('idle_in_transaction_session_timeout', '0', true),
           pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked`,
        [`job:${job.id}`],
      );
      if (rows[0]?.locked !== true) throw new Error("The job is being done elsewhere.");
      await run(payload);
    } finally {
      await holder.query("rollback").catch((error: unknown) => {
        failure = error instanceof Error ? error : new Error(String(error));
      });
      holder.release(failure);
    }
  };
}

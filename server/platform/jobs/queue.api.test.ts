import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { type Connection, connect } from "../db/client.ts";
import { createInstanceRegistry, type InstanceRegistry } from "../db/instance-registry.ts";
import { createLog } from "../observe/log.ts";
import { releaseJobsOfDeadWorkers } from "./dead-workers.ts";
import { type CronJob, createJobQueue, type JobHandlers, type JobQueue } from "./queue.ts";

let database: TestDatabase;
let connection: Connection;
let instances: InstanceRegistry;
let jobs: JobQueue;
let runs: unknown[] = [];
let finish = () => {};
let unfinished: Promise<void> = Promise.resolve();

const run = async (payload: unknown) => {
  runs.push(payload);
  await unfinished;
};
const handlers: JobHandlers = {
  process_document: run,
  delete_files: run,
  read_documents_again: run,
  sweep_files: run,
  maintain_usage: run,
  embed_knowledge: run,
  end_temporary_chats: run,
  read_quiet_chats: run,
  embed_memories: run,
  sweep_family: run,
  mail_password_reset: run,
  make_book: run,
};
const cronJobs: CronJob[] = [{ name: "maintain_usage", match: "7 * * * *", firstAfterSeconds: 3600 }];

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 6, log: () => {} });
  const log = createLog("silent");
  instances = await createInstanceRegistry({ url: database.url, log });
  jobs = await createJobQueue({ ...connection, log, instances });
  await jobs.start(handlers, cronJobs);
});
afterAll(async () => {
  finish();
  await jobs.stop();
  await instances.close();
  await connection.close();
  await database.drop();
});

/** As if the worker had taken its job a while ago. */
const take = (by: string) =>
  connection.pool.query(
    "update graphile_worker._private_jobs set locked_at = now() - interval '10 seconds', locked_by = $1 where key is null",
    [by],
  );

async function countWaiting(): Promise<number> {
  const { rows } = await connection.pool.query(
    "select from graphile_worker.jobs where locked_at is null and task_identifier = 'sweep_files'",
  );
  return rows.length;
}

describe("a job", () => {
  it("is done again when its process died, and not while it is being done", async () => {
    unfinished = new Promise((resolve) => {
      finish = resolve;
    });
    await jobs.enqueue(connection.db, "delete_files", { prefix: "replies/1" });
    await expect.poll(() => runs).toHaveLength(1);
    const { rows } = await connection.pool.query<{ locked_by: string }>(
      "select locked_by from graphile_worker.jobs where key is null",
    );
    await take(rows[0]?.locked_by ?? "");
    expect(await releaseJobsOfDeadWorkers(connection.db)).toBe(0);
    finish();
    await expect
      .poll(
        async () =>
          (await connection.pool.query("select from graphile_worker.jobs where task_identifier = 'delete_files'")).rows
            .length,
      )
      .toBe(0);

    runs = [];
    await connection.db.transaction(async (tx) => {
      await jobs.enqueue(tx, "delete_files", { prefix: "replies/2" });
      await tx.execute(
        "update graphile_worker._private_jobs set locked_at = now() - interval '10 seconds', locked_by = 'worker-of-the-dead' where key is null",
      );
    });
    expect(await releaseJobsOfDeadWorkers(connection.db)).toBe(1);
    await expect.poll(() => runs).toEqual([{ prefix: "replies/2" }]);
  });

  it("is not done before its time, and one that waits under the same key is replaced", async () => {
    runs = [];
    await jobs.enqueue(connection.db, "sweep_files", {}, { key: "sweep", delay: 3600 });
    await jobs.enqueue(connection.db, "sweep_files", {}, { key: "sweep", delay: 3600 });
    expect(await countWaiting()).toBe(1);
    expect(runs).toEqual([]);
    await jobs.enqueue(connection.db, "sweep_files", {}, { key: "sweep" });
    await expect.poll(() => runs).toEqual([{}]);
  });

  it("of a schedule waits once, whatever the number of instances, and is known to the cron of all", async () => {
    const other = await createJobQueue({ ...connection, log: createLog("silent"), instances });
    await other.start(handlers, cronJobs);
    try {
      const { rows } = await connection.pool.query<{ minutes: number }>(`
        select round(extract(epoch from run_at - now()) / 60)::int as minutes
        from graphile_worker.jobs where task_identifier = 'maintain_usage'`);
      expect(rows).toEqual([{ minutes: 60 }]);
      const known = () => connection.pool.query("select identifier from graphile_worker._private_known_crontabs");
      await expect.poll(async () => (await known()).rows).toEqual([{ identifier: "maintain_usage" }]);
    } finally {
      await other.stop();
    }
  });
});

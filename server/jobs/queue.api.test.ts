import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { type Connection, connect } from "../db/client.ts";
import { createLog } from "../log.ts";
import { releaseJobsOfTheDead } from "./dead-workers.ts";
import { createJobQueue, type JobQueue } from "./queue.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

/** How long a busy machine may take. */
const patient = { timeout: 20_000, interval: 50 };

let database: TestDatabase;
let connection: Connection;
let jobs: JobQueue;
let runs: unknown[] = [];
let finish = () => {};
let unfinished: Promise<void> = Promise.resolve();

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 6, log: () => {} });
  jobs = await createJobQueue(connection.pool, createLog("silent"));
  const run = async (payload: unknown) => {
    runs.push(payload);
    await unfinished;
  };
  await jobs.start({ process_document: run, delete_files: run, sweep_files: run });
});
afterAll(async () => {
  finish();
  await jobs.stop();
  await connection.close();
  await database.drop();
});

/** As if the worker had taken its job a while ago. */
const take = (by: string) =>
  connection.pool.query(
    "update graphile_worker._private_jobs set locked_at = now() - interval '10 seconds', locked_by = $1",
    [by],
  );

async function countWaiting(): Promise<number> {
  const { rows } = await connection.pool.query("select from graphile_worker.jobs where locked_at is null");
  return rows.length;
}

describe("a job", () => {
  it("is done again when its process died, and not while it is being done", async () => {
    unfinished = new Promise((resolve) => {
      finish = resolve;
    });
    await jobs.enqueue(connection.db, "delete_files", { prefix: "replies/1" });
    await expect.poll(() => runs, patient).toHaveLength(1);
    const { rows } = await connection.pool.query<{ locked_by: string }>("select locked_by from graphile_worker.jobs");
    await take(rows[0]?.locked_by ?? "");
    expect(await releaseJobsOfTheDead(connection.db)).toBe(0);
    finish();
    await expect
      .poll(async () => (await connection.pool.query("select from graphile_worker.jobs")).rows.length, patient)
      .toBe(0);

    runs = [];
    await connection.db.transaction(async (tx) => {
      await jobs.enqueue(tx, "delete_files", { prefix: "replies/2" });
      await tx.execute(
        "update graphile_worker._private_jobs set locked_at = now() - interval '10 seconds', locked_by = 'worker-of-the-dead'",
      );
    });
    expect(await releaseJobsOfTheDead(connection.db)).toBe(1);
    await expect.poll(() => runs, patient).toEqual([{ prefix: "replies/2" }]);
  });

  it("is not done before its time, and one that waits under the same key is replaced", async () => {
    runs = [];
    await jobs.enqueue(connection.db, "sweep_files", {}, { key: "sweep", delay: 3600 });
    await jobs.enqueue(connection.db, "sweep_files", {}, { key: "sweep", delay: 3600 });
    expect(await countWaiting()).toBe(1);
    expect(runs).toEqual([]);
    await jobs.enqueue(connection.db, "sweep_files", {}, { key: "sweep" });
    await expect.poll(() => runs, patient).toEqual([{}]);
  });
});

import type { PoolClient } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { type Connection, connect } from "../db/client.ts";
import { createLog } from "../observe/log.ts";
import { createRateLimiter, type RateLimiter } from "./rate-limit.ts";

/** Ten try-outs a day. */
const [SCALE, LIMIT] = [1 / 3, 10];
/** An address of its own for each test: a call that waited in vain may be counted later. */
const visitor = { ip: "" };
let tests = 0;

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 20, log: () => {} });
});
beforeEach(() => {
  tests += 1;
  visitor.ip = `203.0.113.${tests}`;
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const startProcess = (storeTimeoutMs: number, processes = 1) =>
  createRateLimiter({
    ...{ pool: connection.pool, log: createLog("silent"), secret: "a secret of the test" },
    ...{ scale: SCALE, storeTimeoutMs, processes },
  });

async function admittedOf(limiter: RateLimiter, calls: number): Promise<number> {
  const refusals = await Promise.all(
    Array.from({ length: calls }, () => limiter.count("tryOut", visitor).catch(() => "refused")),
  );
  return refusals.filter((refusal) => refusal === undefined).length;
}

/** While the work goes on, the database does not answer a call that wants to be counted. */
async function whileSilent<Result>(work: () => Promise<Result>): Promise<Result> {
  const blocker = await connection.pool.connect();
  await blocker.query("begin; lock table rate_limits in access exclusive mode");
  try {
    return await work();
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
}

/**
 * Connections that are open before they are needed, and closed after ten idle seconds: on a busy machine a new one may take
 * longer than the five seconds after which the limiter counts by itself.
 */
async function openConnections(count: number): Promise<void> {
  const clients: PoolClient[] = [];
  while (clients.length < count) clients.push(await connection.pool.connect());
  for (const client of clients) client.release();
}

/** Until the database is asked again after it did not answer. */
const later = () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });

describe("a limit for visitors [T146]", () => {
  it("is one limit, whether the database answers, falls silent or answers again", async () => {
    const limiter = startProcess(100);
    expect(await admittedOf(limiter, 4)).toBe(4);
    expect(await whileSilent(() => admittedOf(limiter, 3))).toBe(3);
    later();
    expect(await admittedOf(limiter, 12)).toBeLessThanOrEqual(LIMIT - 7);
    expect(await whileSilent(() => admittedOf(limiter, 12))).toBe(0);
  });

  it("is one limit also for calls of which some are counted and others wait in vain", async () => {
    const limiter = startProcess(100);
    const first = admittedOf(limiter, 5);
    const all = await whileSilent(async () => [await admittedOf(limiter, 12), await first]);
    expect(all.reduce((sum, each) => sum + each, 0)).toBe(LIMIT);
  });

  it("is shared by the processes of a server also while the database is silent", async () => {
    const processes = [startProcess(100, 2), startProcess(100, 2)];
    const admitted = await whileSilent(() => Promise.all(processes.map((each) => admittedOf(each, 12))));
    expect(admitted).toEqual([LIMIT / 2, LIMIT / 2]);
    later();
    for (const each of processes) expect(await admittedOf(each, 3)).toBe(0);
  });

  it("waits for a database that is slow, and then holds exactly for all processes", async () => {
    const processes = [startProcess(60_000, 2), startProcess(60_000, 2)];
    const waiting = `select count(*)::int as calls from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    // One more that holds the lock, and one that counts.
    await openConnections(2 * 8 + 2);
    const admitted = await whileSilent(async () => {
      const asked = processes.map((each) => admittedOf(each, 8));
      await expect.poll(async () => (await connection.pool.query(waiting)).rows[0].calls).toBe(16);
      return { asked };
    });
    const [one = 0, other = 0] = await Promise.all(admitted.asked);
    expect(one + other).toBe(LIMIT);
  });

  it("is given back to a guess that was right, in whatever way it was counted", async () => {
    const limiter = startProcess(100);
    const right = () => limiter.guess("signIn", visitor, "robin", async () => "in");
    for (let round = 0; round < 12; round++) expect(await right()).toBe("in");
    await whileSilent(async () => {
      for (let round = 0; round < 12; round++) expect(await right()).toBe("in");
    });
  });
});

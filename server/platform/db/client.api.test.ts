import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { startDatabaseProxy } from "#tests/support/database-proxy.ts";
import { connect, type Db } from "./client.ts";
import { isDatabaseUnavailable } from "./failures.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("the connection to the database", () => {
  it("logs the loss of an idle connection and goes on with a new one", async () => {
    let log = (_: string) => {};
    const lost = new Promise<string>((resolve) => {
      log = resolve;
    });
    const { db, pool, close } = connect(database.url, { max: 2, log });
    await db.execute(sql`SELECT 1`);
    await endConnectionsOf(database.url);
    expect(await lost).toMatch(/idle database connection was lost/);
    const { rows } = await pool.query("SELECT 1 + 1 AS sum");
    expect(rows).toEqual([{ sum: 2 }]);
    await close();
    await close();
  });

  it("fails a transaction whose connection is lost between two queries, and nothing else", async () => {
    const { db, close } = connect(database.url, { max: 2, log: () => {} });
    const broken = db.transaction(async (transaction) => {
      await transaction.execute(sql`SELECT 1`);
      await endConnectionsOf(database.url);
      await transaction.execute(sql`SELECT 1`);
    });
    await expect(broken).rejects.toThrow();
    expect((await db.execute(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]);
    await close();
  });

  it("gives back the connection of a transaction that was lost before it began", async () => {
    const { db, pool, close } = connect(database.url, { max: 1, log: () => {} });
    await db.execute(sql`SELECT 1`);
    pool.once("acquire", (client) => client.connection.stream.destroy());
    await expect(db.transaction((transaction) => transaction.execute(sql`SELECT 1`))).rejects.toThrow();
    expect((await db.execute(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]);
    await close();
  });

  it("keeps some connections while nobody asks, so that the next question waits for none", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { pool, close } = connect(database.url, { max: 20, log: () => {} });
    await Promise.all(Array.from({ length: 10 }, () => pool.query("SELECT pg_sleep(0.2)")));
    vi.advanceTimersByTime(3_600_000);
    expect(pool.totalCount).toBe(4);
    await close();
  });

  it("names itself and ends statements that run for over 30 seconds [T112]", async () => {
    const { db, close } = connect(database.url, { max: 1, log: () => {} });
    const { rows } = await db.execute(
      sql`SELECT current_setting('application_name') AS name, current_setting('statement_timeout') AS timeout`,
    );
    expect(rows).toEqual([{ name: "pet-talk", timeout: "30s" }]);
    await close();
  });

  it("gives up a query that the database does not answer, and uses the next connection [T112]", async () => {
    const proxy = await startDatabaseProxy(database.url);
    const { pool, close } = connect(proxy.url, { max: 1, silence: 300, log: () => {} });
    try {
      await pool.query("SELECT 1");
      proxy.fallSilent();
      const unanswered: unknown = await pool.query("SELECT 1").catch((error: unknown) => error);
      expect(isDatabaseUnavailable(unanswered)).toBe(true);
      proxy.mend();
      await expect.poll(() => pool.query("SELECT 1").then(({ rowCount }) => rowCount)).toBe(1);
    } finally {
      await close();
      await proxy.stop();
    }
  });

  it("lets a query run in a transaction as on the database", async () => {
    const { db, close } = connect(database.url, { max: 1, log: () => {} });
    const increment = async (on: Db) => (await on.execute<{ n: number }>(sql`SELECT 41 + 1 AS n`)).rows[0]?.n;
    expect(await increment(db)).toBe(42);
    expect(await db.transaction((transaction) => increment(transaction))).toBe(42);
    await close();
  });
});

async function endConnectionsOf(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  await client.end();
}

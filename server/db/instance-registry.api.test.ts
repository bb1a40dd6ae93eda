import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createLog } from "../log.ts";
import { type Connection, connect } from "./client.ts";
import { createPresence, hasLeft, type Presence } from "./instance-registry.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const log = createLog("silent");
/** How long a busy machine may take. */
const patient = { timeout: 20_000, interval: 20 };

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 4, log: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const arrive = (): Promise<Presence> => createPresence({ url: database.url, log });

async function isHere(id: number): Promise<boolean> {
  const { rows } = await connection.db.execute<{ left: boolean }>(sql`select ${hasLeft(sql`${id}::int`)} as left`);
  return rows[0]?.left === false;
}

const say = (message: string) => connection.pool.query("select pg_notify('pettalk_replies', $1)", [message]);

/** What breaks a connection from outside: a restart of the database, an administrator, a firewall. */
async function breakConnections(): Promise<number> {
  const { rows } = await connection.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'pet-talk presence'",
  );
  return rows.length;
}

describe("the presence of a process", () => {
  it("is known to the others until it leaves", async () => {
    const [first, second] = await Promise.all([arrive(), arrive()]);
    expect(first.id).not.toBe(second.id);
    expect([await isHere(first.id), await isHere(second.id), await isHere(1)]).toEqual([true, true, false]);
    await first.close();
    await first.close();
    await expect.poll(() => isHere(first.id), patient).toBe(false);
    expect(await isHere(second.id)).toBe(true);
    await second.close();
  });

  it("is known again, under the same number, after its connection was lost", async () => {
    const presence = await arrive();
    let returns = 0;
    const heard: string[] = [];
    await presence.listen("pettalk_replies", {
      hear: (message) => heard.push(message),
      back: () => {
        returns += 1;
      },
    });
    expect(await breakConnections()).toBeGreaterThan(0);
    await expect.poll(() => returns, patient).toBe(1);
    expect(await isHere(presence.id)).toBe(true);
    await say("hello again");
    await expect.poll(() => heard, patient).toEqual(["hello again"]);
    await presence.close();
    await expect.poll(() => isHere(presence.id), patient).toBe(false);
  });

  it("hears what is said, until it no longer listens", async () => {
    const presence = await arrive();
    const heard: string[][] = [[], []];
    const ends = await Promise.all(
      heard.map((messages) =>
        presence.listen("pettalk_replies", { hear: (message) => messages.push(message), back: () => {} }),
      ),
    );
    await say("one");
    await expect.poll(() => heard, patient).toEqual([["one"], ["one"]]);
    ends[0]?.();
    await say("two");
    await expect.poll(() => heard[1], patient).toEqual(["one", "two"]);
    expect(heard[0]).toEqual(["one"]);
    await presence.close();
  });

  it("can leave while the database is away, and does not begin without it", async () => {
    const presence = await arrive();
    const blocker = new pg.Client({ connectionString: database.url.replace(/[^/]+$/, "postgres") });
    await blocker.connect();
    const name = new URL(database.url).pathname.slice(1);
    try {
      await blocker.query(`alter database ${name} allow_connections false`);
      await breakConnections();
      await expect(arrive()).rejects.toThrow();
      await presence.close();
    } finally {
      await blocker.query(`alter database ${name} allow_connections true`);
      await blocker.end();
    }
    await expect.poll(() => isHere(presence.id), patient).toBe(false);
  });
});

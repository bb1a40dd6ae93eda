import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createLog } from "../observe/log.ts";
import { type Connection, connect } from "./client.ts";
import { createInstanceRegistry, type InstanceRegistry, isDead, isDeadName } from "./instance-registry.ts";

const log = createLog("silent");

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

const start = (): Promise<InstanceRegistry> => createInstanceRegistry({ url: database.url, log });

async function isAlive(id: number): Promise<boolean> {
  const { rows } = await connection.db.execute<{ dead: boolean }>(sql`select ${isDead(sql`${id}::int`)} as dead`);
  return rows[0]?.dead === false;
}

async function isNameAlive(name: string): Promise<boolean> {
  const { rows } = await connection.db.execute<{ dead: boolean }>(
    sql`select ${isDeadName(sql`${name}::text`)} as dead`,
  );
  return rows[0]?.dead === false;
}

const notify = (message: string) => connection.pool.query("select pg_notify('pettalk_replies', $1)", [message]);

/** What breaks a connection from outside: a restart of the database, an administrator, a firewall. */
async function breakConnections(): Promise<number> {
  const { rows } = await connection.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'pet-talk instance registry'",
  );
  return rows.length;
}

describe("a server instance", () => {
  it("is alive for the others until it closes", async () => {
    const [first, second] = await Promise.all([start(), start()]);
    expect(first.workerId).not.toBe(second.workerId);
    expect([await isAlive(first.workerId), await isAlive(second.workerId), await isAlive(1)]).toEqual([
      true,
      true,
      false,
    ]);
    await first.close();
    await first.close();
    await expect.poll(() => isAlive(first.workerId)).toBe(false);
    expect(await isAlive(second.workerId)).toBe(true);
    await second.close();
  });

  it("is alive again, under the same worker id, after its connection was lost", async () => {
    const instance = await start();
    let returns = 0;
    const heard: string[] = [];
    await instance.subscribe("pettalk_replies", {
      onMessage: (message) => heard.push(message),
      onReconnect: () => {
        returns += 1;
      },
    });
    expect(await breakConnections()).toBeGreaterThan(0);
    await expect.poll(() => returns).toBe(1);
    expect(await isAlive(instance.workerId)).toBe(true);
    await notify("hello again");
    await expect.poll(() => heard).toEqual(["hello again"]);
    await instance.close();
    await expect.poll(() => isAlive(instance.workerId)).toBe(false);
  });

  it("keeps a registered name alive, over a lost connection too, until it is released", async () => {
    const instance = await start();
    const release = await instance.register("pool-1");
    expect(await isNameAlive("pool-1")).toBe(true);
    expect(await isNameAlive("pool-2")).toBe(false);
    await breakConnections();
    await expect.poll(() => isNameAlive("pool-1")).toBe(true);
    release();
    await expect.poll(() => isNameAlive("pool-1")).toBe(false);
    // The ended connection may have held its locks until now.
    await expect.poll(() => isAlive(instance.workerId)).toBe(true);
    await instance.close();
  });

  it("asks its connection one question after the other", async () => {
    const instance = await start();
    const query = vi.spyOn(pg.Client.prototype, "query");
    const names = ["1", "2", "3"].map((each) => `pet-talk-one-by-one-${each}`);
    const registering = names.map((name) => instance.register(name));
    expect(query.mock.calls.length).toBeLessThanOrEqual(1);
    await Promise.all(registering);
    expect(query).toHaveBeenCalledTimes(names.length);
    query.mockRestore();
    expect(await Promise.all(names.map(isNameAlive))).toEqual([true, true, true]);
    await instance.close();
  });

  it("gets notifications until it unsubscribes", async () => {
    const instance = await start();
    const heard: string[][] = [[], []];
    const ends = await Promise.all(
      heard.map((messages) =>
        instance.subscribe("pettalk_replies", {
          onMessage: (message) => messages.push(message),
          onReconnect: () => {},
        }),
      ),
    );
    await notify("one");
    await expect.poll(() => heard).toEqual([["one"], ["one"]]);
    ends[0]?.();
    await notify("two");
    await expect.poll(() => heard[1]).toEqual(["one", "two"]);
    expect(heard[0]).toEqual(["one"]);
    await instance.close();
  });

  it("can close while the database is away, and does not start without it", async () => {
    const instance = await start();
    const blocker = new pg.Client({ connectionString: database.url.replace(/[^/]+$/, "postgres") });
    await blocker.connect();
    const name = new URL(database.url).pathname.slice(1);
    try {
      await blocker.query(`alter database ${name} allow_connections false`);
      await breakConnections();
      await expect(start()).rejects.toThrow();
      await instance.close();
    } finally {
      await blocker.query(`alter database ${name} allow_connections true`);
      await blocker.end();
    }
    await expect.poll(() => isAlive(instance.workerId)).toBe(false);
  });
});

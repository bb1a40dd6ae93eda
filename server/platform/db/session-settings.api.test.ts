import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { onServer } from "#tests/support/server-database.ts";
import { createLog } from "../observe/log.ts";
import { connect } from "./client.ts";
import { inspectDatabase, withClient } from "./inspect.ts";
import { createLastingConnection } from "./lasting-connection.ts";
import { migrate } from "./migrate.ts";

const SHOW = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('idle_session_timeout') as idle,
  current_setting('idle_in_transaction_session_timeout') as "inTransaction"`;
const NO_OTHERS = { lock: "0", idle: "0", inTransaction: "0" };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { pathname } = new URL(database.url);
  const limits = {
    // Long enough for a connection to say what it wants.
    statement_timeout: "200ms",
    lock_timeout: "200ms",
    idle_session_timeout: "5s",
    idle_in_transaction_session_timeout: "5s",
  };
  const settings = Object.entries(limits).map(([name, limit]) => `${name} = '${limit}'`);
  // On one connection, which the limits come too late for.
  await onServer(database.url, ...settings.map((setting) => `alter database ${pathname.slice(1)} set ${setting}`));
});
afterAll(() => database.drop());

describe("on a database with small time limits of its own", () => {
  it("requests and jobs have the product's", async () => {
    const { pool, close } = connect(database.url, { max: 1, log: () => {} });
    expect((await pool.query(SHOW)).rows).toEqual([{ ...NO_OTHERS, statement: "30s" }]);
    await close();
  });

  it("so has the connection that shows that an instance lives", async () => {
    const connection = await createLastingConnection({
      url: database.url,
      log: createLog("silent"),
      name: "test",
      prepare: async () => {},
      check: async () => {},
      onNotification: () => {},
      onReconnect: () => {},
    });
    expect(await connection.ask?.(SHOW)).toMatchObject({ rows: [{ ...NO_OTHERS, statement: "10s" }] });
    await connection.close();
  });

  it("so have migrations, and a look at the database", async () => {
    await migrate(database.url);
    expect(await inspectDatabase(database.url)).toMatchObject({ isMade: true, isPooled: false });
    const { rows } = await withClient(database.url, (client) => client.query(SHOW));
    expect(rows).toEqual([{ ...NO_OTHERS, statement: "10s" }]);
  });
});

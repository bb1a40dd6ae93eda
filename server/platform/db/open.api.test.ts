import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { startDatabaseProxy } from "#tests/support/database-proxy.ts";
import { readEnv } from "../env.ts";
import { createLog } from "../observe/log.ts";
import { openDatabase } from "./open.ts";

it("a database that is there later than the product is waited for, and the log says so once", async () => {
  const database = await createTestDatabase();
  const proxy = await startDatabaseProxy(database.url);
  onTestFinished(async () => {
    await proxy.stop();
    await database.drop();
  });
  proxy.cut();
  const lines: string[] = [];
  const log = createLog("warn", { to: { write: (text) => lines.push(text) } });
  const opening = openDatabase(readEnv({ DATABASE_URL: proxy.url }), log);
  await expect.poll(() => proxy.refused).toBeGreaterThan(2);
  proxy.mend();
  const { pool, close } = await opening;
  expect((await pool.query("select count(*)::int as users from users")).rows).toEqual([{ users: 0 }]);
  expect(lines.filter((text) => text.includes("waited for"))).toHaveLength(1);
  await close();
});

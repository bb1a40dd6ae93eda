import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "../../tests/support/database.ts";
import { layDatabaseLine } from "../../tests/support/database-line.ts";
import { readEnv } from "../env.ts";
import { createLog } from "../log.ts";
import { openDatabase } from "./open.ts";

it("a database that is there later than the product is waited for, and the log says so once", async () => {
  const database = await createTestDatabase();
  const line = await layDatabaseLine(database.url);
  onTestFinished(async () => {
    await line.stop();
    await database.drop();
  });
  line.cut();
  const lines: string[] = [];
  const log = createLog("warn", { to: { write: (text) => lines.push(text) } });
  const opening = openDatabase(readEnv({ DATABASE_URL: line.url }), log);
  await expect.poll(() => line.refused).toBeGreaterThan(2);
  line.mend();
  const { pool, close } = await opening;
  expect((await pool.query("select count(*)::int as users from users")).rows).toEqual([{ users: 0 }]);
  expect(lines.filter((text) => text.includes("waited for"))).toHaveLength(1);
  await close();
});

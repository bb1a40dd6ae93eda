import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4, statement_timeout: 300 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe("migrations", () => {
  it("run once when several processes start together", async () => {
    await emptyDatabase();
    const folder = await makeMigrations("CREATE TABLE ball (id int PRIMARY KEY)", "INSERT INTO ball VALUES (1)");
    await Promise.all([migrate(database.url, folder), migrate(database.url, folder), migrate(pool, folder)]);
    expect((await pool.query("SELECT id FROM ball")).rows).toEqual([{ id: 1 }]);
  });

  it("may take longer than a query of the application", async () => {
    await emptyDatabase();
    const folder = await makeMigrations("SELECT pg_sleep(0.5)");
    await migrate(pool, folder);
    expect((await pool.query("SHOW statement_timeout")).rows).toEqual([{ statement_timeout: "300ms" }]);
  });

  it("leave nothing behind when one fails, and let the next start try again", async () => {
    await emptyDatabase();
    const broken = await makeMigrations("CREATE TABLE bone (id int)", "CREATE TABLE bone (id int)");
    await expect(migrate(pool, broken)).rejects.toThrow();
    await migrate(pool, await makeMigrations("CREATE TABLE bone (id int)"));
    expect((await pool.query("SELECT count(*)::int AS bones FROM bone")).rows).toEqual([{ bones: 0 }]);
  });

  it("of the project are found, and already in every test database", async () => {
    const fresh = await createTestDatabase();
    onTestFinished(fresh.drop);
    await expect(migrate(fresh.url)).resolves.toBeUndefined();
  });
});

async function emptyDatabase() {
  await pool.query("DROP SCHEMA IF EXISTS drizzle CASCADE; DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public");
}

/** A folder as drizzle-kit writes it, with one file per statement. */
async function makeMigrations(...statements: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "pet-talk-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const entries = statements.map((_, idx) => ({
    idx,
    version: "7",
    when: 1_000 + idx,
    tag: `000${idx}`,
    breakpoints: true,
  }));
  await mkdir(join(folder, "meta"));
  await writeFile(
    join(folder, "meta", "_journal.json"),
    JSON.stringify({ version: "7", dialect: "postgresql", entries }),
  );
  for (const [idx, statement] of statements.entries()) await writeFile(join(folder, `000${idx}.sql`), statement);
  return folder;
}

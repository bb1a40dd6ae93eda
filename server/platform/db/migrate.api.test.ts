import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4, statement_timeout: 300 });
  pool.on("error", () => {});
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe("migrations", () => {
  it("run once when several processes start together", async () => {
    await emptyDatabase();
    const folder = await makeMigrations(["CREATE TABLE ball (id int PRIMARY KEY)", "INSERT INTO ball VALUES (1)"]);
    await Promise.all([migrate(database.url, folder), migrate(database.url, folder), migrate(pool, folder)]);
    expect((await pool.query("SELECT id FROM ball")).rows).toEqual([{ id: 1 }]);
  });

  it("may take longer than a query of the application", async () => {
    await emptyDatabase();
    const folder = await makeMigrations(["SELECT pg_sleep(0.5)"]);
    await migrate(pool, folder);
    expect((await pool.query("SHOW statement_timeout")).rows).toEqual([{ statement_timeout: "300ms" }]);
  });

  it("leave nothing behind when one fails, and let the next start try again", async () => {
    await emptyDatabase();
    const broken = await makeMigrations(["CREATE TABLE bone (id int)", "CREATE TABLE bone (id int)"]);
    await expect(migrate(pool, broken)).rejects.toThrow();
    await migrate(pool, await makeMigrations(["CREATE TABLE bone (id int)"]));
    expect((await pool.query("SELECT count(*)::int AS bones FROM bone")).rows).toEqual([{ bones: 0 }]);
  });

  it("of a newer version or another branch stop the start, also where one of ours was left out between them [T148]", async () => {
    await emptyDatabase();
    const first = "CREATE TABLE bowl (id int)";
    await migrate(pool, await makeMigrations([first, "CREATE TABLE leash (id int)"]));
    const refusal =
      /made by a newer version .*, or by another branch: .* of 1970-01-01 .* Start the version that made it, or set/;
    await expect(migrate(pool, await makeMigrations([first]))).rejects.toThrow(refusal);
    const otherBranch = { 1: 1_500, 2: 1_600 };
    await expect(migrate(pool, await makeMigrations([first, "SELECT 1", "SELECT 1"], otherBranch))).rejects.toThrow(
      refusal,
    );
    const between = { 0: 1_000, 1: 1_000.5, 2: 1_001 };
    await expect(
      migrate(pool, await makeMigrations([first, "CREATE TABLE late (id int)", "SELECT 1"], between)),
    ).rejects.toThrow(refusal);
    expect((await pool.query("SELECT to_regclass('late') AS late")).rows).toEqual([{ late: null }]);
  });

  it("of the project are found, and already in every test database", async () => {
    const fresh = await createTestDatabase();
    onTestFinished(fresh.drop);
    await expect(migrate(fresh.url)).resolves.toBeUndefined();
  });

  it("of the project have one snapshot, the newest, which is all that drizzle-kit compares the schema with", async () => {
    const folder = new URL("../../../migrations/", import.meta.url);
    const newest =
      (await readdir(folder))
        .filter((name) => name.endsWith(".sql"))
        .sort()
        .at(-1) ?? "";
    const kept = (await readdir(new URL("meta", folder))).sort();
    expect(kept).toEqual([`${newest.slice(0, 4)}_snapshot.json`, "_journal.json"]);
  });
});

async function emptyDatabase() {
  await pool.query("DROP SCHEMA IF EXISTS drizzle CASCADE; DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public");
}

/** A folder as drizzle-kit writes it, with one file per statement. @param times in place of the usual ones */
async function makeMigrations(statements: readonly string[], times: Record<number, number> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "pet-talk-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const entries = statements.map((_, idx) => ({
    idx,
    version: "7",
    when: times[idx] ?? 1_000 + idx,
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

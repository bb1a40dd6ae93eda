import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { z } from "zod";
import { OperatorError } from "#shared/operator-error.ts";
import { locks } from "./locks.ts";
import { ownTimeLimits } from "./session-settings.ts";

/**
 * Brings the database up to date. Any number of processes may call it at once: one migrates, the others wait and find
 * nothing left to do. All pending migrations are one transaction.
 */
export async function migrate(target: pg.Pool | string, migrationsFolder = findMigrations()): Promise<void> {
  if (typeof target !== "string") return migrateOver(target, migrationsFolder);
  const pool = new pg.Pool({ connectionString: target, max: 1 });
  pool.on("error", () => {});
  try {
    await migrateOver(pool, migrationsFolder);
  } finally {
    await pool.end();
  }
}

async function migrateOver(pool: pg.Pool, migrationsFolder: string): Promise<void> {
  const client = await pool.connect();
  // A connection lost between two statements fails the next one; without a listener it would end the process.
  client.on("error", () => {});
  try {
    // Waiting for another process, or building an index, may take longer than a query of the application may.
    await client.query(ownTimeLimits(0));
    await client.query("SELECT pg_advisory_lock($1)", [locks.migration]);
    await requireKnownMigrations(client, migrationsFolder);
    await runMigrations(drizzle(client), { migrationsFolder });
  } finally {
    // Closing the connection releases the lock and undoes the setting, whatever state it is in.
    client.release(true);
  }
}

const journal = z.object({ entries: z.array(z.object({ when: z.number() })) });

/**
 * A database may be ahead of this version, or have gone another branch's way. What is missing in either would be taken for
 * done, for only migrations newer than the database's newest are run.
 * @throws OperatorError where the database's migrations are not the first ones of this version
 */
export async function requireKnownMigrations(client: pg.ClientBase, folder = findMigrations()): Promise<void> {
  const { rows: tables } = await client.query("SELECT to_regclass('drizzle.__drizzle_migrations') AS found");
  if (tables[0]?.found === null) return;
  const { rows } = await client.query<{ when: string }>(
    "SELECT created_at AS when FROM drizzle.__drizzle_migrations ORDER BY created_at",
  );
  const { entries } = journal.parse(JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")));
  const odd = rows.map(({ when }) => Number(when)).find((when, index) => when !== entries[index]?.when);
  if (odd === undefined) return;
  const day = new Date(odd).toISOString().slice(0, 10);
  throw new OperatorError(
    `The database was made by a newer version of the product, or by another branch: it has a migration of ${day} where this version has another one, or none. Start the version that made it, or set another database (DATABASE_URL, or DATA_DIR for the embedded one).`,
  );
}

/** migrations/ is at the project's root, seen from server/platform/db/ in the sources and from dist/server/platform/db/ in the build. */
function findMigrations(): string {
  for (const up of ["../../../migrations", "../../../../migrations"]) {
    const folder = fileURLToPath(new URL(up, import.meta.url));
    if (existsSync(`${folder}/meta/_journal.json`)) return folder;
  }
  throw new Error("The folder migrations/ is missing from the project's root");
}

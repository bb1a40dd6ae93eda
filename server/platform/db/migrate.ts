import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { z } from "zod";
import { OperatorError } from "#shared/operator-error.ts";
import { ownTimeLimits } from "./client.ts";
import { locks } from "./locks.ts";

/** Any number of processes may call it: one migrates, the others wait. All pending migrations are one transaction. */
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
  // Without a listener a lost connection would end the process.
  client.on("error", () => {});
  try {
    // Waiting for another process, or building an index, may take long.
    await client.query(ownTimeLimits(0));
    await client.query("SELECT pg_advisory_lock($1)", [locks.migration]);
    await requireKnownMigrations(client, migrationsFolder);
    await runMigrations(drizzle(client), { migrationsFolder });
  } finally {
    // Closing the connection releases the lock and the setting.
    client.release(true);
  }
}

const journal = z.object({ entries: z.array(z.object({ when: z.number() })) });

/** Only newer migrations are run, so one of another branch would be taken for done. Throws OperatorError. */
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

/** Seen from the sources and from the build. */
function findMigrations(): string {
  for (const up of ["../../../migrations", "../../../../migrations"]) {
    const folder = fileURLToPath(new URL(up, import.meta.url));
    if (existsSync(`${folder}/meta/_journal.json`)) return folder;
  }
  throw new Error("The folder migrations/ is missing from the project's root");
}

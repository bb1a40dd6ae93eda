import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { locks } from "./locks.ts";

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
    await client.query("SET statement_timeout = 0");
    await client.query("SELECT pg_advisory_lock($1)", [locks.migration]);
    await runMigrations(drizzle(client), { migrationsFolder });
  } finally {
    // Closing the connection releases the lock and undoes the setting, whatever state it is in.
    client.release(true);
  }
}

/** migrations/ is at the project's root, seen from server/db/ in the sources and from dist/server/db/ in the build. */
function findMigrations(): string {
  for (const up of ["../../migrations", "../../../migrations"]) {
    const folder = fileURLToPath(new URL(up, import.meta.url));
    if (existsSync(`${folder}/meta/_journal.json`)) return folder;
  }
  throw new Error("The folder migrations/ is missing from the project's root");
}

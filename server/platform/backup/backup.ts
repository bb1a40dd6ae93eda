import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { ClientBase, Pool } from "pg";
import { copyFile, listFiles } from "./file-copies.ts";
import { BackupError, FORMAT, MANIFEST, type Manifest } from "./format.ts";
import { listTables, newestMigration, readRows, steadySettings, type TableDigest } from "./rows.ts";

export interface BackupOptions {
  pool: Pool;
  /** Null for another store, whose files are not backed up here. */
  filesFolder: string | null;
  /** Made if missing, else it must be empty. */
  to: string;
}

/** A consistent snapshot, also while the product runs; needs no pg_dump. Throws BackupError. */
export async function backUp({ pool, filesFolder, to }: BackupOptions): Promise<Manifest> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  if ((await readdir(to)).length > 0) throw new BackupError(`${to} is not empty: choose a new folder.`);
  await mkdir(join(to, "tables"), { mode: 0o700 });
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(steadySettings);
    const migration = await newestMigration(client);
    if (migration === undefined)
      throw new BackupError("There is nothing to back up: the product was never started here.");
    const tables = await writeTables(client, to);
    const jobs = await readJobs(client);
    await client.query("commit");
    const files = filesFolder === null ? null : await copyFiles(filesFolder, join(to, "files"));
    const written = { format: FORMAT, createdAt: new Date().toISOString(), migration, tables, jobs, files };
    await writeFile(join(to, MANIFEST), `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600, flush: true });
    return written;
  } catch (error) {
    await rm(join(to, "tables"), { recursive: true, force: true });
    await rm(join(to, "files"), { recursive: true, force: true });
    throw error;
  } finally {
    client.release(true);
  }
}

async function writeTables(client: ClientBase, to: string): Promise<Manifest["tables"]> {
  const tables: Manifest["tables"] = [];
  for (const name of await listTables(client)) {
    const path = join(to, "tables", `${name}.ndjson.gz`);
    tables.push({ name, ...(await writeTable(client, name, path)) });
  }
  return tables;
}

async function writeTable(client: ClientBase, name: string, path: string): Promise<TableDigest> {
  const packed = createGzip();
  const written = pipeline(packed, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
  const read = readRows(client, name, async (line) => {
    if (!packed.write(line)) await Promise.race([once(packed, "drain"), written]);
  }).finally(() => packed.end());
  const [digest] = await Promise.all([read, written]);
  return digest;
}

/** The queue's view does not show the payload of a job. */
async function readJobs(client: ClientBase): Promise<Manifest["jobs"]> {
  const { rows } = await client.query<Manifest["jobs"][number]>(`
    select tasks.identifier as task, jobs.payload, jobs.key, jobs.max_attempts::int as attempts
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    order by jobs.id`);
  return rows;
}

async function copyFiles(from: string, to: string): Promise<NonNullable<Manifest["files"]>> {
  const files: NonNullable<Manifest["files"]> = [];
  for (const key of await listFiles(from)) {
    const copied = await copyFile(join(from, key), join(to, key));
    if (copied !== null) files.push({ key, ...copied });
  }
  return files;
}

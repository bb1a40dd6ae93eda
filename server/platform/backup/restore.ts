import { createReadStream } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { ClientBase, Pool } from "pg";
import { isDatabaseUnavailable, isDiskFull } from "../db/failures.ts";
import { copyFile, isMissing, listFiles } from "./file-copies.ts";
import { BackupError, FORMAT, MANIFEST, type Manifest, manifest } from "./format.ts";
import { listColumns, listTables, newestMigration, quoteIdentifier, readRows, steadySettings } from "./rows.ts";

export interface RestoreOptions {
  /** Migrated and with the job queue, but without rows. */
  pool: Pool;
  filesFolder: string | null;
  from: string;
}

const BATCH_CHARACTERS = 1_000_000;

/** Compares every digest before the commit; after a failure database and folder are empty again. Throws BackupError. */
export async function restore({ pool, filesFolder, from }: RestoreOptions): Promise<Manifest> {
  const backup = await readManifest(from);
  if (filesFolder !== null && (await listFiles(filesFolder)).length > 0)
    throw new BackupError(`${filesFolder} holds files already: restore to an empty place.`);
  if (backup.files !== null && backup.files.length > 0 && filesFolder === null)
    throw new BackupError("This backup holds files of a folder; unset S3_BUCKET to restore it.");
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(steadySettings);
    await checkPlace(client, backup);
    await withRulesPaused(client, backup, async () => {
      for (const { name } of backup.tables)
        await readTable(client, name, join(from, "tables", `${name}.ndjson.gz`)).catch(asDamage(`The table ${name}`));
    });
    await compareTables(client, backup);
    for (const { task, payload, key, attempts } of backup.jobs)
      await client.query("select graphile_worker.add_job($1, $2::json, job_key => $3, max_attempts => $4)", [
        task,
        JSON.stringify(payload),
        key,
        attempts,
      ]);
    if (filesFolder !== null) await copyFiles(backup, from, filesFolder);
    await client.query("commit");
    return backup;
  } finally {
    // Without a commit this rolls everything back.
    client.release(true);
  }
}

async function readManifest(from: string): Promise<Manifest> {
  const text = await readFile(join(from, MANIFEST), "utf8").catch((error: unknown) => {
    if (isMissing(error)) throw new BackupError(`${from} is no backup, or one that was not finished.`);
    throw new BackupError(`${from} can't be read (${codeOf(error)}).`);
  });
  const content = parse(text);
  const { format }: { format?: unknown } = Object(content);
  if (typeof format === "number" && format !== FORMAT)
    throw new BackupError(`${from} was made by another version of the product, which can restore it.`);
  const found = manifest.safeParse(content);
  if (!found.success) throw new BackupError(`${join(from, MANIFEST)} is damaged: take another backup.`);
  return found.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Errors are damage of the backup, unless the database itself fails. */
const asDamage = (what: string) => (error: unknown) => {
  if (error instanceof BackupError || isDatabaseUnavailable(error) || isDiskFull(error)) throw error;
  const how = isMissing(error) ? "missing" : isOfSystem(error) ? `not readable (${codeOf(error)})` : "damaged";
  throw new BackupError(`${what} is ${how} in the backup: take another backup.`, { cause: error });
};

const isOfSystem = (error: unknown): boolean => error instanceof Error && "syscall" in error;
const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : "unknown reason");

/** Locks `users`, so that a server that starts meanwhile finds the restored users. Throws BackupError. */
async function checkPlace(client: ClientBase, { migration, tables }: Manifest): Promise<void> {
  await client.query("lock table public.users in access exclusive mode");
  const here = await newestMigration(client);
  if (here !== migration)
    throw new BackupError(
      `The backup's newest migration is ${migration}, this version's is ${here ?? "none"}: restore it with the version that made it, then upgrade.`,
    );
  const names = await listTables(client);
  if (names.join() !== tables.map(({ name }) => name).join())
    throw new BackupError(
      "The backup's tables are not those of this version: its list is damaged. Take another backup.",
    );
  for (const name of names) {
    const { rowCount } = await client.query(`select 1 from public.${quoteIdentifier(name)} limit 1`);
    if (rowCount !== 0) throw new BackupError(`The table ${name} holds rows already: restore to an empty database.`);
  }
}

/** Rows come in any order and must stay as they were: no triggers, and foreign keys are checked afterwards. */
async function withRulesPaused(client: ClientBase, { tables }: Manifest, run: () => Promise<void>): Promise<void> {
  const { rows: references } = await client.query<{ owner: string; name: string }>(`
    select conrelid::regclass::text as owner, conname as name from pg_constraint
    where contype = 'f' and not condeferrable and connamespace = 'public'::regnamespace`);
  for (const { owner, name } of references)
    await client.query(`alter table ${owner} alter constraint ${quoteIdentifier(name)} deferrable initially deferred`);
  for (const { name } of tables) await client.query(`alter table public.${quoteIdentifier(name)} disable trigger user`);
  await run();
  await client.query("set constraints all immediate").catch(asDamage("What its rows refer to"));
  for (const { name } of tables) await client.query(`alter table public.${quoteIdentifier(name)} enable trigger user`);
  for (const { owner, name } of references)
    await client.query(`alter table ${owner} alter constraint ${quoteIdentifier(name)} not deferrable`);
  await continueNumbers(client);
}

async function readTable(client: ClientBase, name: string, path: string): Promise<void> {
  const table = `public.${quoteIdentifier(name)}`;
  const columns = (await listColumns(client, name, "written")).map(quoteIdentifier).join(", ");
  let batch: string[] = [];
  let characters = 0;
  const insert = async () => {
    if (batch.length === 0) return;
    await client.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [`[${batch.join(",")}]`],
    );
    batch = [];
    characters = 0;
  };
  for await (const line of linesOf(pipeline(createReadStream(path), createGunzip(), () => {}))) {
    batch.push(line);
    characters += line.length;
    if (characters > BATCH_CHARACTERS) await insert();
  }
  await insert();
}

/** Node's own reader would split at other characters too, which texts may contain. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest = "";
  for await (const part of input.setEncoding("utf8")) {
    const lines = `${rest}${part}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") throw new Error("the last line is not whole");
}

async function continueNumbers(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; field: string }>(
    "select table_name as name, column_name as field from information_schema.columns where table_schema = 'public' and is_identity = 'YES'",
  );
  for (const { name, field } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoteIdentifier(field)}), 0) + 1, false) from public.${quoteIdentifier(name)}`,
      [`public.${quoteIdentifier(name)}`, field],
    );
}

async function compareTables(client: ClientBase, { tables }: Manifest): Promise<void> {
  for (const { name, rows, sha256 } of tables) {
    const found = await readRows(client, name, () => {});
    if (found.rows !== rows || found.sha256 !== sha256)
      throw new BackupError(
        `The table ${name} is damaged in the backup (${found.rows} of ${rows} rows, or other content): take another backup.`,
      );
  }
}

async function copyFiles({ files }: Manifest, from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  try {
    for (const { key, bytes, sha256 } of files ?? []) {
      const copied = await copyFile(join(from, "files", key), join(to, key));
      if (copied?.bytes !== bytes || copied.sha256 !== sha256)
        throw new BackupError(`The file ${key} is missing or damaged in the backup: take another backup.`);
    }
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    throw error;
  }
}

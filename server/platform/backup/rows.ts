import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import { leftOut } from "./format.ts";

/** Rows in memory; a document's text may have five megabytes. */
const FETCHED = 25;

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export async function listTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
  );
  return rows.map(({ name }) => name).filter((name) => !leftOut.includes(name));
}

/** By the milliseconds since 1970 at which it was made. */
export async function newestMigration(client: ClientBase): Promise<string | undefined> {
  const { rows: schemas } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as found");
  if (schemas[0]?.found === null) return undefined;
  const { rows } = await client.query<{ made: string }>(
    "select created_at::text as made from drizzle.__drizzle_migrations order by created_at desc limit 1",
  );
  return rows[0]?.made;
}

export async function listColumns(
  client: ClientBase,
  table: string,
  which: "written" | "generated",
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and (attgenerated = '') = $2 order by attnum`,
    [`public.${quoteIdentifier(table)}`, which === "written"],
  );
  return rows.map(({ name }) => name);
}

export interface TableDigest {
  rows: number;
  sha256: string;
}

/** As JSON, in an order that depends only on the rows. */
export async function readRows(
  client: ClientBase,
  table: string,
  take: (line: string) => Promise<void> | void,
): Promise<TableDigest> {
  const hash = createHash("sha256");
  let count = 0;
  // Can't be written.
  const generated = await listColumns(client, table, "generated");
  await client.query(`declare backup_rows no scroll cursor for
    select line from (
      select (to_jsonb(t) - array[${generated.map((name) => client.escapeLiteral(name)).join(",")}]::text[])::text as line from public.${quoteIdentifier(table)} as t
    ) as lines
    order by md5(line) collate "C"`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${FETCHED} from backup_rows`);
    if (rows.length === 0) break;
    for (const { line } of rows) {
      hash.update(`${line}\n`);
      count += 1;
      await take(`${line}\n`);
    }
  }
  await client.query("close backup_rows");
  return { rows: count, sha256: hash.digest("hex") };
}

/** PostgreSQL writes times in the session's zone; a backup may run long. */
export const steadySettings = "set local timezone = 'UTC'; set local statement_timeout = 0";

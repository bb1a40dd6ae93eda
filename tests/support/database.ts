import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { databaseUrl, onServer } from "./server-database.ts";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** `migrated`: the tables, without a row. `seeded`: as the product's first start leaves it, with the tables of its jobs. */
export type TestDatabaseContent = "migrated" | "seeded";

/** Test files run in several processes; PostgreSQL copies a template for one at a time. */
const TEMPLATE_LOCK = 7_349_182_606;

/** A database of one's own (one per test file is usual), copied from a template of the run. */
export async function createTestDatabase(content: TestDatabaseContent = "migrated"): Promise<TestDatabase> {
  const { serverUrl, templates, copying } = testServer();
  const name = `pettalk_test_${randomBytes(6).toString("hex")}`;
  await onServer(
    serverUrl,
    `SELECT pg_advisory_lock(${TEMPLATE_LOCK})`,
    `CREATE DATABASE ${name} TEMPLATE ${templates[content]} ${copying}`,
  );
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** The database server of the run, with its templates. */
export function testServer() {
  const server = inject("testServer");
  if (server === undefined)
    throw new Error(
      "A unit or component test has no database. Name the file *.api.test.ts, *.alone.test.ts or *.slow.test.ts.",
    );
  return server;
}

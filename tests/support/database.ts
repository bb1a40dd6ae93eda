import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { databaseUrl, onServer } from "./server-database.ts";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Test files run in several processes; PostgreSQL copies a template for one at a time. */
const TEMPLATE_LOCK = 7_349_182_606;

/** A database of one's own (one per test file is usual), with the migrations and nothing else. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { serverUrl, template } = inject("testDatabase");
  const name = `pettalk_test_${randomBytes(6).toString("hex")}`;
  await onServer(
    serverUrl,
    `SELECT pg_advisory_lock(${TEMPLATE_LOCK})`,
    `CREATE DATABASE ${name} TEMPLATE ${template}`,
  );
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../server/db/embedded.ts";
import { migrate } from "../../server/db/migrate.ts";
import { databaseUrl, onServer } from "./server-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server that tests make their databases on, and the migrated one to copy. */
    testDatabase: { serverUrl: string; template: string };
  }
}

/** One server for the whole run: that of TEST_DATABASE_URL (PostgreSQL 14+), else an embedded one in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findServer();
  const template = `pettalk_template_${process.pid}_${Date.now()}`;
  const dropTemplate = () => onServer(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  try {
    await onServer(server.url, `CREATE DATABASE ${template}`);
    await migrate(databaseUrl(server.url, template));
  } catch (error) {
    await dropTemplate().catch(() => {});
    await server.stop();
    throw error;
  }
  project.provide("testDatabase", { serverUrl: server.url, template });
  return async () => {
    if (server.outlivesTests) await dropTemplate();
    await server.stop();
  };
}

async function findServer() {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, outlivesTests: true, stop: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), "pet-talk-tests-"));
  // mkdtemp makes it private; as root the server runs as another user.
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, durable: false });
  return {
    url: server.url,
    outlivesTests: false,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

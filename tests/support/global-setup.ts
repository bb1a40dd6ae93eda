import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connect } from "../../server/db/client.ts";
import { startEmbeddedPostgres } from "../../server/db/embedded.ts";
import { migrate } from "../../server/db/migrate.ts";
import { readEnv } from "../../server/env.ts";
import { installJobQueue } from "../../server/jobs/queue.ts";
import { createLog } from "../../server/log.ts";
import { seed } from "../../server/seed/seed.ts";
import { ADMIN, PROMO_CODE } from "./first-start.ts";
import { databaseUrl, onServer } from "./server-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server that tests make their databases on, and those to copy. Absent in projects without a database. */
    testServer?: { serverUrl: string; templates: { migrated: string; seeded: string } };
  }
}

/** One server for the run of a project: that of TEST_DATABASE_URL (PostgreSQL 14+), else an embedded one in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findServer();
  const name = `pettalk_template_${process.pid}_${Date.now()}`;
  const templates = { migrated: `${name}_migrated`, seeded: `${name}_seeded` };
  const dropTemplates = async () => {
    for (const template of Object.values(templates))
      await onServer(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  };
  try {
    await onServer(server.url, `CREATE DATABASE ${templates.migrated}`);
    await migrate(databaseUrl(server.url, templates.migrated));
    await onServer(server.url, `CREATE DATABASE ${templates.seeded} TEMPLATE ${templates.migrated}`);
    await startFirst(databaseUrl(server.url, templates.seeded));
  } catch (error) {
    await dropTemplates().catch(() => {});
    await server.stop();
    throw error;
  }
  project.provide("testServer", { serverUrl: server.url, templates });
  return async () => {
    if (server.outlivesTests) await dropTemplates();
    await server.stop();
  };
}

/** What the product does to a database at its first start. */
async function startFirst(url: string): Promise<void> {
  const { db, pool, close } = connect(url, { max: 1, log: () => {} });
  try {
    await installJobQueue(pool, createLog("silent"));
    await seed(db, readEnv({ ADMIN_PASSWORD: ADMIN.password, PROMO_CODE }));
  } finally {
    await close();
  }
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

import type { TestProject } from "vitest/node";
import { seed } from "#server/features/seed/seed.ts";
import { connect } from "#server/platform/db/client.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { readEnv } from "#server/platform/env.ts";
import { installJobQueue } from "#server/platform/jobs/queue.ts";
import { createLog } from "#server/platform/observe/log.ts";
import { findDatabaseServer } from "./database-server.ts";
import { ADMIN, PROMO_CODE } from "./first-start.ts";
import { databaseUrl, onServer } from "./server-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server that tests make their databases on, and those to copy. Absent in projects without a database. */
    testServer?: Pick<TestServer, "serverUrl" | "templates" | "copying">;
  }
}

interface TestServer {
  serverUrl: string;
  templates: { migrated: string; seeded: string };
  /** How a template is copied, as CREATE DATABASE says it. */
  copying: string;
  stop(): Promise<void>;
}

declare global {
  /** Of the run: each project that needs a database loads this file anew. */
  var runningTestServer: { started: Promise<TestServer>; users: number } | undefined;
}

/** One server for all projects of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.runningTestServer ??= { started: start(), users: 0 };
  const running = globalThis.runningTestServer;
  running.users += 1;
  const { stop, ...server } = await running.started;
  project.provide("testServer", server);
  return async () => {
    running.users -= 1;
    if (running.users > 0) return;
    globalThis.runningTestServer = undefined;
    await stop();
  };
}

async function start(): Promise<TestServer> {
  const server = await findDatabaseServer();
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
  return {
    serverUrl: server.url,
    templates,
    // Takes two thirds of the usual way's time. PostgreSQL 14, which a given server may be, has no other way.
    copying: server.outlivesTests ? "" : "STRATEGY FILE_COPY",
    async stop() {
      if (server.outlivesTests) await dropTemplates();
      await server.stop();
    },
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

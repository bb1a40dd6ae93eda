import { existsSync } from "node:fs";
import { join } from "node:path";
import { findBinaries } from "#server/platform/db/embedded/binaries.ts";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";
import { databaseProblem } from "#server/platform/db/explain.ts";
import { type DatabaseFacts, inspectDatabase, withClient } from "#server/platform/db/inspect.ts";
import { requireKnownMigrations } from "#server/platform/db/migrate.ts";
import type { Env } from "#server/platform/env.ts";
import { HIDDEN_HTTPS_KEY } from "#server/platform/http/hidden-https.ts";
import { OperatorError } from "#shared/operator-error.ts";
import { ENGINES_KEY } from "../admin/settings/engines/engine-settings.ts";

/** 20 in the pool, and one for the instance registry. */
const CONNECTIONS = 21;

interface DatabaseLook {
  sentence: string;
  settings: ReadonlyMap<string, string>;
}

export async function checkDatabase(env: Env): Promise<DatabaseLook> {
  if (env.DATABASE_URL !== undefined) return lookAt(env.DATABASE_URL, true);
  await findBinaries();
  if (!existsSync(join(env.DATA_DIR, "postgres", "data", "PG_VERSION")))
    return {
      sentence: "The embedded PostgreSQL; the first start makes its data under DATA_DIR.",
      settings: new Map(),
    };
  const server = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: () => undefined });
  try {
    const { sentence, settings } = await lookAt(server.url, false);
    return { sentence: `Embedded: ${sentence}`, settings };
  } finally {
    await server.stop();
  }
}

async function lookAt(url: string, isOwn: boolean): Promise<DatabaseLook> {
  try {
    const found = await inspectDatabase(url);
    if (isOwn && found.connections < CONNECTIONS)
      throw new OperatorError(
        `It takes ${found.connections} connections: set max_connections to ${CONNECTIONS} or more for each process.`,
      );
    const settings = await withClient(url, async (client) => {
      await requireKnownMigrations(client);
      if (!found.isMade) return [];
      return (
        await client.query<[string, string]>({
          text: SETTINGS,
          values: [[ENGINES_KEY, HIDDEN_HTTPS_KEY]],
          rowMode: "array",
        })
      ).rows;
    });
    return { sentence: sentenceOf(found), settings: new Map(settings) };
  } catch (error) {
    throw databaseProblem(error, url);
  }
}

const SETTINGS = "select key, value from settings where key = any($1)";

function sentenceOf({ version, isMade, isPooled }: DatabaseFacts): string {
  const tables = isMade ? "with the product's tables" : "still empty: the first start makes the tables";
  const pooler = isPooled
    ? ` Its pooler is in session mode and needs a pool of ${CONNECTIONS} connections for each process.`
    : "";
  return `PostgreSQL ${version}, ${tables}.${pooler}`;
}

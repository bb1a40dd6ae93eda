import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { findBinaries } from "../db/embedded/binaries.ts";
import { startEmbeddedPostgres } from "../db/embedded.ts";
import { databaseProblem } from "../db/explain.ts";
import type { Env } from "../env.ts";
import { ENGINES_KEY } from "../features/admin/settings/engines/engine-settings.ts";
import { OperatorError } from "../operator-error.ts";

const OLDEST_VERSION = 14;
/** Of one process: 20 in the pool, and one that tells others that the process lives. */
const CONNECTIONS = 21;

interface DatabaseLook {
  sentence: string;
  /** The setting that holds what administrators set of the engines; null where there is none. */
  engineSetting: string | null;
}

/** Looks at the database without changing it. @throws OperatorError */
export async function checkDatabase(env: Env): Promise<DatabaseLook> {
  if (env.DATABASE_URL !== undefined) return lookAt(env.DATABASE_URL, true);
  await findBinaries();
  if (!existsSync(join(env.DATA_DIR, "postgres", "data", "PG_VERSION")))
    return { sentence: "The embedded PostgreSQL; the first start makes its data under DATA_DIR.", engineSetting: null };
  const server = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: () => undefined });
  try {
    const { sentence, engineSetting } = await lookAt(server.url, false);
    return { sentence: `Embedded: ${sentence}`, engineSetting };
  } finally {
    await server.stop();
  }
}

async function lookAt(url: string, isOwn: boolean): Promise<DatabaseLook> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(FACTS);
    const found = facts(rows[0]);
    const sentence = judge(found, isOwn);
    return { sentence, engineSetting: found.isMade ? await readEngineSetting(client) : null };
  } catch (error) {
    throw databaseProblem(error, url);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function readEngineSetting(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query("select value from settings where key = $1", [ENGINES_KEY]);
  const { value }: { value?: unknown } = Object(rows[0]);
  return typeof value === "string" ? value : null;
}

const FACTS = `select current_setting('server_version_num')::int / 10000 as version,
  current_setting('server_encoding') as encoding,
  current_setting('max_connections')::int as connections,
  has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as "mayCreate",
  to_regclass('public.users') is not null as "isMade", current_user as user, current_database() as database`;

interface Facts {
  version: number;
  encoding: string;
  connections: number;
  mayCreate: boolean;
  isMade: boolean;
  user: string;
  database: string;
}

const facts = (row: Facts): Facts => row;

function judge(found: Facts, isOwn: boolean): string {
  const { version, encoding, connections, mayCreate, isMade, user, database } = found;
  if (version < OLDEST_VERSION)
    throw new OperatorError(
      `This is PostgreSQL ${version}: take ${OLDEST_VERSION} or newer, and set its address in DATABASE_URL.`,
    );
  if (encoding !== "UTF8")
    throw new OperatorError(`The database '${database}' is in ${encoding}: make one with ENCODING 'UTF8'.`);
  if (!mayCreate)
    throw new OperatorError(
      `'${user}' may not make tables in the database '${database}': give it the database (ALTER DATABASE "${database}" OWNER TO "${user}"), or set another user in DATABASE_URL.`,
    );
  if (isOwn && connections < CONNECTIONS)
    throw new OperatorError(
      `It takes ${connections} connections: set max_connections to ${CONNECTIONS} or more for each process.`,
    );
  return `PostgreSQL ${version}, ${isMade ? "with the product's tables" : "still empty: the first start makes the tables"}.`;
}

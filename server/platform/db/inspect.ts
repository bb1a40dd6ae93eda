import pg from "pg";
import { OperatorError } from "#shared/operator-error.ts";
import { ownTimeLimits } from "./client.ts";

const OLDEST_VERSION = 14;
const CONNECT_MS = 5_000;
const QUERY_MS = 10_000;
/** One look may meet the same pooled connection by chance. */
const LOOKS = 5;

export interface DatabaseFacts {
  version: number;
  connections: number;
  isMade: boolean;
  isPooled: boolean;
}

/** Changes nothing. Throws OperatorError with what to set. */
export async function inspectDatabase(url: string): Promise<DatabaseFacts> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Omit<DatabaseFacts, "isPooled"> & Suitability>(FACTS);
    const [facts] = rows;
    if (facts === undefined) throw new Error("The database told nothing of itself");
    requireSuitable(facts);
    const isPooled = Reflect.get(client, "processID") !== facts.pid;
    if (isPooled) await requireOwnConnection(url, client);
    const { version, connections, isMade } = facts;
    return { version, connections, isMade, isPooled };
  });
}

export async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(ownTimeLimits(QUERY_MS));
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const FACTS = `select current_setting('server_version_num')::int / 10000 as version,
  current_setting('server_encoding') as encoding,
  current_setting('max_connections')::int as connections,
  has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as "mayCreate",
  to_regclass('public.users') is not null as "isMade", pg_backend_pid() as pid,
  current_user as user, current_database() as database`;

interface Suitability {
  version: number;
  encoding: string;
  mayCreate: boolean;
  pid: number;
  user: string;
  database: string;
}

function requireSuitable({ version, encoding, mayCreate, user, database }: Suitability): void {
  if (version < OLDEST_VERSION)
    throw new OperatorError(
      `This is PostgreSQL ${version}: take ${OLDEST_VERSION} or newer, and set its address in DATABASE_URL.`,
    );
  if (encoding !== "UTF8")
    throw new OperatorError(
      `The database '${database}' is in ${encoding}: make one in UTF8 (CREATE DATABASE "${database}_utf8" TEMPLATE template0 ENCODING 'UTF8' OWNER "${user}"), and set it in DATABASE_URL.`,
    );
  if (!mayCreate)
    throw new OperatorError(
      `'${user}' may not make tables in the database '${database}': give it the database (ALTER DATABASE "${database}" OWNER TO "${user}"), or set another user in DATABASE_URL.`,
    );
}

/** In session mode a client keeps its connection. */
async function requireOwnConnection(url: string, client: pg.Client): Promise<void> {
  const own = await backendOf(client);
  for (let look = 0; look < LOOKS; look++) {
    const isShared = await withClient(url, async (other) => {
      await other.query("begin");
      return (await backendOf(other)) === own || (await backendOf(client)) !== own;
    }).catch((error: unknown) => {
      if (String(error).includes("statement pooling mode")) return true;
      throw error;
    });
    if (isShared)
      throw new OperatorError(
        "The pooler of DATABASE_URL is in transaction or statement mode, which locks and LISTEN do not pass: set its pool_mode to session, or set the address of PostgreSQL itself in DATABASE_URL.",
      );
  }
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}

import type { Env } from "../env.ts";
import type { Log } from "../observe/log.ts";
import { type Connection, connect } from "./client.ts";
import { startEmbeddedPostgres } from "./embedded.ts";
import { databaseProblem } from "./explain.ts";
import { retryWhileUnavailable } from "./failures.ts";
import { inspectDatabase } from "./inspect.ts";
import { migrate } from "./migrate.ts";

/** After a reboot the database may start later than the product. */
const START_MS = 60_000;

const POOL_SIZE = 20;
/** PostgreSQL allows 100 by default, and each worker has one more outside its pool. */
const CONNECTIONS_OF_WORKERS = 80;

/** `unbounded` is for backups. Throws OperatorError where the operator can mend it. */
export async function openDatabase(
  env: Env,
  log: Log,
  { migrated = true, unbounded = false, noted = (): boolean => true } = {},
): Promise<Connection & { url: string }> {
  const note = (message: string) => log.info(message);
  const server =
    env.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: note })
      : { url: env.DATABASE_URL, stop: async () => undefined };
  const connection = connect(server.url, {
    max: Math.min(POOL_SIZE, Math.floor(CONNECTIONS_OF_WORKERS / env.WORKERS)),
    ...(unbounded ? { silence: 0 } : {}),
    log: note,
    slowQueries: { over: env.SLOW_QUERY_MS, note: (slow) => noted() && log.warn(slow, "slow query") },
  });
  let isLogged = false;
  const onWait = () => {
    if (!isLogged) log.warn("The database can't be reached yet, and is waited for");
    isLogged = true;
  };
  const prepare = async () => {
    if (env.DATABASE_URL !== undefined) await inspectDatabase(server.url);
    // Building an index may take longer than a query of the application may.
    await migrate(server.url);
  };
  try {
    if (migrated) await retryWhileUnavailable(prepare, START_MS, onWait);
  } catch (error) {
    await connection.close();
    await server.stop();
    throw databaseProblem(error, env.DATABASE_URL);
  }
  return {
    ...connection,
    url: server.url,
    async close() {
      await connection.close();
      await server.stop();
    },
  };
}

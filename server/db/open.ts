import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { type Connection, connect } from "./client.ts";
import { startEmbeddedPostgres } from "./embedded.ts";
import { migrate } from "./migrate.ts";

/** Connections of one server process: the pool serves requests and jobs alike. */
const POOL_SIZE = 20;

/** The configured database, or the embedded one, brought up to date unless `migrated` is false. */
export async function openDatabase(env: Env, log: Log, { migrated = true } = {}): Promise<Connection> {
  const note = (message: string) => log.info(message);
  const server =
    env.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: note })
      : { url: env.DATABASE_URL, stop: async () => undefined };
  const connection = connect(server.url, {
    max: POOL_SIZE,
    log: note,
    slowQueries: { over: env.SLOW_QUERY_MS, note: (slow) => log.warn(slow, "slow query") },
  });
  if (migrated) await migrate(connection.pool);
  return {
    ...connection,
    async close() {
      await connection.close();
      await server.stop();
    },
  };
}

import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { ownTimeLimits } from "./session-settings.ts";
import { type SlowQueries, watchForSlowQueries } from "./slow-queries.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";

/** The first parameter of every query: the database, or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** A statement that runs for longer is ended by the database itself. */
const STATEMENT_MS = 30_000;
/** Longer than STATEMENT_MS: a database that has not even reported its own time-out by then can't be reached. */
const SILENCE_MS = 40_000;
const CONNECT_MS = 5_000;
/** Kept while nobody asks: a new one takes longer than all that a question asks of the database. */
const KEPT = 4;

const firstQuery = { text: ownTimeLimits(STATEMENT_MS), query_timeout: CONNECT_MS };

export interface ConnectOptions {
  /** Connections at most. */
  max: number;
  /** Milliseconds without an answer after which a query fails; 0 for never. */
  silence?: number;
  log: (message: string) => void;
  slowQueries?: SlowQueries;
}

export interface Connection {
  db: Db;
  pool: pg.Pool;
  /** Waits for the queries under way. May be called again. */
  close(): Promise<void>;
}

/** Opens connections only when queries need them, so that an unreachable database makes the first query fail, not this. */
export function connect(url: string, { max, silence = SILENCE_MS, log, slowQueries }: ConnectOptions): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    min: KEPT,
    application_name: "pet-talk",
    query_timeout: silence,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    // A pooler that has no connection left takes the client, and lets its first query wait.
    onConnect: (client) => client.query(firstQuery),
  });
  // Without a listener, an idle connection that the server closes (a restart) would end the process.
  pool.on("error", (error) => log(`An idle database connection was lost: ${error.message}`));
  // The pool listens only while a connection is idle; one that is lost during a transaction makes its next query fail.
  pool.on("connect", (client) => client.on("error", () => {}));
  if (slowQueries !== undefined) pool.on("connect", (client) => watchForSlowQueries(client, slowQueries));
  let closing: Promise<void> | undefined;
  return {
    db: withOwnTransactions(pool),
    pool,
    close() {
      closing ??= pool.end();
      return closing;
    },
  };
}

/**
 * Drizzle's own transactions never return a connection that is lost before they begin, so that a few restarts of the
 * database would use up the pool. Here it is always returned; one that did not answer is closed, because its transaction
 * may still be open.
 */
function withOwnTransactions(pool: pg.Pool): Db {
  const db: Db = drizzle(pool);
  db.transaction = async (run, config) => {
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await drizzle(client).transaction(run, config);
    } catch (error) {
      isBroken = isDatabaseUnavailable(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
  return db;
}

import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { type SlowQueries, watchForSlowQueries } from "./slow-queries.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";

/** What queries take first: the database, or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** A statement that runs for longer is ended by the database itself. */
const STATEMENT_MS = 30_000;
/** A database that has not even said so by then no longer answers: its machine or the way to it is gone. */
const SILENCE_MS = 40_000;

export interface ConnectOptions {
  /** Connections at most. */
  max: number;
  /** Milliseconds without an answer after which a query is given up; 0 for never. */
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

/** Connects as needed, so this neither waits nor fails: the first query does. */
export function connect(url: string, { max, silence = SILENCE_MS, log, slowQueries }: ConnectOptions): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: "pet-talk",
    statement_timeout: STATEMENT_MS,
    query_timeout: silence,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  });
  // Without a listener, an idle connection that the server closes (a restart) would end the process.
  pool.on("error", (error) => log(`An idle database connection was lost: ${error.message}`));
  // The pool listens only while a connection is idle. One lost between two queries of a transaction tells the next query.
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
 * Drizzle's own transactions never give back a connection that is lost before they begin: some restarts of the database,
 * and the pool would be used up. One that failed to answer is not used again, for it may still be in the transaction.
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

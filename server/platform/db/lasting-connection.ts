import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";
import pg from "pg";
import type { Log } from "../observe/log.ts";
import { ownTimeLimits } from "./client.ts";

/** One question after the other: `pg` will queue none from version 9 on. */
export type Ask = (text: string, values?: unknown[]) => Promise<unknown>;

export interface LastingConnectionOptions {
  readonly url: string;
  readonly log: Log;
  /** In the log and in pg_stat_activity. */
  readonly name: string;
  /** Runs first on each new connection. */
  readonly prepare: (ask: Ask) => Promise<void>;
  readonly check: (ask: Ask) => Promise<unknown>;
  readonly onNotification: (channel: string, message: string) => void;
  readonly onReconnect: () => void;
}

export interface LastingConnection {
  readonly ask: Ask | undefined;
  /** In two seconds at most. */
  close(): Promise<void>;
}

interface OpenConnection {
  client: pg.Client;
  ask: Ask;
  ended: Promise<void>;
}

const RECONNECT_MS = 250;
const QUERY_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 2_000;
const CHECK_EVERY_MS = 15_000;

/** Outside the pool, replaced whenever it is lost. Rejects where the first one fails. */
export async function createLastingConnection(options: LastingConnectionOptions): Promise<LastingConnection> {
  const { log, name, check, onReconnect } = options;
  const closing = new AbortController();
  let connected: OpenConnection | undefined;

  async function connect(): Promise<OpenConnection> {
    const open = newClient(options);
    try {
      await open.client.connect();
      // Set early, so that questions during `prepare` come after its own.
      connected = open;
      await open.ask(ownTimeLimits(QUERY_TIMEOUT_MS));
      await options.prepare(open.ask);
      return open;
    } catch (error) {
      connected = undefined;
      cut(open.client);
      throw error;
    }
  }

  async function reconnect(): Promise<OpenConnection | undefined> {
    for (let isLogged = false; !closing.signal.aborted; ) {
      try {
        return await connect();
      } catch (err) {
        if (!isLogged) log.warn({ err }, `this instance can't reach the ${name}`);
        isLogged = true;
        await sleep(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  async function stayConnected(first: OpenConnection): Promise<void> {
    for (let open: OpenConnection | undefined = first; open !== undefined; ) {
      await endOf(open, check);
      connected = undefined;
      if (closing.signal.aborted) return;
      log.warn(`the connection to the ${name} was lost`);
      open = await reconnect();
      if (closing.signal.aborted && open !== undefined) cut(open.client);
      else onReconnect();
    }
  }

  const staying = stayConnected(await connect());
  return {
    get ask() {
      return connected?.ask;
    },
    async close() {
      closing.abort();
      const last = connected?.client;
      last?.end().catch(() => undefined);
      const late = setTimeout(() => last && cut(last), CLOSE_TIMEOUT_MS);
      await staying;
      clearTimeout(late);
    },
  };
}

function newClient({ url, name, onNotification }: LastingConnectionOptions): OpenConnection {
  const client = new pg.Client({
    connectionString: url,
    application_name: `pet-talk ${name}`,
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  // An error always ends the connection, and its end is awaited.
  client.on("error", () => {});
  const ended = new Promise<void>((resolve) => client.once("end", resolve));
  const questions = new PQueue({ concurrency: 1 });
  const isAnswer = (error: unknown) => error instanceof pg.DatabaseError;
  // Without an answer the connection is lost.
  const ask: Ask = (text, values) =>
    questions.add(() =>
      client.query(text, values).catch((error: unknown) => {
        if (!isAnswer(error)) cut(client);
        throw error;
      }),
    );
  client.on("notification", ({ channel, payload }) => onNotification(channel, payload ?? ""));
  return { client, ask, ended };
}

/** An unanswered check shows a connection that was lost without a message. */
async function endOf({ client, ask, ended }: OpenConnection, check: LastingConnectionOptions["check"]): Promise<void> {
  const checking = setInterval(() => void check(ask).catch(() => cut(client)), CHECK_EVERY_MS);
  checking.unref();
  await ended;
  clearInterval(checking);
}

function cut(client: pg.Client): void {
  client.connection.stream.destroy();
}

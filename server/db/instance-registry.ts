import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import pg from "pg";
import type { Log } from "../log.ts";

/** What processes say to each other, each its own channel. */
export type Channel = "pettalk_replies";

export interface Listener {
  /** Gets what any process says, this one's own included. */
  hear(message: string): void;
  /** The connection was lost and is back: what was said meanwhile has not been heard. */
  back(): void;
}

/** This process as the others that use the same database know it. */
export interface Presence {
  /** From 1 to 2^31 - 1, another one for each process that starts. */
  readonly id: number;
  /** @returns how to end it */
  listen(channel: Channel, listener: Listener): Promise<() => void>;
  /** From now on this process counts as one that has left. May be called again. */
  close(): Promise<void>;
}

export interface PresenceOptions {
  url: string;
  log: Log;
}

/** First half of the locks' keys: any number, but the same in every process and version. */
const LOCKS = 1_734_918_260;
const RETRY_MS = 250;
/** A connection that doesn't answer within this time is given up. */
const PATIENCE_MS = 10_000;
/** So long the database is given to take its leave. */
const GOODBYE_MS = 2_000;
const PING_EVERY_MS = 15_000;
/** Lets the database find out within half a minute that the machine at the other end is gone. */
const KEEPALIVE = "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";

/**
 * Holds a lock on a connection of its own for as long as this process lives: PostgreSQL lets go of it when the process
 * dies, in whatever way. A lost connection is made anew, and takes the same lock. Rejects where the first can't be made.
 */
export async function createPresence({ url, log }: PresenceOptions): Promise<Presence> {
  const id = randomInt(1, 2 ** 31);
  const listeners = new Map<Channel, Set<Listener>>();
  const closing = new AbortController();
  let connected: pg.Client | undefined;

  async function connect(): Promise<Held> {
    const client = new pg.Client({
      connectionString: url,
      application_name: "pet-talk presence",
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
    });
    // What breaks the connection ends it, too: the end is what is waited for.
    client.on("error", () => {});
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    client.on("notification", ({ channel, payload }) => {
      for (const [of, heard] of listeners) if (of === channel) for (const { hear } of heard) hear(payload ?? "");
    });
    try {
      await client.connect();
      await client.query(KEEPALIVE);
      // Shared: a former connection of this process may still hold it, until the database finds out that it is gone.
      await take(client);
      connected = client;
      for (const channel of listeners.keys()) await client.query(`listen ${channel}`);
      return { client, ended };
    } catch (error) {
      cut(client);
      throw error;
    }
  }

  const take = (client: pg.Client) => client.query("select pg_advisory_lock_shared($1, $2)", [LOCKS, id]);

  /** Asks now and then whether the connection still stands, for a way that is gone says nothing. */
  async function endOf({ client, ended }: Held): Promise<void> {
    // To take a lock that is held costs nothing; a pooler in between may have lost it.
    const pinging = setInterval(() => void take(client).catch(() => cut(client)), PING_EVERY_MS);
    pinging.unref();
    await ended;
    clearInterval(pinging);
  }

  async function connectAgain(): Promise<Held | undefined> {
    for (let isTold = false; !closing.signal.aborted; ) {
      try {
        return await connect();
      } catch (err) {
        if (!isTold) log.warn({ err }, "this process can't tell the others that it lives");
        isTold = true;
        await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  async function stay(first: Held): Promise<void> {
    for (let held: Held | undefined = first; held !== undefined; ) {
      await endOf(held);
      connected = undefined;
      if (closing.signal.aborted) return;
      log.warn("the connection that tells the other processes that this one lives was lost");
      held = await connectAgain();
      if (closing.signal.aborted && held !== undefined) cut(held.client);
      else for (const heard of listeners.values()) for (const { back } of heard) back();
    }
  }

  const staying = stay(await connect());
  return {
    id,
    async listen(channel, listener) {
      const others = listeners.get(channel) ?? new Set();
      listeners.set(channel, others.add(listener));
      // Where that fails the connection is gone, and the next one listens.
      await connected?.query(`listen ${channel}`).catch(() => undefined);
      return () => others.delete(listener);
    },
    async close() {
      closing.abort();
      const last = connected;
      last?.end().catch(() => undefined);
      const late = setTimeout(() => last && cut(last), GOODBYE_MS);
      await staying;
      clearTimeout(late);
    },
  };
}

interface Held {
  client: pg.Client;
  ended: Promise<void>;
}

function cut(client: pg.Client): void {
  client.connection.stream.destroy();
}

/** Whether a process has left: it died, or its connection is lost at this moment. */
export const hasLeft = (processId: SQLWrapper): SQL<boolean> => sql`not exists (
  select from pg_locks
  where locktype = 'advisory' and objsubid = 2 and classid = ${LOCKS}::oid and objid = ${processId}::oid and granted
    and database = (select oid from pg_database where datname = current_database())
)`;

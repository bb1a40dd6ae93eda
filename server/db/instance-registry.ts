import { createHash, randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import pg from "pg";
import type { Log } from "../log.ts";
import type { Db } from "./client.ts";

/** What the server instances notify each other of, each its own channel. */
export type Channel = "pettalk_replies";

export interface Subscriber {
  /** Gets every notification of the channel, this instance's own included. */
  onMessage(message: string): void;
  /** The connection was lost and is back: notifications of the meantime are missed. */
  onReconnect(): void;
}

/** The server instances that use one database, as each of them knows the others. */
export interface InstanceRegistry {
  /** This instance: from 1 to 2^31 - 1, another one each time a process starts. */
  readonly workerId: number;
  /** Also a name of something that works in this instance counts as alive, until the returned function is called. */
  register(name: string): Promise<() => void>;
  /** @returns how to unsubscribe */
  subscribe(channel: Channel, subscriber: Subscriber): Promise<() => void>;
  /** From now on this instance counts as dead. May be called again. */
  close(): Promise<void>;
}

export interface InstanceRegistryOptions {
  url: string;
  log: Log;
}

/** First half of the locks' keys: any number, but the same in every instance and version. */
const LOCK_CLASS = 1_734_918_260;
const RECONNECT_MS = 250;
/** A connection that does not answer within this time is closed. */
const QUERY_TIMEOUT_MS = 10_000;
/** How long `close` waits for the database. */
const CLOSE_TIMEOUT_MS = 2_000;
const HEARTBEAT_MS = 15_000;
/** Lets the database notice within half a minute that the machine at the other end is gone. */
const KEEPALIVE = "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";

/** A lock of this database in the registry's class. */
const registryLock = `locktype = 'advisory' and objsubid = 2 and classid = ${LOCK_CLASS}::oid and granted
  and database = (select oid from pg_database where datname = current_database())`;

/** Shared locks: a former connection of this instance may still hold them, until the database notices that it is gone. */
const TAKE_MISSING_LOCKS = `select pg_advisory_lock_shared(${LOCK_CLASS}, key) from unnest($1::int[]) as key
  where not exists (select from pg_locks where ${registryLock} and objid = key::oid and pid = pg_backend_pid())`;

/**
 * Holds locks on a connection of its own for as long as this process lives: PostgreSQL releases them when the process
 * dies, in whatever way. A lost connection is replaced, and takes the same locks. Rejects where the first one fails.
 */
export async function createInstanceRegistry({ url, log }: InstanceRegistryOptions): Promise<InstanceRegistry> {
  const workerId = randomInt(1, 2 ** 31);
  const keys = new Set([workerId]);
  const subscribers = new Map<Channel, Set<Subscriber>>();
  const closing = new AbortController();
  let connected: pg.Client | undefined;

  async function connect(): Promise<OpenConnection> {
    const client = new pg.Client({
      connectionString: url,
      application_name: "pet-talk instance registry",
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    // An error always ends the connection, and its end is awaited.
    client.on("error", () => {});
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    client.on("notification", ({ channel, payload }) => {
      for (const [of, all] of subscribers)
        if (of === channel) for (const { onMessage } of all) onMessage(payload ?? "");
    });
    try {
      await client.connect();
      // From here on what is registered or released meanwhile comes after these queries.
      connected = client;
      await client.query(KEEPALIVE);
      await takeLocks(client);
      for (const channel of subscribers.keys()) await client.query(`listen ${channel}`);
      return { client, ended };
    } catch (error) {
      connected = undefined;
      cut(client);
      throw error;
    }
  }

  const takeLocks = (client: pg.Client) => client.query(TAKE_MISSING_LOCKS, [[...keys]]);

  /** The heartbeat finds a connection that is gone without a word; a pooler in between may have lost the locks, too. */
  async function endOf({ client, ended }: OpenConnection): Promise<void> {
    const heartbeat = setInterval(() => void takeLocks(client).catch(() => cut(client)), HEARTBEAT_MS);
    heartbeat.unref();
    await ended;
    clearInterval(heartbeat);
  }

  async function reconnect(): Promise<OpenConnection | undefined> {
    for (let isLogged = false; !closing.signal.aborted; ) {
      try {
        return await connect();
      } catch (err) {
        if (!isLogged) log.warn({ err }, "this instance can't reach the instance registry");
        isLogged = true;
        await sleep(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  async function stayConnected(first: OpenConnection): Promise<void> {
    for (let open: OpenConnection | undefined = first; open !== undefined; ) {
      await endOf(open);
      connected = undefined;
      if (closing.signal.aborted) return;
      log.warn("the connection to the instance registry was lost");
      open = await reconnect();
      if (closing.signal.aborted && open !== undefined) cut(open.client);
      else for (const all of subscribers.values()) for (const { onReconnect } of all) onReconnect();
    }
  }

  const staying = stayConnected(await connect());
  return {
    workerId,
    async register(name) {
      const key = keyOf(name);
      keys.add(key);
      // Where a query fails the connection is gone, and the next one takes what is registered then.
      if (connected !== undefined) await takeLocks(connected).catch(() => undefined);
      return () => {
        keys.delete(key);
        connected?.query("select pg_advisory_unlock_shared($1, $2)", [LOCK_CLASS, key]).catch(() => undefined);
      };
    },
    async subscribe(channel, subscriber) {
      const others = subscribers.get(channel) ?? new Set();
      subscribers.set(channel, others.add(subscriber));
      await connected?.query(`listen ${channel}`).catch(() => undefined);
      return () => others.delete(subscriber);
    },
    async close() {
      closing.abort();
      const last = connected;
      last?.end().catch(() => undefined);
      const late = setTimeout(() => last && cut(last), CLOSE_TIMEOUT_MS);
      await staying;
      clearTimeout(late);
    },
  };
}

interface OpenConnection {
  client: pg.Client;
  ended: Promise<void>;
}

function cut(client: pg.Client): void {
  client.connection.stream.destroy();
}

/** The lock's key of a registered name: the first 32 bits of its MD5, as `isDeadName` computes them in SQL. */
const keyOf = (name: string): number => createHash("md5").update(name).digest().readInt32BE(0);

/** Whether the instance with this worker id is dead, or its connection is lost at this moment. */
export const isDead = (workerId: SQLWrapper): SQL<boolean> =>
  sql`not exists (select from pg_locks where ${sql.raw(registryLock)} and objid = ${workerId}::oid)`;

/** The same of a registered name. */
export const isDeadName = (name: SQLWrapper): SQL<boolean> => isDead(sql`('x' || left(md5(${name}), 8))::bit(32)::int`);

/** Reaches every instance once the transaction that `db` belongs to is committed. */
export async function notify(db: Db, channel: Channel, message: unknown): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${JSON.stringify(message)})`);
}

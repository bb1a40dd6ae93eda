import { createHash, randomInt } from "node:crypto";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Log } from "../observe/log.ts";
import type { Db } from "./client.ts";
import { type Ask, createLastingConnection } from "./lasting-connection.ts";
import { INSTANCE_LOCK_CLASS } from "./locks.ts";

/** The channels on which server instances notify each other. */
export type Channel = "pettalk_replies" | "pettalk_engines" | "pettalk_sessions";

export interface Subscriber {
  /** Gets every notification of the channel, this instance's own included. */
  onMessage(message: string): void;
  /** The connection was lost and is back: notifications in between were missed. */
  onReconnect(): void;
}

/** The server instances that use one database, as each of them knows the others. */
export interface InstanceRegistry {
  /** This instance: from 1 to 2^31 - 1, another one each time a process starts. */
  readonly workerId: number;
  /** Makes a name count as alive with this instance (a pool of job workers), until the returned function is called. */
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

/** Lets the database notice within half a minute that the machine at the other end is gone. */
const KEEPALIVE = "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";

/** A lock of this database in the registry's class. */
const registryLock = `locktype = 'advisory' and objsubid = 2 and classid = ${INSTANCE_LOCK_CLASS}::oid and granted
  and database = (select oid from pg_database where datname = current_database())`;

/** Shared locks, because a lost connection of this instance may still hold them until the database notices the loss. */
const TAKE_MISSING_LOCKS = `select pg_advisory_lock_shared(${INSTANCE_LOCK_CLASS}, key) from unnest($1::int[]) as key
  where not exists (select from pg_locks where ${registryLock} and objid = key::oid and pid = pg_backend_pid())`;

const RELEASE_LOCK = "select pg_advisory_unlock_shared($1, $2)";

/**
 * Holds locks on a connection of its own for as long as this process lives: PostgreSQL releases them when the process
 * dies, in whatever way. A lost connection is replaced, and takes the same locks. Rejects where the first one fails.
 */
export async function createInstanceRegistry({ url, log }: InstanceRegistryOptions): Promise<InstanceRegistry> {
  const workerId = randomInt(1, 2 ** 31);
  const keys = new Set([workerId]);
  const subscribers = new Map<string, Set<Subscriber>>();
  const takeLocks = (ask: Ask) => ask(TAKE_MISSING_LOCKS, [[...keys]]);

  const connection = await createLastingConnection({
    url,
    log,
    name: "instance registry",
    async prepare(ask) {
      await ask(KEEPALIVE);
      await takeLocks(ask);
      for (const channel of subscribers.keys()) await ask(`listen ${channel}`);
    },
    // A pooler in between may have lost the locks.
    check: takeLocks,
    onNotification(channel, message) {
      for (const { onMessage } of subscribers.get(channel) ?? []) onMessage(message);
    },
    onReconnect() {
      for (const all of subscribers.values()) for (const { onReconnect } of all) onReconnect();
    },
  });

  return {
    workerId,
    async register(name) {
      const key = keyOf(name);
      keys.add(key);
      // Where a query fails the connection is gone, and the next one takes what is registered then.
      if (connection.ask !== undefined) await takeLocks(connection.ask).catch(() => undefined);
      return () => {
        keys.delete(key);
        connection.ask?.(RELEASE_LOCK, [INSTANCE_LOCK_CLASS, key]).catch(() => undefined);
      };
    },
    async subscribe(channel, subscriber) {
      const others = subscribers.get(channel) ?? new Set();
      subscribers.set(channel, others.add(subscriber));
      await connection.ask?.(`listen ${channel}`).catch(() => undefined);
      return () => others.delete(subscriber);
    },
    close: connection.close,
  };
}

/** The lock's key of a registered name: the first 32 bits of its MD5, as `isDeadName` computes them in SQL. */
const keyOf = (name: string): number => createHash("md5").update(name).digest().readInt32BE(0);

/** Whether the instance with this worker id is dead, or its connection is lost at this moment. */
export const isDead = (workerId: SQLWrapper): SQL<boolean> =>
  sql`not exists (select from pg_locks where ${sql.raw(registryLock)} and objid = ${workerId}::oid)`;

/** The same for a registered name. */
export const isDeadName = (name: SQLWrapper): SQL<boolean> => isDead(sql`('x' || left(md5(${name}), 8))::bit(32)::int`);

/** Sends `message` as JSON to every instance, once the transaction that `db` belongs to is committed. */
export async function notify(db: Db, channel: Channel, message: unknown): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${JSON.stringify(message)})`);
}

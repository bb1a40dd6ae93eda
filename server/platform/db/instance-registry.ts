import { createHash, randomInt } from "node:crypto";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Log } from "../observe/log.ts";
import type { Db } from "./client.ts";
import { type Ask, createLastingConnection } from "./lasting-connection.ts";
import { INSTANCE_LOCK_CLASS } from "./locks.ts";

export type Channel = "pettalk_replies" | "pettalk_engines" | "pettalk_sessions";

export interface Subscriber {
  /** This instance's own included. */
  onMessage(message: string): void;
  /** Notifications in between were missed. */
  onReconnect(): void;
}

export interface InstanceRegistry {
  /** From 1 to 2^31 - 1, anew for each process. */
  readonly workerId: number;
  /** Makes a name (a pool of job workers) live and die with this instance. */
  register(name: string): Promise<() => void>;
  subscribe(channel: Channel, subscriber: Subscriber): Promise<() => void>;
  close(): Promise<void>;
}

export interface InstanceRegistryOptions {
  url: string;
  log: Log;
}

/** The database notices a dead machine within half a minute. */
const KEEPALIVE = "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";

const registryLock = `locktype = 'advisory' and objsubid = 2 and classid = ${INSTANCE_LOCK_CLASS}::oid and granted
  and database = (select oid from pg_database where datname = current_database())`;

/** Shared, because a lost connection may still hold them for a while. */
const TAKE_MISSING_LOCKS = `select pg_advisory_lock_shared(${INSTANCE_LOCK_CLASS}, key) from unnest($1::int[]) as key
  where not exists (select from pg_locks where ${registryLock} and objid = key::oid and pid = pg_backend_pid())`;

const RELEASE_LOCK = "select pg_advisory_unlock_shared($1, $2)";

/** PostgreSQL releases the locks when this process dies. Rejects where the first connection fails. */
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
      // After a failure the next connection takes what is registered.
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

/** As `isDeadName` computes it in SQL. */
const keyOf = (name: string): number => createHash("md5").update(name).digest().readInt32BE(0);

/** Or its connection is lost at this moment. */
export const isDead = (workerId: SQLWrapper): SQL<boolean> =>
  sql`not exists (select from pg_locks where ${sql.raw(registryLock)} and objid = ${workerId}::oid)`;

export const isDeadName = (name: SQLWrapper): SQL<boolean> => isDead(sql`('x' || left(md5(${name}), 8))::bit(32)::int`);

/** As JSON, once the transaction of `db` is committed. */
export async function notify(db: Db, channel: Channel, message: unknown): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${JSON.stringify(message)})`);
}

import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import type { Log } from "../observe/log.ts";
import type { RateWindow } from "./rate-limits.ts";

/** How long a count may wait until it is written. */
const WRITE_EVERY_MS = 1_000;
/** This part of a limit, and at least one call, may pass in a process without being written. */
const UNWRITTEN_SHARE = 0.1;
/** Addresses and accounts of a minute or a day; the ones used last are kept. */
const MOST_COUNTERS = 50_000;

/** One window of one caller. */
interface Counter {
  /** All calls of all processes, as far as this one was told. */
  known: number;
  /** Calls of this process that are not in `known`. */
  unwritten: number;
  /** When the window is over, in milliseconds of the clock. */
  expire: number;
  isRefused?: boolean;
}

export interface Refusal {
  /** Milliseconds until the window is over. */
  waitMs: number;
  /** Whether it is the first one in this window. */
  isFirst: boolean;
}

export interface RateCountersOptions {
  pool: Pool;
  log: Log;
  /** While the database takes longer than this, nobody waits for it. */
  storeTimeoutMs: number;
}

export interface RateCounters {
  /** Counts one call. @returns null where it may be made */
  consume(key: string, window: RateWindow): Promise<Refusal | null>;
}

/**
 * Counters in memory, written to PostgreSQL once a second, which gives back what other processes have counted. At most a
 * tenth of a limit passes in a process before it is written and compared, so that with N processes at most N tenths more
 * than the limit can pass in a window; with one process, none. While the database is away, each process counts for itself.
 */
export function createRateCounters({ pool, log, storeTimeoutMs }: RateCountersOptions): RateCounters {
  const counters = new LRUCache<string, Counter>({ max: MOST_COUNTERS });
  const unwritten = new Map<string, Counter>();
  let writing: Promise<boolean> | undefined;
  let isPlanned = false;
  let isAway = false;

  function counterOf(key: string, seconds: number): Counter {
    const now = Date.now();
    const known = counters.get(key);
    if (known !== undefined && known.expire > now) return known;
    const begun = { known: 0, unwritten: 0, expire: now + seconds * 1000 };
    counters.set(key, begun);
    return begun;
  }

  /** One at a time. @returns whether it succeeded */
  function write(): Promise<boolean> {
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (unwritten.size > 0) writeSoon();
    });
    return writing;
  }

  function writeSoon(): void {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      void write();
    }, WRITE_EVERY_MS).unref();
  }

  async function writeAll(): Promise<boolean> {
    const now = Date.now();
    const batch = [...unwritten]
      .filter(([, { expire }]) => expire > now)
      .map(([key, counter]) => ({ key, counter, calls: counter.unwritten }));
    unwritten.clear();
    if (batch.length === 0) return true;
    try {
      const totals = await addToTotals(pool, batch, now);
      for (const { key, counter, calls } of batch) {
        const total = totals.get(key);
        counter.unwritten -= calls;
        if (total !== undefined) Object.assign(counter, total);
      }
      isAway = false;
      return true;
    } catch (err) {
      for (const { key, counter } of batch) if (!unwritten.has(key)) unwritten.set(key, counter);
      if (!isAway) log.warn({ err }, "calls are counted in this process alone");
      isAway = true;
      return false;
    }
  }

  return {
    async consume(key, { points, seconds }) {
      const most = Math.max(1, Math.floor(points * UNWRITTEN_SHARE));
      let counter = counterOf(key, seconds);
      while (counter.unwritten >= most && !isAway && counter.known + counter.unwritten < points) {
        const isWritten = await Promise.race([write(), sleep(storeTimeoutMs, false, { ref: false })]);
        isAway = !isWritten;
        counter = counterOf(key, seconds);
      }
      if (counter.known + counter.unwritten >= points) {
        const isFirst = counter.isRefused !== true;
        counter.isRefused = true;
        return { waitMs: counter.expire - Date.now(), isFirst };
      }
      counter.unwritten += 1;
      unwritten.set(key, counter);
      writeSoon();
      return null;
    },
  };
}

/** In the order of the keys, so that two processes never wait for each other. */
async function addToTotals(
  pool: Pool,
  batch: readonly { key: string; counter: Counter; calls: number }[],
  now: number,
): Promise<Map<string, Pick<Counter, "known" | "expire">>> {
  const { rows } = await pool.query<{ key: string; points: number; expire: string }>(
    `insert into rate_limits as stored (key, points, expire)
     select * from unnest($1::text[], $2::int[], $3::bigint[]) order by 1
     on conflict (key) do update set
       points = case when stored.expire <= $4 then excluded.points else stored.points + excluded.points end,
       expire = case when stored.expire <= $4 then excluded.expire else stored.expire end
     returning key, points, expire`,
    [batch.map(({ key }) => key), batch.map(({ calls }) => calls), batch.map(({ counter }) => counter.expire), now],
  );
  return new Map(rows.map(({ key, points, expire }) => [key, { known: points, expire: Number(expire) }]));
}

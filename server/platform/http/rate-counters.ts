import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import type { Log } from "../observe/log.ts";
import type { RateWindow } from "./rate-limits.ts";

const WRITE_EVERY_MS = 1_000;
/** And at least one call. */
const UNWRITTEN_SHARE = 0.1;
const MOST_COUNTERS = 50_000;

interface Counter {
  /** Of all processes, as last read. */
  known: number;
  unwritten: number;
  /** In milliseconds since 1970. */
  expire: number;
  isRefused?: boolean;
}

export interface Refusal {
  waitMs: number;
  isFirst: boolean;
}

export interface RateCountersOptions {
  pool: Pool;
  log: Log;
  storeTimeoutMs: number;
}

export interface RateCounters {
  consume(key: string, window: RateWindow): Promise<Refusal | null>;
}

/** At most a tenth of a limit passes unwritten, so N processes let at most N tenths more pass. */
export function createRateCounters({ pool, log, storeTimeoutMs }: RateCountersOptions): RateCounters {
  const counters = new LRUCache<string, Counter>({ max: MOST_COUNTERS });
  const unwritten = new Map<string, Counter>();
  let writing: Promise<boolean> | undefined;
  let isPlanned = false;
  let isAway = false;

  function counterOf(key: string, seconds: number): Counter {
    const now = Date.now();
    const counter = counters.get(key);
    if (counter !== undefined && counter.expire > now) return counter;
    const fresh = { known: 0, unwritten: 0, expire: now + seconds * 1000 };
    counters.set(key, fresh);
    return fresh;
  }

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

/** Ordered, so that two processes never wait for each other. */
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

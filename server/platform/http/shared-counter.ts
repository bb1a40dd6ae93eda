import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { type RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Refusal } from "./rate-counters.ts";

const MOST_KEYS = 50_000;
/** So that the windows of one call don't each wait for the database. */
const AWAY_MS = 5_000;

interface CallCount {
  total: number;
  /** That this process let pass without the database. */
  alone: number;
  isRefused: boolean;
}

export interface SharedCounterOptions {
  limiter: RateLimiterPostgres;
  /** That may let calls pass at the same time. */
  processes: number;
  storeTimeoutMs: number;
  store: Store;
}

export interface Store {
  awayUntil: number;
}

export interface SharedCounter {
  consume(key: string): Promise<Refusal | null>;
  forgive(key: string, all: boolean): Promise<void>;
}

/** Each call is counted in PostgreSQL first; without an answer this process's calls count once for each process. */
export function createSharedCounter(options: SharedCounterOptions): SharedCounter {
  const { limiter, processes, storeTimeoutMs, store } = options;
  const counts = new LRUCache<string, CallCount>({ max: MOST_KEYS, ttl: limiter.duration * 1000 });

  function countOf(key: string): CallCount {
    const found = counts.get(key) ?? { total: 0, alone: 0, isRefused: false };
    if (!counts.has(key)) counts.set(key, found);
    return found;
  }

  async function ask<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
    if (Date.now() < store.awayUntil) return undefined;
    const waiting = new AbortController();
    const late = sleep(storeTimeoutMs, undefined, { signal: waiting.signal, ref: false });
    // Else the end of the wait would be an error that nobody catches.
    late.catch(() => undefined);
    try {
      const answer = await Promise.race([work(), late]);
      if (answer === undefined) store.awayUntil = Date.now() + AWAY_MS;
      return answer;
    } catch {
      store.awayUntil = Date.now() + AWAY_MS;
      return undefined;
    } finally {
      waiting.abort();
    }
  }

  return {
    async consume(key) {
      const answer = await ask(() => limiter.consume(key).catch(asRefusal));
      const counter = countOf(key);
      const uncounted = counter.alone * processes;
      let mayPass: boolean;
      if (answer === undefined) {
        mayPass = counter.total + uncounted < limiter.points;
        if (mayPass) counter.alone += 1;
      } else {
        mayPass = answer.consumedPoints > 0 && answer.consumedPoints + uncounted <= limiter.points;
        // Answers of simultaneous calls come in any order.
        counter.total = Math.max(counter.total, answer.consumedPoints);
      }
      if (mayPass) return null;
      const isFirst = !counter.isRefused;
      counter.isRefused = true;
      return { waitMs: answer?.msBeforeNext ?? counts.getRemainingTTL(key), isFirst };
    },

    async forgive(key, all) {
      const counter = countOf(key);
      if (all) counts.delete(key);
      else if (counter.alone > 0) counter.alone -= 1;
      else counter.total = Math.max(0, counter.total - 1);
      await ask(async () => (all ? limiter.delete(key) : limiter.reward(key)));
    },
  };
}

/** The library throws its answer where a limit is reached. */
function asRefusal(error: unknown): RateLimiterRes {
  if (error instanceof RateLimiterRes) return error;
  throw error;
}

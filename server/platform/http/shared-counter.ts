import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { type RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Refusal } from "./rate-counters.ts";

/** Addresses and accounts of a window; the ones used last are kept. */
const MOST_KEYS = 50_000;
/** After a time-out or an error the database is not asked for so long, so that the windows of one call don't each wait for it. */
const AWAY_MS = 5_000;

/** What a process knows of one window of one caller. */
interface Known {
  /** All calls of all processes, when the database last told. */
  total: number;
  /** Calls that this process has let pass without the database's word. */
  alone: number;
  isRefused: boolean;
}

export interface SharedCounterOptions {
  limiter: RateLimiterPostgres;
  /** Processes that may let calls pass at the same time while the database does not answer. */
  processes: number;
  storeTimeoutMs: number;
  store: Store;
}

/** The state of the database, as all counters of a process have met it. */
export interface Store {
  awayUntil: number;
}

export interface SharedCounter {
  /** Counts one call. @returns null where it may be made */
  consume(key: string): Promise<Refusal | null>;
  /** Takes one call back, or all of them. */
  forgive(key: string, all: boolean): Promise<void>;
}

/**
 * A counter in PostgreSQL that holds exactly for all processes, for each call is counted there before it is made. Where
 * there is no answer, the calls of this process count on top of what it was told last, and as often as there are processes;
 * they go on counting after that, so that a database that comes and goes lets no more pass than the limit.
 */
export function createSharedCounter(options: SharedCounterOptions): SharedCounter {
  const { limiter, processes, storeTimeoutMs, store } = options;
  const known = new LRUCache<string, Known>({ max: MOST_KEYS, ttl: limiter.duration * 1000 });

  function knownOf(key: string): Known {
    const found = known.get(key) ?? { total: 0, alone: 0, isRefused: false };
    if (!known.has(key)) known.set(key, found);
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
      const counter = knownOf(key);
      const uncounted = counter.alone * processes;
      let mayPass: boolean;
      if (answer === undefined) {
        mayPass = counter.total + uncounted < limiter.points;
        if (mayPass) counter.alone += 1;
      } else {
        mayPass = answer.consumedPoints > 0 && answer.consumedPoints + uncounted <= limiter.points;
        // Answers of calls at the same time come in any order.
        counter.total = Math.max(counter.total, answer.consumedPoints);
      }
      if (mayPass) return null;
      const isFirst = !counter.isRefused;
      counter.isRefused = true;
      return { waitMs: answer?.msBeforeNext ?? known.getRemainingTTL(key), isFirst };
    },

    async forgive(key, all) {
      const counter = knownOf(key);
      if (all) known.delete(key);
      else if (counter.alone > 0) counter.alone -= 1;
      else counter.total = Math.max(0, counter.total - 1);
      await ask(async () => (all ? limiter.delete(key) : limiter.reward(key)));
    },
  };
}

/** The library throws its answer where a limit is reached. Where it did not ask the database for it, it counts no points. */
function asRefusal(error: unknown): RateLimiterRes {
  if (error instanceof RateLimiterRes) return error;
  throw error;
}

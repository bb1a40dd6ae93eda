import { createHmac } from "node:crypto";
import type { Request } from "express";
import type { Pool } from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, RLWrapperTimeouts } from "rate-limiter-flexible";
import type { Log } from "../log.ts";
import { HttpError } from "./errors.ts";
import { networkOf } from "./network-address.ts";
import { createRateCounters } from "./rate-counters.ts";
import {
  type GuessLimitName,
  guessLimits,
  type RateLimit,
  type RateLimitName,
  type RateWindow,
  rateLimits,
} from "./rate-limits.ts";

const TABLE = "rate_limits";
const STORE_TIMEOUT_MS = 1_000;
const CLEAN_EVERY_MS = 10 * 60 * 1000;

/** Whose calls are counted: those of the account, where there is one, and always those of the address. */
type Caller = Pick<Request, "ip" | "user">;

export interface RateLimiter {
  /** Counts one call. @throws HttpError 429 where the caller's account or address has used up what the limit allows */
  count(name: RateLimitName, caller: Caller): Promise<void>;
  /**
   * Runs a check of a secret, such as a password. The attempt is counted before the check runs, so that many at once can't
   * slip through, and uncounted if the check succeeds or fails for another reason than the secret (an error that is no 4xx).
   * @param account whose secret it is: a user name as typed, or an id
   * @throws HttpError 429 instead of running the check
   */
  guess<Result>(name: GuessLimitName, caller: Caller, account: string, check: () => Promise<Result>): Promise<Result>;
  /** Deletes the counters of windows that are over. */
  clean(): Promise<void>;
}

export interface RateLimiterOptions {
  pool: Pool;
  log: Log;
  /** Multiplies the number of calls that each window allows. */
  scale: number;
  /** The keys of counters are digests made with it, because what was typed as a user name may be a password. */
  secret: string;
  /** While the database takes longer than this, the process counts in its own memory. 1,000 where it is not given. */
  storeTimeoutMs?: number;
}

type Counter = Pick<RLWrapperTimeouts, "consume" | "reward" | "delete">;

/**
 * Counters in Postgres, shared by all processes; in memory while it is slow or away, so the limits always hold. Those that
 * guard no secret are in memory all the time (rate-counters.ts).
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { pool, log, scale, secret, storeTimeoutMs = STORE_TIMEOUT_MS } = options;
  const counters = new Map<string, readonly Counter[]>();
  const quick = createRateCounters({ pool, log, storeTimeoutMs });
  const countersOf = (scope: string, windows: readonly RateWindow[] = []) => {
    const known =
      counters.get(scope) ?? windows.map((window) => createCounter(pool, scope, window, scale, storeTimeoutMs));
    counters.set(scope, known);
    return known;
  };
  const keyOf = (...parts: string[]) => createHmac("sha256", secret).update(parts.join("\n")).digest("base64url");

  /** The shortest window first: what it refuses does not count in the longer ones. */
  async function consume(tooMany: string, scope: string, windows: readonly RateWindow[] | undefined, key: string) {
    for (const counter of countersOf(scope, windows)) {
      try {
        await counter.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        // Later refusals of the same key come from memory, and are not logged again.
        if (refusal.consumedPoints > 0) log.info({ limit: scope }, "rate limit reached");
        throw rateLimited(tooMany, refusal.msBeforeNext);
      }
    }
  }

  async function consumeQuickly(tooMany: string, scope: string, windows: readonly RateWindow[] = [], key: string) {
    for (const { points, seconds } of windows) {
      const window = { points: scaled(points, scale), seconds };
      const refusal = await quick.consume(`${scope}:${seconds}:${key}`, window);
      if (refusal === null) continue;
      if (refusal.isFirst) log.info({ limit: scope }, "rate limit reached");
      throw rateLimited(tooMany, refusal.waitMs);
    }
  }

  async function forgive(scope: string, key: string, all = false): Promise<void> {
    for (const counter of countersOf(scope)) await (all ? counter.delete(key) : counter.reward(key));
  }

  const cleaning = setInterval(() => void clean(), CLEAN_EVERY_MS);
  cleaning.unref();
  async function clean(): Promise<void> {
    await pool
      .query(`DELETE FROM ${TABLE} WHERE expire < $1`, [Date.now()])
      .catch((err: unknown) => log.warn({ err }, "old rate limit counters were not removed"));
  }

  return {
    async count(name, caller) {
      const { tooMany, perAddress, perAccount, isQuick = false }: RateLimit = rateLimits[name];
      const count = isQuick ? consumeQuickly : consume;
      if (caller.user !== undefined) await count(tooMany, `${name}:account`, perAccount, keyOf(caller.user.id));
      await count(tooMany, `${name}:address`, perAddress, keyOf(networkOf(caller.ip)));
    },

    async guess(name, caller, account, check) {
      const { tooMany, perPair, perAddress } = guessLimits[name];
      const address = networkOf(caller.ip);
      const pairKey = keyOf(address, account);
      const addressKey = keyOf(address);
      await consume(tooMany, `${name}:pair`, perPair, pairKey);
      await consume(tooMany, `${name}:address`, perAddress, addressKey);
      const forgiveThis = (all: boolean) =>
        Promise.all([forgive(`${name}:pair`, pairKey, all), forgive(`${name}:address`, addressKey)]);
      try {
        const result = await check();
        await forgiveThis(true);
        return result;
      } catch (error) {
        const isWrong = error instanceof HttpError && error.status < 500;
        if (!isWrong) await forgiveThis(false);
        throw error;
      }
    },

    clean,
  };
}

function createCounter(
  pool: Pool,
  scope: string,
  { points, seconds }: RateWindow,
  scale: number,
  storeTimeoutMs: number,
): Counter {
  const options = {
    keyPrefix: `${scope}:${seconds}`,
    points: scaled(points, scale),
    duration: seconds,
  };
  const limiter = new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: "pool",
    tableName: TABLE,
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Further calls of a refused key are refused from memory, without work for the database.
    inMemoryBlockOnConsumed: options.points + 1,
  });
  return new RLWrapperTimeouts({
    limiter,
    timeoutMs: storeTimeoutMs,
    insuranceLimiter: new RateLimiterMemory(options),
  });
}

const scaled = (points: number, scale: number) => Math.max(1, Math.round(points * scale));

function rateLimited(tooMany: string, waitMs: number): HttpError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new HttpError(429, "rate_limited", `${tooMany} Please wait ${inWords(retryAfter)} and try again.`, {
    retryAfter,
  });
}

function inWords(seconds: number): string {
  if (seconds <= 90) return counted(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? counted(minutes, "minute") : counted(Math.ceil(minutes / 60), "hour");
}

const counted = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"}`;

import { createHmac } from "node:crypto";
import type { Request } from "express";
import type { Pool } from "pg";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import type { Log } from "../observe/log.ts";
import { networkOf } from "./addresses.ts";
import { HttpError } from "./errors.ts";
import { createRateCounters, type Refusal } from "./rate-counters.ts";
import {
  type GuessLimitName,
  guessLimits,
  type RateLimit,
  type RateLimitName,
  type RateWindow,
  rateLimits,
} from "./rate-limits.ts";
import { createSharedCounter, type SharedCounter } from "./shared-counter.ts";

const TABLE = "rate_limits";
/** Most calls need the database anyway. */
const STORE_TIMEOUT_MS = 10_000;
const QUICK_STORE_TIMEOUT_MS = 1_000;
const CLEAN_EVERY_MS = 10 * 60 * 1000;

type Caller = Pick<Request, "ip" | "user">;

export interface RateLimiter {
  count(name: RateLimitName, caller: Caller): Promise<void>;
  /** Counted before the check, so that many at once can't slip through. Throws HttpError 429. */
  guess<Result>(name: GuessLimitName, caller: Caller, account: string, check: () => Promise<Result>): Promise<Result>;
  clean(): Promise<void>;
}

export interface RateLimiterOptions {
  pool: Pool;
  log: Log;
  /** Multiplies the calls of each window. */
  scale: number;
  /** Keys are digests, because what was typed as a user name may be a password. */
  secret: string;
  /** After it the process counts by itself. */
  storeTimeoutMs?: number;
  processes?: number;
}

/** In memory while PostgreSQL does not answer. Limits that guard no secret always are (rate-counters.ts). */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { pool, log, scale, secret, storeTimeoutMs = STORE_TIMEOUT_MS, processes = 1 } = options;
  const counters = new Map<string, readonly SharedCounter[]>();
  const store = { awayUntil: 0 };
  const quick = createRateCounters({ pool, log, storeTimeoutMs: options.storeTimeoutMs ?? QUICK_STORE_TIMEOUT_MS });
  const countersOf = (scope: string, windows: readonly RateWindow[] = []) => {
    const create = (window: RateWindow) =>
      createSharedCounter({ limiter: inDatabase(pool, scope, window, scale), processes, storeTimeoutMs, store });
    const ofScope = counters.get(scope) ?? windows.map(create);
    counters.set(scope, ofScope);
    return ofScope;
  };
  const keyOf = (...parts: string[]) => createHmac("sha256", secret).update(parts.join("\n")).digest("base64url");

  /** The shortest window first: what it refuses does not count in the longer ones. */
  async function consume(tooMany: string, scope: string, windows: readonly RateWindow[] | undefined, key: string) {
    for (const counter of countersOf(scope, windows)) refuse(tooMany, scope, await counter.consume(key));
  }

  async function consumeQuickly(tooMany: string, scope: string, windows: readonly RateWindow[] = [], key: string) {
    for (const { points, seconds } of windows) {
      const window = { points: scalePoints(points, scale), seconds };
      refuse(tooMany, scope, await quick.consume(`${scope}:${seconds}:${key}`, window));
    }
  }

  function refuse(tooMany: string, scope: string, refusal: Refusal | null): void {
    if (refusal === null) return;
    if (refusal.isFirst) log.info({ limit: scope }, "rate limit reached");
    throw rateLimited(tooMany, refusal.waitMs);
  }

  async function forgive(scope: string, key: string, all = false): Promise<void> {
    for (const counter of countersOf(scope)) await counter.forgive(key, all);
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

function inDatabase(pool: Pool, scope: string, { points, seconds }: RateWindow, scale: number): RateLimiterPostgres {
  const most = scalePoints(points, scale);
  return new RateLimiterPostgres({
    keyPrefix: `${scope}:${seconds}`,
    points: most,
    duration: seconds,
    storeClient: pool,
    storeType: "pool",
    tableName: TABLE,
    tableCreated: true,
    clearExpiredByTimeout: false,
    // A refused key costs the database nothing more.
    inMemoryBlockOnConsumed: most + 1,
  });
}

const scalePoints = (points: number, scale: number) => Math.max(1, Math.round(points * scale));

function rateLimited(tooMany: string, waitMs: number): HttpError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new HttpError(429, "rate_limited", `${tooMany} Please wait ${inWords(retryAfter)} and try again.`, {
    retryAfter,
  });
}

function inWords(seconds: number): string {
  if (seconds <= 90) return plural(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? plural(minutes, "minute") : plural(Math.ceil(minutes / 60), "hour");
}

const plural = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"}`;

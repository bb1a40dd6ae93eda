import type { SQL } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import type { CronJob, JobHandlers } from "#server/platform/jobs/queue.ts";
import type { Log } from "#server/platform/observe/log.ts";
import type { SpeechSynthesizer } from "#server/voice/speech/speech.ts";
import type { UsageMeasure } from "#shared/api/usage.ts";
import { dailyLimit, isReached } from "./limits.ts";
import * as queries from "./queries.ts";

/** In the transaction that stores it. */
export const countReply = (tx: Db, userId: string, tokens: { promptTokens: number; replyTokens: number }) =>
  queries.addUsage(tx, userId, tokens);

export const selectStored = (): SQL => queries.storedByOwner;

export interface UsageMeter {
  /** Never rejects: a lost count must not fail what was counted. */
  add(userId: string, spent: queries.UsageAmounts): Promise<void>;
  /** In the transaction that stores the question. Throws HttpError 429. */
  countQuestion(tx: Db, userId: string): Promise<{ maySpeak: boolean }>;
  /** Counted before the work, so that many at once can't exceed the limit. Throws HttpError 429. */
  spend<Result>(
    userId: string,
    spent: { measure: queries.CountedBefore; amount: number },
    work: () => Promise<Result>,
  ): Promise<Result>;
  require(userId: string, measure: UsageMeasure): Promise<void>;
}

interface UsageDeps {
  db: Db;
  log: Log;
}

export function createUsageMeter({ db, log }: UsageDeps): UsageMeter {
  async function add(userId: string, spent: queries.UsageAmounts): Promise<void> {
    try {
      await queries.addUsage(db, userId, spent);
    } catch (error) {
      log.warn({ err: error, user: userId, spent }, "usage was not counted");
    }
  }

  return {
    add,
    async countQuestion(tx, userId) {
      const counts = await queries.takeQuestion(tx, userId);
      if (counts !== null) return { maySpeak: !isReached(counts, "characters") };
      const today = await queries.readToday(tx, userId);
      const isOfTokens = isReached(today, "tokens") && !isReached(today, "messages");
      throw dailyLimit(today, isOfTokens ? "tokens" : "messages");
    },
    async spend(userId, { measure, amount }, work) {
      if (!(await queries.takeUsage(db, userId, measure, amount)))
        throw dailyLimit(await queries.readToday(db, userId), measure);
      try {
        return await work();
      } catch (error) {
        await add(userId, { [measure]: -amount });
        throw error;
      }
    },
    async require(userId, measure) {
      const today = await queries.readToday(db, userId);
      if (isReached(today, measure)) throw dailyLimit(today, measure);
    },
  };
}

export function meteredSpeech(speech: SpeechSynthesizer, usage: UsageMeter, userId: string): SpeechSynthesizer {
  return {
    engine: speech.engine,
    async synthesize(utterance, signal, onPiece) {
      const clip = await speech.synthesize(utterance, signal, onPiece);
      if (clip.length > 0) await usage.add(userId, { characters: utterance.text.length });
      return clip;
    },
    close: () => speech.close(),
  };
}

export const usageCronJob: CronJob = { name: "maintain_usage", match: "7 * * * *", firstAfterSeconds: 0 };

export function usageJobs({ db }: { db: Db }): Pick<JobHandlers, "maintain_usage"> {
  return { maintain_usage: () => maintainUsage(db) };
}

export async function maintainUsage(db: Db): Promise<void> {
  await queries.measureStored(db);
  await queries.dropOldUsage(db);
}

import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import type { CronJob, JobHandlers } from "#server/jobs/queue.ts";
import type { Log } from "#server/log.ts";
import type { SpeechSynthesizer } from "#server/providers/speech/speech.ts";
import type { UsageMeasure } from "#shared/api/usage.ts";
import { dailyLimit, isReached } from "./limits.ts";
import * as queries from "./queries.ts";

/**
 * What counts a question, as parts of the statement that stores it and passes what it found to `admitQuestion`.
 * @param userId its place in that statement
 */
export const countQuestion = (userId: Placeholder) => queries.questionCount(userId);

/**
 * Counts a reply in the statement that stores it: a step of that one's `with`, for where the condition holds. The statement
 * has places named `promptTokens` and `replyTokens`.
 */
export const countReply = (userId: Placeholder, condition: SQL): SQL =>
  queries.adding(
    userId,
    { promptTokens: sql.placeholder("promptTokens"), replyTokens: sql.placeholder("replyTokens") },
    condition,
  );

/** A select of the bytes that each user's files take up now: `user_id` and `bytes`. */
export const selectStored = (): SQL => queries.storedByOwner;

/** What the statement found that stores a question and counts it. */
export interface Storing<Stored> {
  /** Null where it stored nothing. */
  stored: Stored | null;
  /** Whether it would have stored the question, had no limit been reached. */
  isAsked: boolean;
  counted: queries.CountedRow | null;
}

/** Counts what users use, and refuses calls when a daily limit is reached. */
export interface UsageMeter {
  /** Adds to the counts of the day. Never rejects: a lost count must not fail what was counted. */
  add(userId: string, spent: queries.Spent): Promise<void>;
  /**
   * Stores a question to a pet by a statement that also counts it.
   * @throws HttpError 429 where the limit of messages or tokens is reached
   */
  admitQuestion<Stored>(
    userId: string,
    store: () => Promise<Storing<Stored>>,
  ): Promise<{ stored: Stored | null; maySpeak: boolean }>;
  /**
   * Counts what work will use before it begins, so that many at once can't exceed the limit; not where it fails.
   * @throws HttpError 429 where the limit of this measure is reached
   */
  spend<Result>(
    userId: string,
    spent: { measure: queries.CountedBefore; amount: number },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** @throws HttpError 429 where the limit of this measure is reached */
  require(userId: string, measure: UsageMeasure): Promise<void>;
}

interface UsageDeps {
  db: Db;
  log: Log;
}

export function createUsageMeter({ db, log }: UsageDeps): UsageMeter {
  async function add(userId: string, spent: queries.Spent): Promise<void> {
    try {
      await queries.addUsage(db, userId, spent);
    } catch (error) {
      log.warn({ err: error, user: userId, spent }, "usage was not counted");
    }
  }

  return {
    add,
    async admitQuestion(userId, store) {
      const { stored, isAsked, counted } = await store();
      if (counted === null) {
        if (isAsked) throw await refusal(userId);
        return { stored, maySpeak: false };
      }
      // Of two tries at the same moment one is counted in vain.
      if (stored === null) await add(userId, { messages: -1 });
      return { stored, maySpeak: !isReached(queries.countsOf(counted), "characters") };
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

  async function refusal(userId: string) {
    const today = await queries.readToday(db, userId);
    return dailyLimit(today, isReached(today, "tokens") && !isReached(today, "messages") ? "tokens" : "messages");
  }
}

/** A synthesizer that counts the spoken characters for a user. */
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

/** Stored bytes are measured once an hour, for the administrators' screens. */
export const usageCronJob: CronJob = { name: "maintain_usage", match: "7 * * * *", firstAfterSeconds: 0 };

export function usageJobs({ db }: { db: Db }): Pick<JobHandlers, "maintain_usage"> {
  return { maintain_usage: () => maintainUsage(db) };
}

export async function maintainUsage(db: Db): Promise<void> {
  await queries.measureStored(db);
  await queries.dropOldUsage(db);
}

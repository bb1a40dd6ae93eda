import type { UsageMeasure } from "../../../shared/api/usage.ts";
import type { Db } from "../../db/client.ts";
import type { CronJob, JobHandlers } from "../../jobs/queue.ts";
import type { Log } from "../../log.ts";
import type { SpeechSynthesizer } from "../../providers/speech/speech.ts";
import { dailyLimit, isReached } from "./limits.ts";
import * as queries from "./queries.ts";

/** What an admitted question may do, and how its count is taken back where there was no reply. */
export interface Admission {
  maySpeak: boolean;
  takeBack(): Promise<void>;
}

/** Counts what users use, and refuses calls when a daily limit is reached. */
export interface UsageMeter {
  /** Adds to the counts of the day. Never rejects: a lost count must not fail what was counted. */
  add(userId: string, spent: queries.Spent): Promise<void>;
  /** Counts a question to a pet. @throws HttpError 429 where the limit of messages or tokens is reached */
  admitQuestion(userId: string): Promise<Admission>;
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
    async admitQuestion(userId) {
      const counted = await queries.countQuestion(db, userId);
      if (counted === null) throw await refusal(userId);
      return {
        maySpeak: !isReached(counted, "characters"),
        takeBack: () => add(userId, { messages: -1 }),
      };
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
    async synthesize(utterance, signal) {
      const clip = await speech.synthesize(utterance, signal);
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

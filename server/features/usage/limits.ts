import { HttpError } from "#server/platform/http/errors.ts";
import { DAILY_LIMIT_CODE, type DayOfUse, NEAR_SHARE, type UsageMeasure, usageMeasures } from "#shared/api/usage.ts";
import type { Counts, Today } from "./queries.ts";

export const isReached = ({ used, limits }: Counts, measure: UsageMeasure): boolean => {
  const limit = limits[measure];
  return limit !== null && used[measure] >= limit;
};

export function dayOfUse(today: Today): Omit<DayOfUse, "resetsAt"> & { resetsAt: Date } {
  return {
    day: today.day,
    resetsAt: today.resetsAt,
    measures: usageMeasures.map((measure) => {
      const limit = today.limits[measure];
      const used = today.used[measure];
      const isNear = limit !== null && used >= limit * NEAR_SHARE;
      return { measure, used, limit, state: isReached(today, measure) ? "reached" : isNear ? "near" : "ok" };
    }),
  };
}

export function dailyLimit(today: Today, measure: UsageMeasure, now = new Date()): HttpError {
  const { resetsAt } = today;
  const retryAfter = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000));
  const limit = (today.limits[measure] ?? 0).toLocaleString("en-US");
  const sentence = `${reached[measure](limit)} ${again[measure]} ${spanOf(retryAfter)}.`;
  return new HttpError(429, DAILY_LIMIT_CODE, sentence, { retryAfter, resetsAt: resetsAt.toISOString(), measure });
}

const reached: Record<UsageMeasure, (limit: string) => string> = {
  messages: (limit) => `You have used all of today's ${limit} messages.`,
  tokens: () => "You have used up what your pets may read and write today.",
  characters: (limit) => `You have used all of today's ${limit} spoken characters.`,
  seconds: (limit) => `You have used all of today's ${limit} seconds of speech recognition.`,
};

const again: Record<UsageMeasure, string> = {
  messages: "You can write again",
  tokens: "You can write again",
  characters: "There will be speech again",
  seconds: "Please type your message; you can speak again",
};

function spanOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return "in a minute";
  if (minutes < 100) return `in ${minutes} minutes`;
  return `in about ${Math.round(minutes / 60)} hours`;
}

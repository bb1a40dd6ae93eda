import { z } from "zod";
import { route } from "../route.ts";
import { timestamp } from "./common.ts";

/** Days are those of the account's time zone. */
export const USAGE_DAYS = 400;

/**
 * Questions to pets; tokens that the language model read and wrote; characters of the synthesizer; seconds of
 * recognized recordings.
 */
export const usageMeasures = ["messages", "tokens", "characters", "seconds"] as const;
export type UsageMeasure = (typeof usageMeasures)[number];

export const day = z.iso.date();
export const amount = z.number().int().nonnegative();

/** The share of a limit at which its user is warned. */
export const NEAR_SHARE = 0.8;

export const measuredUse = z.object({
  measure: z.enum(usageMeasures),
  used: amount,
  /** Null: no limit. */
  limit: amount.nullable(),
  /** `near` from 80 % of the limit, `reached` where nothing is left. */
  state: z.enum(["ok", "near", "reached"]),
});
export type MeasuredUse = z.output<typeof measuredUse>;

export const dayOfUse = z.object({
  day,
  /** The next midnight of the account. */
  resetsAt: timestamp,
  measures: z.array(measuredUse),
});
export type DayOfUse = z.output<typeof dayOfUse>;

export const getMyUsage = route({
  method: "GET",
  path: "/api/usage/me",
  summary: "What the caller used today, by the day of its account, and how much a day their roles allow",
  response: dayOfUse,
});

/** The code of the 429 at a daily limit; `resetsAt` and `measure` stand beside it. */
export const DAILY_LIMIT_CODE = "daily_limit";

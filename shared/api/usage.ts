import { z } from "zod";
import { route } from "../route.ts";
import { timestamp } from "./common.ts";

/** Counts are kept this long. Days are those of the account's time zone. */
export const USAGE_DAYS = 400;

/**
 * What can be limited: questions to pets, tokens of the language model (read and written), characters spoken by the
 * synthesizer, seconds of recordings recognized.
 */
export const usageMeasures = ["messages", "tokens", "characters", "seconds"] as const;
export type UsageMeasure = (typeof usageMeasures)[number];

export const day = z.iso.date();
export const amount = z.number().int().nonnegative();

/** From this share of a limit on, its user is warned. */
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
  /** When the counts begin anew: the next midnight of the account. */
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

/** The code of the 429 that answers a caller whose daily limit is reached; `resetsAt` and `measure` stand beside it. */
export const DAILY_LIMIT_CODE = "daily_limit";

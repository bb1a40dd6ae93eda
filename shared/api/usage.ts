import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { cursor, id, optionalText, pageLimit, timestamp } from "./common.ts";

/** Counts are kept this long. Days are those of UTC, everywhere and for everyone. */
export const USAGE_DAYS = 400;

/**
 * What can be limited: questions to pets, tokens of the language model (read and written), characters spoken by the
 * synthesiser, seconds of recordings recognised.
 */
export const usageMeasures = ["messages", "tokens", "characters", "seconds"] as const;
export type UsageMeasure = (typeof usageMeasures)[number];

const day = z.iso.date();
const amount = z.number().int().nonnegative();

// One's own day

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
  /** When the counts begin anew: the next midnight in UTC. */
  resetsAt: timestamp,
  measures: z.array(measuredUse),
});
export type DayOfUse = z.output<typeof dayOfUse>;

export const getMyUsage = route({
  method: "GET",
  path: "/api/usage/me",
  summary: "What the caller used today (UTC), and how much a day their roles allow",
  response: dayOfUse,
});

/** The code of the 429 that answers a caller whose daily limit is reached; `resetsAt` and `measure` stand beside it. */
export const DAILY_LIMIT_CODE = "daily_limit";

// Everybody's

export const usagePeriods = ["7", "30", "90"] as const;
export type UsagePeriod = (typeof usagePeriods)[number];
const period = z.enum(usagePeriods).default("30");

export const usageCounts = z.object({
  messages: amount,
  promptTokens: amount,
  replyTokens: amount,
  characters: amount,
  seconds: amount,
  /** Of documents: what is stored, not what was added. For a day, as last measured on it. */
  storedBytes: amount,
});
export type UsageCounts = z.output<typeof usageCounts>;

export const usageReport = z.object({
  /** Oldest first, every day of the period, today last. */
  days: z.array(usageCounts.extend({ day })),
  /** Sums over the days; `storedBytes` as it is now. */
  totals: usageCounts,
});
export type UsageReport = z.output<typeof usageReport>;

export const getUsage = route({
  method: "GET",
  path: "/api/admin/usage",
  summary: "What all users together used, by day (UTC)",
  query: z.object({ days: period }),
  response: usageReport,
});

export const userUsageSorts = ["name", "-messages", "-tokens", "-characters", "-seconds", "-storedBytes"] as const;
export type UserUsageSort = (typeof userUsageSorts)[number];

export const userUsage = usageCounts.extend({
  id,
  name: z.string(),
  username: z.string().nullable(),
  email: z.string(),
});
export type UserUsage = z.output<typeof userUsage>;

export const listUserUsage = route({
  method: "GET",
  path: "/api/admin/usage/users",
  summary: "What each user used in the period; q searches names, user names and email addresses",
  query: z.object({
    days: period,
    q: optionalText("Search", limits.searchQuery).optional(),
    sort: z.enum(userUsageSorts).default("-messages"),
    cursor: cursor.optional(),
    limit: pageLimit.default(20),
  }),
  response: z.object({ users: z.array(userUsage), total: z.number().int(), nextCursor: z.string().nullable() }),
});

export const getUserUsage = route({
  method: "GET",
  path: "/api/admin/usage/users/:userId",
  summary: "What one user used, by day (UTC)",
  params: z.object({ userId: id }),
  query: z.object({ days: period }),
  response: usageReport,
});

// Limits of roles

const limit = (what: string) =>
  z
    .number(`${what} must be a whole number`)
    .int(`${what} must be a whole number`)
    .min(1, `${what} must be at least 1; leave it empty for no limit`)
    .max(limits.dailyLimit, `${what} can be at most ${limits.dailyLimit.toLocaleString("en-US")}`)
    .nullable();

/** What the holders of a role may use a day; null: no limit. Of several roles the most generous counts. */
export const roleLimits = z.object({
  messages: limit("Messages"),
  tokens: limit("Tokens"),
  characters: limit("Characters"),
  seconds: limit("Seconds"),
});
export type RoleLimits = z.output<typeof roleLimits>;

export const limitedRole = z.object({ id, name: z.string(), userCount: z.number().int(), limits: roleLimits });
export type LimitedRole = z.output<typeof limitedRole>;

export const listRoleLimits = route({
  method: "GET",
  path: "/api/admin/role-limits",
  summary: "All roles by name, with what their holders may use a day",
  response: z.object({ roles: z.array(limitedRole) }),
});

export const putRoleLimits = route({
  method: "PUT",
  path: "/api/admin/role-limits/:roleId",
  summary: "Change what the holders of a role may use a day",
  params: z.object({ roleId: id }),
  body: roleLimits,
  response: z.object({ role: limitedRole }),
});

import { z } from "zod";
import { id, pageInfo, pageLimit, pageQuery } from "#shared/api/common.ts";
import { amount, day } from "#shared/api/usage.ts";
import { route } from "#shared/route.ts";

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
  summary: "What all users together used, by day: each person's own",
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
    q: pageQuery.q,
    sort: z.enum(userUsageSorts).default("-messages"),
    cursor: pageQuery.cursor,
    limit: pageLimit.default(20),
  }),
  response: z.object({ users: z.array(userUsage), ...pageInfo }),
});

export const getUserUsage = route({
  method: "GET",
  path: "/api/admin/usage/users/:userId",
  summary: "What one user used, by day of their time zone",
  params: z.object({ userId: id }),
  query: z.object({ days: period }),
  response: usageReport,
});

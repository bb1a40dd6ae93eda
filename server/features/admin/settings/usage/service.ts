import { z } from "zod";
import type { Place } from "#server/features/admin/paged.ts";
import type { Db } from "#server/platform/db/client.ts";
import { notFound } from "#server/platform/http/errors.ts";
import type { UsageCounts, UsagePeriod, UsageReport } from "#shared/api/admin/settings/usage.ts";
import * as queries from "./queries.ts";

export const byCount: z.ZodType<Place> = z.tuple([z.string().regex(/^\d{1,18}$/), z.uuid()]);

const nothing: UsageCounts = {
  messages: 0,
  promptTokens: 0,
  replyTokens: 0,
  characters: 0,
  seconds: 0,
  storedBytes: 0,
};

/** Each user is counted by the days of their own time zone. */
export const reportOfAll = (db: Db, period: UsagePeriod, readerId: string): Promise<UsageReport> =>
  report(db, Number(period), readerId);

export async function reportOfUser(db: Db, period: UsagePeriod, userId: string): Promise<UsageReport> {
  if (!(await queries.userExists(db, userId))) throw notFound("User");
  return report(db, Number(period), userId, userId);
}

async function report(db: Db, period: number, whoseDay: string, userId?: string): Promise<UsageReport> {
  const today = await queries.currentDay(db, whoseDay);
  const counted = new Map((await queries.listDays(db, period, whoseDay, userId)).map((row) => [row.day, row]));
  const stored = await queries.storedBytes(db, userId);
  const totals = { ...nothing, storedBytes: stored };
  // A day without a measurement gets the value of the day before.
  let storedBytes = 0;
  const days = lastDays(today, period).map((day) => {
    const row = counted.get(day);
    storedBytes = day === today ? stored : Number(row?.storedBytes ?? storedBytes);
    const counts = { ...nothing, ...row, day, storedBytes };
    for (const name of ["messages", "promptTokens", "replyTokens", "characters", "seconds"] as const)
      totals[name] += counts[name];
    return counts;
  });
  return { days, totals };
}

function lastDays(today: string, number: number): string[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: number }, (_day, index) =>
    new Date(end - (number - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

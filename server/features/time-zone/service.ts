import type { SQL } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { HttpError } from "#server/platform/http/errors.ts";
import * as queries from "./queries.ts";

export const todayOf = (userId: string | SQL): SQL => queries.todayIn(queries.countingZone(userId));

export const midnightOf = (userId: string): SQL => queries.midnightIn(queries.countingZone(userId));

export const readTimeZone = queries.readTimeZone;

/** Only where the account has none yet. */
export async function learnTimeZone(
  db: Db,
  user: { id: string; timeZone: string | null },
  timeZone: string | undefined,
) {
  if (timeZone !== undefined && user.timeZone === null) await queries.setTimeZone(db, user.id, timeZone, true);
}

/** Once a day, because limits are counted by the day. Throws HttpError 409. */
export async function changeTimeZone(db: Db, userId: string, timeZone: string) {
  const isChanged = await queries.setTimeZone(db, userId, timeZone, false);
  const now = await queries.readTimeZone(db, userId);
  if (!isChanged && now.name !== timeZone && now.changeableFrom !== null)
    throw changedToday(now.name, now.changeableFrom);
  return now;
}

function changedToday(timeZone: string | null, changeableFrom: Date): HttpError {
  const style = { dateStyle: "long", timeStyle: "short", timeZone: timeZone ?? "UTC" } as const;
  const when = new Intl.DateTimeFormat("en-US", style).format(changeableFrom);
  return new HttpError(
    409,
    "changed_today",
    `Your time zone was set today already. You can change it from ${when} on.`,
  );
}

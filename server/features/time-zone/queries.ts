import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { users } from "#shared/schema.ts";

/** A day of change is counted to its end as it began, so that no change brings another day's allowance. */
export const countingZone = (userId: string | SQL): SQL => sql`known_time_zone((
  select case when now() < account.time_zone_from then account.time_zone_before else account.time_zone end
  from users account where account.id = ${userId}::uuid))`;

export const todayIn = (zone: SQL): SQL => sql`(now() at time zone ${zone})::date`;

export const midnightIn = (zone: SQL): SQL => sql`((${todayIn(zone)} + 1)::timestamp at time zone ${zone})`;

/** False until the day of the last change is over. */
export async function setTimeZone(
  db: Db,
  userId: string,
  timeZone: string,
  onlyWhereUnknown: boolean,
): Promise<boolean> {
  const changed = await db
    .update(users)
    .set({
      timeZone,
      timeZoneBefore: sql`${users.timeZone}`,
      timeZoneFrom: midnightIn(sql`known_time_zone(${users.timeZone})`),
    })
    .where(
      and(
        eq(users.id, userId),
        or(isNull(users.timeZoneFrom), lte(users.timeZoneFrom, sql`now()`)),
        onlyWhereUnknown ? isNull(users.timeZone) : sql`${users.timeZone} is distinct from ${timeZone}`,
      ),
    )
    .returning({ id: users.id });
  return changed.length === 1;
}

/** With when it may be changed again; null for now. */
export async function readTimeZone(db: Db, userId: string) {
  const [found] = await db
    .select({
      name: users.timeZone,
      changeableFrom: sql<Date | null>`case when now() < ${users.timeZoneFrom} then ${users.timeZoneFrom} end`.mapWith(
        users.timeZoneFrom,
      ),
    })
    .from(users)
    .where(eq(users.id, userId));
  return found ?? { name: null, changeableFrom: null };
}

import { and, asc, count, desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Page } from "#server/features/admin/paged.ts";
import { todayOf } from "#server/features/time-zone/service.ts";
import { selectStored } from "#server/features/usage/service.ts";
import { searchedUser } from "#server/platform/db/account-queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import { containsWords, foldedText } from "#server/platform/db/search.ts";
import type { UserUsageSort } from "#shared/api/admin/settings/usage.ts";
import { usageDaily, users } from "#shared/schema.ts";
import { searchWords } from "#shared/search-words.ts";

/** Ends with this user's today. */
const since = (days: number, userId: string): SQL => sql`${usageDaily.day} > ${todayOf(userId)} - ${days}::int`;
const sum = (column: SQLWrapper) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);

/** Oldest first; `storedBytes` is null on a day without a measurement. */
export function listDays(db: Db, days: number, whoseDay: string, userId?: string) {
  return db
    .select({
      day: usageDaily.day,
      messages: sum(usageDaily.messages),
      promptTokens: sum(usageDaily.promptTokens),
      replyTokens: sum(usageDaily.replyTokens),
      characters: sum(usageDaily.characters),
      seconds: sum(usageDaily.seconds),
      storedBytes: sql<string | null>`sum(${usageDaily.storedBytes})`,
    })
    .from(usageDaily)
    .where(and(since(days, whoseDay), userId === undefined ? undefined : eq(usageDaily.userId, userId)))
    .groupBy(usageDaily.day)
    .orderBy(asc(usageDaily.day));
}

export async function currentDay(db: Db, userId: string): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(sql`select ${todayOf(userId)}::text as day`);
  const [row] = rows;
  if (row === undefined) throw new Error("A select without a table is a row.");
  return row.day;
}

/** Of everyone, or of one user's pets. */
export async function storedBytes(db: Db, userId?: string): Promise<number> {
  const whose = userId === undefined ? sql`true` : sql`user_id = ${userId}::uuid`;
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select coalesce(sum(bytes), 0) as bytes from (${selectStored()}) stored where ${whose}`,
  );
  return Number(rows[0]?.bytes ?? 0);
}

export async function userExists(db: Db, id: string): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).where(eq(users.id, id))).length === 1;
}

export async function listUsage(
  db: Db,
  { days, whoseDay }: { days: number; whoseDay: string },
  sort: UserUsageSort,
  { q, after, limit }: Page,
) {
  const used = db
    .select({
      userId: usageDaily.userId,
      messages: sum(usageDaily.messages).as("messages"),
      promptTokens: sum(usageDaily.promptTokens).as("prompt_tokens"),
      replyTokens: sum(usageDaily.replyTokens).as("reply_tokens"),
      characters: sum(usageDaily.characters).as("characters"),
      seconds: sum(usageDaily.seconds).as("seconds"),
    })
    .from(usageDaily)
    .where(since(days, whoseDay))
    .groupBy(usageDaily.userId)
    .as("used");
  const { by, kind, down } = orderOf(sort);
  const place =
    after === undefined
      ? undefined
      : sql`(${by}, users.id) ${down ? sql`<` : sql`>`} (${after[0]}::${sql.raw(kind)}, ${after[1]}::uuid)`;
  const counted = (column: string) => sql<number>`coalesce(used.${sql.raw(column)}, 0)`.mapWith(Number);
  const query = db
    .select({
      id: users.id,
      name: sql<string>`users.first_name || ' ' || users.last_name`,
      username: users.username,
      email: users.email,
      messages: counted("messages"),
      promptTokens: counted("prompt_tokens"),
      replyTokens: counted("reply_tokens"),
      characters: counted("characters"),
      seconds: counted("seconds"),
      storedBytes: sql<number>`coalesce(stored.bytes, 0)`.mapWith(Number),
      sortKey: sql<string>`(${by})::text`,
    })
    .from(users)
    .leftJoin(used, eq(used.userId, users.id))
    .leftJoin(sql`(${selectStored()}) stored`, sql`stored.user_id = ${users.id}`)
    .where(and(found(q), place))
    .orderBy(...(down ? [desc(by), desc(users.id)] : [asc(by), asc(users.id)]));
  const [all] = await db.select({ number: count() }).from(users).where(found(q));
  return { rows: await query.limit(limit), total: all?.number ?? 0 };
}

function orderOf(sort: UserUsageSort): { by: SQL; kind: "text" | "numeric"; down: boolean } {
  switch (sort) {
    case "name":
      return { by: sql`lower(users.first_name || ' ' || users.last_name)`, kind: "text", down: false };
    case "-messages":
      return { by: sql`coalesce(used.messages, 0)`, kind: "numeric", down: true };
    case "-tokens":
      return { by: sql`coalesce(used.prompt_tokens + used.reply_tokens, 0)`, kind: "numeric", down: true };
    case "-characters":
      return { by: sql`coalesce(used.characters, 0)`, kind: "numeric", down: true };
    case "-seconds":
      return { by: sql`coalesce(used.seconds, 0)`, kind: "numeric", down: true };
    case "-storedBytes":
      return { by: sql`coalesce(stored.bytes, 0)`, kind: "numeric", down: true };
  }
}

const found = (q: string | undefined) => containsWords(foldedText(searchedUser), searchWords(q ?? ""));

import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { contributions, diaryAnswers, memories, users } from "#shared/schema.ts";

// Apart from the other queries, because the lists of pets, answers and memories hold it.

const LAPSE_DAYS = 30;

export const lapsesAt = sql`${contributions.createdAt} + make_interval(days => ${sql.raw(String(LAPSE_DAYS))})`;

/** Neither kept nor lapsed. */
export const isWaiting = and(isNull(contributions.answerId), isNull(contributions.memoryId), gt(lapsesAt, sql`now()`));

export const authorName = sql<string>`coalesce(${users.firstName}, ${contributions.authorName})`;

const selectAuthor = (db: Db) =>
  db.select({ name: authorName }).from(contributions).leftJoin(users, eq(users.id, contributions.userId));

/** First name of whoever gave a diary answer; null where nobody of the family did, or its words were changed since. */
export function selectAnswerAuthor(db: Db) {
  const given = and(eq(contributions.answerId, diaryAnswers.id), eq(contributions.text, diaryAnswers.answer));
  return sql<string | null>`(${selectAuthor(db).where(given).limit(1)})`.as("author");
}

/** As `selectAnswerAuthor`, of a memory of the pet. */
export function selectMemoryAuthor(db: Db) {
  const given = and(eq(contributions.memoryId, memories.id), eq(contributions.text, memories.text));
  return sql<string | null>`(${selectAuthor(db).where(given).limit(1)})`.as("author");
}

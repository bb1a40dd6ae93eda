import { and, desc, eq, isNotNull, max, not, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { diaryAnswers, diaryQuestions, sessions } from "#shared/schema.ts";

/** Newest first; `isNew`: since the user and the pet last talked. */
export function listAnswers(db: Db, agentId: string, userId: string) {
  const lastTalk = db
    .select({ at: max(sessions.lastMessageAt) })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.agentId, agentId)));
  return db
    .select({
      key: diaryQuestions.key,
      question: diaryQuestions.question,
      isOwn: sql<boolean>`${diaryQuestions.agentId} is not null`,
      answer: diaryAnswers.answer,
      isNew: sql<boolean>`${diaryAnswers.updatedAt} > coalesce((${lastTalk}), '-infinity')`,
    })
    .from(diaryAnswers)
    .innerJoin(diaryQuestions, eq(diaryQuestions.id, diaryAnswers.questionId))
    .where(and(eq(diaryAnswers.agentId, agentId), diaryQuestions.isActive))
    .orderBy(desc(diaryAnswers.updatedAt), diaryQuestions.orderIndex);
}

/** What the person's last talk with the pet was about, in their words; undefined where they never talked. */
export async function readLastTalk(db: Db, agentId: string, userId: string) {
  const [last] = await db
    .select({ about: sql<string | null>`coalesce(${sessions.about}, ${sessions.name})` })
    .from(sessions)
    .where(
      and(
        ...[eq(sessions.userId, userId), eq(sessions.agentId, agentId)],
        ...[isNotNull(sessions.lastMessageAt), not(sessions.isTemporary)],
      ),
    )
    .orderBy(desc(sessions.lastMessageAt))
    .limit(1);
  return last;
}

import { and, desc, eq, max, sql } from "drizzle-orm";
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

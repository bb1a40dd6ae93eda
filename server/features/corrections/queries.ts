import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { diaryAnswers, diaryQuestions, offeredCorrections } from "#shared/schema.ts";

/** The answers of a pet in these words. */
export function findAnswersOf(db: Db, agentId: string, answer: string) {
  return db
    .select({ id: diaryAnswers.id, key: diaryQuestions.key, question: diaryQuestions.question })
    .from(diaryAnswers)
    .innerJoin(diaryQuestions, eq(diaryQuestions.id, diaryAnswers.questionId))
    .where(and(eq(diaryAnswers.agentId, agentId), eq(diaryAnswers.answer, answer), eq(diaryQuestions.isActive, true)));
}

/** What is offered with these replies. */
export function listCorrections(db: Db, messageIds: readonly string[]) {
  return db
    .select({
      messageId: offeredCorrections.messageId,
      agentId: diaryAnswers.agentId,
      questionId: diaryAnswers.questionId,
      key: diaryQuestions.key,
      question: diaryQuestions.question,
      before: diaryAnswers.answer,
      text: offeredCorrections.text,
    })
    .from(offeredCorrections)
    .innerJoin(diaryAnswers, eq(diaryAnswers.id, offeredCorrections.answerId))
    .innerJoin(diaryQuestions, eq(diaryQuestions.id, diaryAnswers.questionId))
    .where(and(inArray(offeredCorrections.messageId, [...messageIds]), eq(diaryQuestions.isActive, true)));
}

export async function insertCorrection(db: Db, offered: { messageId: string; answerId: string; text: string }) {
  await db.insert(offeredCorrections).values(offered).onConflictDoNothing();
}

export async function deleteCorrection(db: Db, messageId: string): Promise<void> {
  await db.delete(offeredCorrections).where(eq(offeredCorrections.messageId, messageId));
}

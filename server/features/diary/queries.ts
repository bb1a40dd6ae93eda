import { and, asc, eq, isNull, max, or, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { diaryAnswers, diaryQuestions, offeredCorrections } from "#shared/schema.ts";
import { authorOfAnswer } from "../contributions/contributions.ts";

/** Own questions come after all others. */
const FIRST_OWN_INDEX = 1_000_000_000;

export async function listActiveQuestions(db: Db) {
  return db
    .select()
    .from(diaryQuestions)
    .where(and(eq(diaryQuestions.isActive, true), isNull(diaryQuestions.agentId)))
    .orderBy(asc(diaryQuestions.orderIndex), asc(diaryQuestions.id));
}

export async function listAnswers(db: Db, agentId: string) {
  return db
    .select({ answer: diaryAnswers, author: authorOfAnswer(db) })
    .from(diaryAnswers)
    .innerJoin(diaryQuestions, eq(diaryQuestions.id, diaryAnswers.questionId))
    .where(eq(diaryAnswers.agentId, agentId))
    .orderBy(asc(diaryQuestions.orderIndex), asc(diaryQuestions.id))
    .then((rows) => rows.map(({ answer, author }) => ({ ...answer, author })));
}

export function listOwnQuestions(db: Db, agentId: string) {
  return db
    .select()
    .from(diaryQuestions)
    .where(eq(diaryQuestions.agentId, agentId))
    .orderBy(asc(diaryQuestions.orderIndex), asc(diaryQuestions.id));
}

/** Call it while the pet is locked, or two questions may get the same place. */
export async function insertOwnQuestion(db: Db, agentId: string, question: string) {
  const [last] = await db
    .select({ orderIndex: max(diaryQuestions.orderIndex) })
    .from(diaryQuestions)
    .where(eq(diaryQuestions.agentId, agentId));
  const [added] = await db
    .insert(diaryQuestions)
    .values({ agentId, question, orderIndex: (last?.orderIndex ?? FIRST_OWN_INDEX) + 1 })
    .returning();
  if (added === undefined) throw new Error("The question was not stored.");
  return added;
}

export async function deleteOwnQuestion(db: Db, agentId: string, questionId: string): Promise<void> {
  await db.delete(diaryQuestions).where(and(eq(diaryQuestions.id, questionId), eq(diaryQuestions.agentId, agentId)));
}

export async function findActiveQuestion(db: Db, agentId: string, id: string) {
  const [found] = await db
    .select()
    .from(diaryQuestions)
    .where(
      and(
        eq(diaryQuestions.id, id),
        eq(diaryQuestions.isActive, true),
        or(isNull(diaryQuestions.agentId), eq(diaryQuestions.agentId, agentId)),
      ),
    );
  return found ?? null;
}

export async function upsertAnswer(db: Db, values: { agentId: string; questionId: string; answer: string }) {
  const [saved] = await db
    .insert(diaryAnswers)
    .values(values)
    .onConflictDoUpdate({
      target: [diaryAnswers.agentId, diaryAnswers.questionId],
      set: { answer: values.answer, updatedAt: sql`now()` },
    })
    .returning();
  if (saved === undefined) throw new Error("An upsert returned no row.");
  // What was offered was for the words before.
  await db.delete(offeredCorrections).where(eq(offeredCorrections.answerId, saved.id));
  return saved;
}

export async function deleteAnswer(db: Db, agentId: string, questionId: string): Promise<boolean> {
  const deleted = await db
    .delete(diaryAnswers)
    .where(and(eq(diaryAnswers.agentId, agentId), eq(diaryAnswers.questionId, questionId)))
    .returning({ id: diaryAnswers.id });
  return deleted.length === 1;
}

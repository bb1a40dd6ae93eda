import { and, asc, eq, sql } from "drizzle-orm";
import { diaryAnswers, diaryQuestions } from "../../../shared/schema.ts";
import type { Db } from "../../db/client.ts";

export async function listActiveQuestions(db: Db) {
  return db
    .select()
    .from(diaryQuestions)
    .where(eq(diaryQuestions.isActive, true))
    .orderBy(asc(diaryQuestions.orderIndex), asc(diaryQuestions.id));
}

export async function listAnswers(db: Db, agentId: string) {
  return db
    .select({ answer: diaryAnswers })
    .from(diaryAnswers)
    .innerJoin(diaryQuestions, eq(diaryQuestions.id, diaryAnswers.questionId))
    .where(eq(diaryAnswers.agentId, agentId))
    .orderBy(asc(diaryQuestions.orderIndex), asc(diaryQuestions.id))
    .then((rows) => rows.map((row) => row.answer));
}

export async function isActiveQuestion(db: Db, id: string): Promise<boolean> {
  const [found] = await db
    .select({ id: diaryQuestions.id })
    .from(diaryQuestions)
    .where(and(eq(diaryQuestions.id, id), eq(diaryQuestions.isActive, true)));
  return found !== undefined;
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
  return saved;
}

export async function deleteAnswer(db: Db, agentId: string, questionId: string): Promise<boolean> {
  const deleted = await db
    .delete(diaryAnswers)
    .where(and(eq(diaryAnswers.agentId, agentId), eq(diaryAnswers.questionId, questionId)))
    .returning({ id: diaryAnswers.id });
  return deleted.length === 1;
}

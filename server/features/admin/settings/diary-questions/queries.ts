import { and, asc, eq, inArray, isNull, max, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { locks } from "#server/platform/db/locks.ts";
import { agents, diaryAnswers, diaryQuestions } from "#shared/schema.ts";

const shown = {
  id: diaryQuestions.id,
  question: diaryQuestions.question,
  orderIndex: diaryQuestions.orderIndex,
  category: diaryQuestions.category,
  isActive: diaryQuestions.isActive,
  createdAt: diaryQuestions.createdAt,
  answerCount: sql<number>`(select count(*)::int from diary_answers where diary_answers.question_id = diary_questions.id)`,
};

/** An owner's own questions are the owner's alone. */
const ofEveryDiary = isNull(diaryQuestions.agentId);

export function listQuestions(db: Db) {
  return db
    .select(shown)
    .from(diaryQuestions)
    .where(ofEveryDiary)
    .orderBy(asc(diaryQuestions.orderIndex), asc(diaryQuestions.id));
}

export async function findQuestion(db: Db, id: string) {
  const [found] = await db
    .select(shown)
    .from(diaryQuestions)
    .where(and(eq(diaryQuestions.id, id), ofEveryDiary));
  return found ?? null;
}

export async function lockQuestion(db: Db, id: string) {
  await db.select({ id: diaryQuestions.id }).from(diaryQuestions).where(eq(diaryQuestions.id, id)).for("no key update");
  return findQuestion(db, id);
}

/** Until the end of the transaction nobody else adds or orders questions. */
export async function lockOrder(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${locks.questionOrder})`);
}

/** Call `lockOrder` before. */
export async function appendQuestion(db: Db, values: { question: string; category: string | null }): Promise<string> {
  const [last] = await db
    .select({ orderIndex: max(diaryQuestions.orderIndex) })
    .from(diaryQuestions)
    .where(ofEveryDiary);
  const orderIndex = (last?.orderIndex ?? 0) + 1;
  const [created] = await db
    .insert(diaryQuestions)
    .values({ ...values, orderIndex })
    .returning({ id: diaryQuestions.id });
  if (created === undefined) throw new Error("The question was not stored.");
  return created.id;
}

export type QuestionChanges = Partial<Pick<typeof diaryQuestions.$inferInsert, "question" | "category" | "isActive">>;

export async function changeQuestion(db: Db, id: string, changes: QuestionChanges): Promise<void> {
  await db.update(diaryQuestions).set(changes).where(eq(diaryQuestions.id, id));
}

export async function orderQuestions(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .update(diaryQuestions)
    .set({ orderIndex: sql`array_position(${sql.param([...ids])}::uuid[], ${diaryQuestions.id})` })
    .where(inArray(diaryQuestions.id, [...ids]));
}

/** Owners see the same date, because they changed nothing. Locked by id, so that two changes can't deadlock. */
export async function outdateKnowledge(db: Db, questionId: string): Promise<void> {
  const pets = await db
    .select({ id: agents.id })
    .from(agents)
    .where(
      inArray(
        agents.id,
        db.select({ id: diaryAnswers.agentId }).from(diaryAnswers).where(eq(diaryAnswers.questionId, questionId)),
      ),
    )
    .orderBy(asc(agents.id))
    .for("no key update");
  if (pets.length === 0) return;
  const ids = pets.map((pet) => pet.id);
  await db
    .update(agents)
    .set({ knowledgeVersion: sql`${agents.knowledgeVersion} + 1` })
    .where(sql`${agents.id} = any(${sql.param(ids)}::uuid[])`);
}

import { and, asc, desc, eq, gt, inArray, isNull, ne, not, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { agents, diaryAnswers, diaryQuestions, documents, memories, passages } from "#shared/schema.ts";
import { authorOfAnswer, authorOfMemory } from "../contributions/contributions.ts";

const BATCH = 500;

/** To active questions, in the diary's order. */
export function readDiary(db: Db, agentId: string) {
  return db
    .select({
      id: diaryAnswers.id,
      key: diaryQuestions.key,
      question: diaryQuestions.question,
      answer: diaryAnswers.answer,
      author: authorOfAnswer(db),
    })
    .from(diaryAnswers)
    .innerJoin(diaryQuestions, eq(diaryQuestions.id, diaryAnswers.questionId))
    .where(and(eq(diaryAnswers.agentId, agentId), diaryQuestions.isActive))
    .orderBy(asc(diaryQuestions.orderIndex), asc(diaryAnswers.id));
}

/** Of the pet itself, the oldest first: what a person told it of themselves is in no index. */
export function readMemories(db: Db, agentId: string) {
  const { id, text, happenedOn, precision, vector, vectorModel } = memories;
  return db
    .select({ id, text, happenedOn, precision, vector, vectorModel, author: authorOfMemory(db) })
    .from(memories)
    .where(
      and(eq(memories.agentId, agentId), isNull(memories.userId), eq(memories.status, "active"), not(memories.isMuted)),
    )
    .orderBy(asc(memories.toldAt), asc(memories.id));
}

/** The first of the diary's questions that have no answer yet, in the diary's order. */
export function readOpenQuestions(db: Db, agentId: string, limit: number) {
  const answers = db
    .select({ id: diaryAnswers.id })
    .from(diaryAnswers)
    .where(and(eq(diaryAnswers.agentId, agentId), eq(diaryAnswers.questionId, diaryQuestions.id)));
  const isOfPet = or(isNull(diaryQuestions.agentId), eq(diaryQuestions.agentId, agentId));
  return db
    .select({ key: diaryQuestions.key, question: diaryQuestions.question })
    .from(diaryQuestions)
    .where(and(diaryQuestions.isActive, isOfPet, notExists(answers)))
    .orderBy(asc(diaryQuestions.orderIndex), asc(diaryQuestions.id))
    .limit(limit);
}

const shownPassage = {
  id: passages.id,
  text: passages.content,
  page: passages.page,
  ordinal: passages.ordinal,
  documentId: documents.id,
  document: documents.originalName,
};

export async function* readPassages(db: Db, agentId: string) {
  let after: string | undefined;
  for (;;) {
    const batch = await db
      .select(shownPassage)
      .from(passages)
      .innerJoin(documents, eq(documents.id, passages.documentId))
      .where(and(eq(passages.agentId, agentId), after === undefined ? undefined : gt(passages.id, after)))
      .orderBy(asc(passages.id))
      .limit(BATCH);
    yield batch;
    after = batch.at(-1)?.id;
    if (batch.length < BATCH) return;
  }
}

export async function hasMorePassages(db: Db, agentId: string, than: number): Promise<boolean> {
  const found = await db
    .select({ id: passages.id })
    .from(passages)
    .where(eq(passages.agentId, agentId))
    .limit(1)
    .offset(than);
  return found.length > 0;
}

/** More hits are not looked at. */
const MOST_RANKED = 500;

export async function searchPassages(
  db: Db,
  agentId: string,
  { after, words, limit }: { after: string; words: readonly string[]; limit: number },
): Promise<string[]> {
  if (words.length === 0) return [];
  // Words are letters and digits, so nothing in them is an operator.
  const query = sql`to_tsquery('simple', ${words.map((word) => `'${word}'`).join(" | ")})`;
  // Must be the index's own expression.
  const searched = sql`to_tsvector('simple', ${passages.content})`;
  const hits = db
    .select({ id: passages.id, rank: sql<number>`ts_rank(${searched}, ${query})`.as("rank") })
    .from(passages)
    .where(and(eq(passages.agentId, agentId), gt(passages.id, after), sql`${searched} @@ ${query}`))
    .limit(MOST_RANKED)
    .as("hits");
  const found = await db.select({ id: hits.id }).from(hits).orderBy(desc(hits.rank), asc(hits.id)).limit(limit);
  return found.map(({ id }) => id);
}

/** Writes only a change. */
export async function setBeyondMemory(db: Db, id: string, isBeyondMemory: boolean): Promise<void> {
  await db
    .update(agents)
    .set({ isBeyondMemory })
    .where(and(eq(agents.id, id), ne(agents.isBeyondMemory, isBeyondMemory)));
}

/** The pet is a condition too, so that even a wrong index can't give one pet another's documents. */
export function findPassages(db: Db, agentId: string, ids: readonly string[]) {
  return db
    .select(shownPassage)
    .from(passages)
    .innerJoin(documents, eq(documents.id, passages.documentId))
    .where(and(eq(passages.agentId, agentId), inArray(passages.id, [...ids])));
}

export async function increaseVersion(db: Db, id: string): Promise<boolean> {
  const touched = await db
    .update(agents)
    .set({ knowledgeVersion: sql`${agents.knowledgeVersion} + 1`, knowledgeUpdatedAt: sql`now()` })
    .where(eq(agents.id, id))
    .returning({ id: agents.id });
  return touched.length === 1;
}

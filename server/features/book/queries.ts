import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#server/platform/db/client.ts";
import type { BookArrangement, PdfFailure } from "#shared/api/book.ts";
import type { BookSheet } from "#shared/book.ts";
import { bookPdfs, books, diaryAnswers, diaryQuestions, memories, messages, sessions } from "#shared/schema.ts";

/** As the diary shows them. */
export function listAnswers(db: Db, agentId: string) {
  return db
    .select({
      id: diaryAnswers.id,
      key: diaryQuestions.key,
      question: diaryQuestions.question,
      category: diaryQuestions.category,
      answer: diaryAnswers.answer,
    })
    .from(diaryAnswers)
    .innerJoin(diaryQuestions, eq(diaryQuestions.id, diaryAnswers.questionId))
    .where(and(eq(diaryAnswers.agentId, agentId), diaryQuestions.isActive))
    .orderBy(asc(diaryQuestions.orderIndex), asc(diaryQuestions.id));
}

/** As they happened; those without a date come last. What people told the pet of themselves is theirs. */
export function listMemories(db: Db, agentId: string) {
  return db
    .select({ id: memories.id, text: memories.text, on: memories.happenedOn, precision: memories.precision })
    .from(memories)
    .where(and(eq(memories.agentId, agentId), isNull(memories.userId), eq(memories.status, "active")))
    .orderBy(asc(memories.happenedOn), asc(memories.toldAt), asc(memories.id));
}

const question = alias(messages, "question");

/** The replies that a person gave a heart in their own chats with the pet. */
export function listKept(db: Db, { agentId, userId }: { agentId: string; userId: string }) {
  return db
    .select({
      id: messages.id,
      content: messages.content,
      help: messages.help,
      question: question.content,
      day: sql<string>`to_char(${messages.createdAt}, 'YYYY-MM-DD')`,
    })
    .from(messages)
    .innerJoin(sessions, eq(sessions.id, messages.sessionId))
    .leftJoin(question, eq(question.id, messages.replyTo))
    .where(and(messages.isKept, eq(messages.agentId, agentId), eq(sessions.userId, userId)))
    .orderBy(asc(messages.sequence));
}

export async function findArrangement(db: Db, agentId: string): Promise<BookArrangement | null> {
  const [found] = await db.select().from(books).where(eq(books.agentId, agentId));
  return found?.arrangement ?? null;
}

export async function saveArrangement(db: Db, agentId: string, arrangement: BookArrangement): Promise<void> {
  await db
    .insert(books)
    .values({ agentId, arrangement })
    .onConflictDoUpdate({ target: books.agentId, set: { arrangement, updatedAt: sql`now()` } });
}

export interface PdfOwner {
  agentId: string;
  userId: string;
}

const ofOwner = ({ agentId, userId }: PdfOwner) => and(eq(bookPdfs.agentId, agentId), eq(bookPdfs.userId, userId));

export async function findPdf(db: Db, owner: PdfOwner) {
  const [found] = await db.select().from(bookPdfs).where(ofOwner(owner));
  return found ?? null;
}

/** One that is being made ends on its own after so long; longer than any is made. */
const GIVEN_UP = sql`now() - interval '10 minutes'`;

/** False where the same is being made already. */
export async function beginPdf(tx: Db, owner: PdfOwner, sheet: BookSheet): Promise<boolean> {
  const fresh = { status: "waiting", failure: null, pages: null, sheet, updatedAt: sql`now()` } as const;
  const begun = await tx
    .insert(bookPdfs)
    .values({ ...owner, status: "waiting", sheet })
    .onConflictDoUpdate({
      target: [bookPdfs.agentId, bookPdfs.userId],
      set: fresh,
      setWhere: sql`${bookPdfs.sheet} is null or ${bookPdfs.updatedAt} < ${GIVEN_UP}`,
    })
    .returning({ agentId: bookPdfs.agentId });
  return begun.length === 1;
}

type PdfState =
  | { status: "pages" | "storing" }
  | { status: "done"; pages: number }
  | { status: "failed"; failure: PdfFailure };

/** False where pet or account were deleted meanwhile. */
export async function setPdf(db: Db, owner: PdfOwner, state: PdfState): Promise<boolean> {
  const isOver = state.status === "done" || state.status === "failed";
  const set = await db
    .update(bookPdfs)
    .set({ ...state, ...(isOver && { sheet: null }), updatedAt: sql`now()` })
    .where(ofOwner(owner))
    .returning({ agentId: bookPdfs.agentId });
  return set.length === 1;
}

/** The PDFs that a person had made, of whichever pets. */
export const listPdfsOf = (db: Db, userId: string): Promise<PdfOwner[]> =>
  db.select({ agentId: bookPdfs.agentId, userId: bookPdfs.userId }).from(bookPdfs).where(eq(bookPdfs.userId, userId));

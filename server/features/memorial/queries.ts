import { and, asc, count, desc, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import type { MemorialPiece } from "#shared/api/memorial.ts";
import {
  agents,
  diaryAnswers,
  diaryQuestions,
  guestBookEntries,
  memorialPieces,
  memorials,
  memories,
} from "#shared/schema.ts";

/** What a page shows of the pet itself. */
const selectPages = (db: Db) =>
  db
    .select({
      agentId: memorials.agentId,
      slug: memorials.slug,
      isOpen: memorials.isOpen,
      words: memorials.words,
      name: agents.name,
      avatarUrl: agents.avatarUrl,
      language: agents.language,
      birthday: agents.birthday,
      diedOn: agents.diedOn,
    })
    .from(memorials)
    .innerJoin(agents, eq(agents.id, memorials.agentId));
export type PageRow = Awaited<ReturnType<typeof selectPages>>[number];

/** Null where no page is open at that address, or its pet is not in memory. */
export async function findOpenPage(db: Db, slug: string): Promise<PageRow | null> {
  const isPublic = and(eq(memorials.slug, slug), memorials.isOpen, isNotNull(agents.diedOn));
  const [found] = await selectPages(db).where(isPublic);
  return found ?? null;
}

export async function findPage(db: Db, agentId: string): Promise<PageRow | null> {
  const [found] = await selectPages(db).where(eq(memorials.agentId, agentId));
  return found ?? null;
}

/** An address that there is stays. */
export async function savePage(
  tx: Db,
  { agentId, slug }: { agentId: string; slug: string },
  changes: { words?: string; isOpen?: boolean },
): Promise<void> {
  await tx
    .insert(memorials)
    .values({ agentId, slug, ...changes })
    .onConflictDoUpdate({ target: memorials.agentId, set: { ...changes, updatedAt: sql`now()` } });
}

/** Of the pet alone: what people told it of themselves is theirs. */
const isOfPet = and(isNull(memories.userId), eq(memories.status, "active"));

export interface StoredPiece extends MemorialPiece {
  /** Null for a memory. */
  question: { key: string | null; question: string } | null;
  text: string;
}

/** All that the page could show, in the order of the diary, and then of the pet's life. */
export async function listChoices(db: Db, agentId: string): Promise<StoredPiece[]> {
  const answers = await db
    .select({
      id: diaryAnswers.id,
      question: { key: diaryQuestions.key, question: diaryQuestions.question },
      text: diaryAnswers.answer,
    })
    .from(diaryAnswers)
    .innerJoin(diaryQuestions, eq(diaryQuestions.id, diaryAnswers.questionId))
    .where(eq(diaryAnswers.agentId, agentId))
    .orderBy(asc(diaryQuestions.orderIndex), asc(diaryQuestions.id));
  const life = await db
    .select({ id: memories.id, text: memories.text })
    .from(memories)
    .where(and(eq(memories.agentId, agentId), isOfPet))
    .orderBy(asc(memories.happenedOn), asc(memories.toldAt), asc(memories.id));
  return [
    ...answers.map((answer): StoredPiece => ({ kind: "answer", ...answer })),
    ...life.map((memory): StoredPiece => ({ kind: "memory", question: null, ...memory })),
  ];
}

/** What the page shows, in its order, with its words of now. */
export async function listPieces(db: Db, agentId: string) {
  const rows = await db
    .select({
      answerId: memorialPieces.diaryAnswerId,
      memoryId: memorialPieces.memoryId,
      question: { key: diaryQuestions.key, question: diaryQuestions.question },
      answer: diaryAnswers.answer,
      memory: memories.text,
    })
    .from(memorialPieces)
    .leftJoin(diaryAnswers, eq(diaryAnswers.id, memorialPieces.diaryAnswerId))
    .leftJoin(diaryQuestions, eq(diaryQuestions.id, diaryAnswers.questionId))
    .leftJoin(memories, and(eq(memories.id, memorialPieces.memoryId), isOfPet))
    .where(
      and(eq(memorialPieces.agentId, agentId), or(eq(diaryAnswers.agentId, agentId), eq(memories.agentId, agentId))),
    )
    .orderBy(asc(memorialPieces.position), asc(memorialPieces.id));
  return rows.flatMap((row) => chosenPiece(row) ?? []);
}

interface PieceRow {
  answerId: string | null;
  memoryId: string | null;
  question: StoredPiece["question"];
  answer: string | null;
  memory: string | null;
}

/** Null for a memory that is told no more. */
function chosenPiece({ answerId, memoryId, question, answer, memory }: PieceRow): StoredPiece | null {
  if (answerId !== null && answer !== null) return { kind: "answer", id: answerId, question, text: answer };
  return memoryId === null || memory === null ? null : { kind: "memory", id: memoryId, question: null, text: memory };
}

export async function replacePieces(tx: Db, agentId: string, pieces: readonly MemorialPiece[]): Promise<void> {
  await tx.delete(memorialPieces).where(eq(memorialPieces.agentId, agentId));
  if (pieces.length === 0) return;
  await tx.insert(memorialPieces).values(
    pieces.map(({ kind, id }, position) => ({
      agentId,
      position,
      ...(kind === "answer" ? { diaryAnswerId: id } : { memoryId: id }),
    })),
  );
}

const entryColumns = {
  id: guestBookEntries.id,
  name: guestBookEntries.name,
  words: guestBookEntries.words,
  createdAt: guestBookEntries.createdAt,
  approvedAt: guestBookEntries.approvedAt,
};

/** Newest first. */
export const listApproved = (db: Db, agentId: string) =>
  db
    .select(entryColumns)
    .from(guestBookEntries)
    .where(and(eq(guestBookEntries.agentId, agentId), isNotNull(guestBookEntries.approvedAt)))
    .orderBy(desc(guestBookEntries.createdAt), desc(guestBookEntries.id));

/** Oldest first. */
export const listWaiting = (db: Db, agentId: string) =>
  db
    .select(entryColumns)
    .from(guestBookEntries)
    .where(and(eq(guestBookEntries.agentId, agentId), isNull(guestBookEntries.approvedAt)))
    .orderBy(asc(guestBookEntries.createdAt), asc(guestBookEntries.id));

/** So that of many who write at once each sees the others' words. */
export async function countEntriesLocked(tx: Db, agentId: string) {
  await tx.select({ id: memorials.agentId }).from(memorials).where(eq(memorials.agentId, agentId)).for("update");
  const lately = gt(guestBookEntries.createdAt, sql`now() - interval '1 hour'`);
  const [found] = await tx
    .select({
      all: count(),
      waiting: count(sql`case when ${guestBookEntries.approvedAt} is null then 1 end`),
      lately: count(sql`case when ${lately} then 1 end`),
    })
    .from(guestBookEntries)
    .where(eq(guestBookEntries.agentId, agentId));
  return found ?? { all: 0, waiting: 0, lately: 0 };
}

interface GuestWords {
  agentId: string;
  name: string;
  words: string;
}

/** Whether the same words wait already, by the same name: a form that was sent twice. */
export async function isWaiting(tx: Db, { agentId, name, words }: GuestWords): Promise<boolean> {
  const { agentId: page, name: author, words: text, approvedAt } = guestBookEntries;
  const same = and(eq(page, agentId), eq(author, name), eq(text, words), isNull(approvedAt));
  return (await tx.$count(guestBookEntries, same)) > 0;
}

export async function insertEntries(tx: Db, entries: readonly (typeof guestBookEntries.$inferInsert)[]): Promise<void> {
  if (entries.length > 0) await tx.insert(guestBookEntries).values([...entries]);
}

export interface EntryKey {
  agentId: string;
  id: string;
}

const isEntry = ({ agentId, id }: EntryKey) => and(eq(guestBookEntries.agentId, agentId), eq(guestBookEntries.id, id));

export async function approveEntry(db: Db, key: EntryKey, isApproved: boolean): Promise<boolean> {
  const changed = await db
    .update(guestBookEntries)
    .set({ approvedAt: isApproved ? sql`now()` : null })
    .where(isEntry(key))
    .returning({ id: guestBookEntries.id });
  return changed.length === 1;
}

export async function deleteEntry(db: Db, key: EntryKey): Promise<boolean> {
  const deleted = await db.delete(guestBookEntries).where(isEntry(key)).returning({ id: guestBookEntries.id });
  return deleted.length === 1;
}

import { and, asc, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { agents, diaryAnswers, diaryQuestions, memories, photos, users } from "#shared/schema.ts";

const selectShown = (db: Db) =>
  db
    .select({
      id: photos.id,
      agentId: photos.agentId,
      caption: photos.caption,
      takenOn: photos.takenOn,
      width: photos.width,
      height: photos.height,
      questionId: diaryAnswers.questionId,
      memoryId: memories.id,
      addedBy: users.firstName,
      createdAt: photos.createdAt,
    })
    .from(photos)
    .leftJoin(diaryAnswers, eq(diaryAnswers.id, photos.diaryAnswerId))
    // A memory that was forgotten keeps its row.
    .leftJoin(memories, and(eq(memories.id, photos.memoryId), eq(memories.status, "active")))
    .leftJoin(users, eq(users.id, photos.addedBy));

export const listPhotos = (db: Db, agentId: string) =>
  selectShown(db)
    .where(eq(photos.agentId, agentId))
    .orderBy(sql`coalesce(${photos.takenOn}, ${photos.createdAt}::date) desc`, desc(photos.createdAt), desc(photos.id));

export async function findPhoto(db: Db, id: string) {
  const [found] = await selectShown(db).where(eq(photos.id, id));
  return found ?? null;
}

export async function countPhotos(db: Db, agentId: string): Promise<number> {
  const [counted] = await db.select({ number: count() }).from(photos).where(eq(photos.agentId, agentId));
  return counted?.number ?? 0;
}

/** Keeps the number of photos until the end of the transaction; false where the pet was deleted. */
export async function lockPet(tx: Db, agentId: string): Promise<boolean> {
  const found = await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, agentId)).for("no key update");
  return found.length === 1;
}

export type NewPhoto = typeof photos.$inferInsert;

export async function insertPhoto(tx: Db, values: NewPhoto): Promise<void> {
  await tx.insert(photos).values(values);
}

export async function updatePhoto(tx: Db, id: string, changes: Partial<NewPhoto>): Promise<boolean> {
  if (Object.keys(changes).length === 0) return true;
  const updated = await tx.update(photos).set(changes).where(eq(photos.id, id)).returning({ id: photos.id });
  return updated.length === 1;
}

export async function deletePhoto(tx: Db, id: string): Promise<boolean> {
  const deleted = await tx.delete(photos).where(eq(photos.id, id)).returning({ id: photos.id });
  return deleted.length === 1;
}

/** The pet's answer to the question; null where it has none. */
export async function findAnswer(db: Db, agentId: string, questionId: string): Promise<string | null> {
  const [found] = await db
    .select({ id: diaryAnswers.id })
    .from(diaryAnswers)
    .where(and(eq(diaryAnswers.agentId, agentId), eq(diaryAnswers.questionId, questionId)));
  return found?.id ?? null;
}

/** Of the pet's own life. */
export async function hasMemory(db: Db, agentId: string, id: string): Promise<boolean> {
  const isOfPet = and(eq(memories.agentId, agentId), isNull(memories.userId));
  const found = await db
    .select({ id: memories.id })
    .from(memories)
    .where(and(eq(memories.id, id), isOfPet, eq(memories.status, "active")));
  return found.length === 1;
}

/** The pet's answers, by what they answer. */
export function listAnswered(db: Db, agentId: string) {
  return db
    .select({ id: diaryAnswers.id, key: diaryQuestions.key, question: diaryQuestions.question })
    .from(diaryAnswers)
    .innerJoin(diaryQuestions, eq(diaryQuestions.id, diaryAnswers.questionId))
    .where(eq(diaryAnswers.agentId, agentId));
}

/** Oldest first, with the words of what they belong to. */
export function listForArchive(db: Db, agentId: string) {
  return db
    .select({
      id: photos.id,
      caption: photos.caption,
      takenOn: photos.takenOn,
      // Drizzle takes the whole for null where its first field is.
      answered: { question: diaryQuestions.question, key: diaryQuestions.key },
      memory: memories.id,
      createdAt: photos.createdAt,
    })
    .from(photos)
    .leftJoin(diaryAnswers, eq(diaryAnswers.id, photos.diaryAnswerId))
    .leftJoin(diaryQuestions, eq(diaryQuestions.id, diaryAnswers.questionId))
    .leftJoin(memories, and(eq(memories.id, photos.memoryId), eq(memories.status, "active")))
    .where(eq(photos.agentId, agentId))
    .orderBy(asc(photos.createdAt), asc(photos.id));
}

export async function knownPhotos(db: Db, ids: readonly string[]) {
  return db
    .select({ id: photos.id, agentId: photos.agentId })
    .from(photos)
    .where(inArray(photos.id, [...ids]));
}

import { and, asc, eq, isNull, not, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { agents, contributions, diaryAnswers, diaryQuestions, users } from "#shared/schema.ts";
import { authorName, isWaiting, lapsesAt } from "./author-queries.ts";

const inOrder = [asc(contributions.createdAt), asc(contributions.id)];

const selectWaiting = (db: Db) =>
  db
    .select({
      id: contributions.id,
      kind: contributions.kind,
      userId: contributions.userId,
      questionId: contributions.questionId,
      key: diaryQuestions.key,
      question: diaryQuestions.question,
      text: contributions.text,
      happenedOn: contributions.happenedOn,
      precision: contributions.precision,
      author: authorName,
      createdAt: contributions.createdAt,
      lapsesAt: sql<Date>`${lapsesAt}`.mapWith(contributions.createdAt),
    })
    .from(contributions)
    .leftJoin(users, eq(users.id, contributions.userId))
    .leftJoin(diaryQuestions, and(eq(diaryQuestions.id, contributions.questionId), diaryQuestions.isActive));

export type WaitingRow = Awaited<ReturnType<typeof listWaiting>>[number];

/** `userId`: of this person alone. */
export function listWaiting(db: Db, agentId: string, userId?: string) {
  const own = userId === undefined ? undefined : eq(contributions.userId, userId);
  return selectWaiting(db)
    .where(and(eq(contributions.agentId, agentId), isWaiting, own))
    .orderBy(...inOrder);
}

const isOne = ({ agentId, id }: { agentId: string; id: string }) =>
  and(eq(contributions.id, id), eq(contributions.agentId, agentId), isWaiting);

/** Until the end of the transaction, so that of two who answer at once one finds nothing. */
export async function lockWaiting(tx: Db, which: { agentId: string; id: string }): Promise<WaitingRow | null> {
  await tx.select({ id: contributions.id }).from(contributions).where(isOne(which)).for("update");
  const [found] = await selectWaiting(tx).where(isOne(which));
  return found ?? null;
}

const selectApproval = (db: Db, agentId: string) =>
  db.select({ isFirst: agents.approvesContributions }).from(agents).where(eq(agents.id, agentId));

/** Whether what is contributed is approved first; null where the pet is gone. */
export async function findApproval(db: Db, agentId: string) {
  const [found] = await selectApproval(db, agentId);
  return found ?? null;
}

/** As `findApproval`; of two at once one sees what the other did. */
export async function lockApproval(tx: Db, agentId: string) {
  const [found] = await selectApproval(tx, agentId).for("no key update");
  return found ?? null;
}

export const countWaiting = (db: Db, agentId: string, userId: string): Promise<number> =>
  db.$count(contributions, and(eq(contributions.agentId, agentId), eq(contributions.userId, userId), isWaiting));

export async function insertContribution(db: Db, values: typeof contributions.$inferInsert): Promise<string> {
  const [added] = await db.insert(contributions).values(values).returning({ id: contributions.id });
  if (added === undefined) throw new Error("An insert returned no row.");
  return added.id;
}

export async function setKept(tx: Db, id: string, became: { answerId: string } | { memoryId: string }): Promise<void> {
  await tx.update(contributions).set(became).where(eq(contributions.id, id));
}

export async function deleteContribution(tx: Db, id: string): Promise<void> {
  await tx.delete(contributions).where(eq(contributions.id, id));
}

/** What nobody said yes to does not stay for longer than it is shown. */
export async function deleteLapsed(db: Db): Promise<void> {
  const isUnanswered = and(isNull(contributions.answerId), isNull(contributions.memoryId));
  await db.delete(contributions).where(and(isUnanswered, not(sql`${lapsesAt} > now()`)));
}

/** Without an answer, and without one of this person that waits; in the diary's order. */
export function listUnanswered(db: Db, agentId: string, userId: string) {
  const answers = db
    .select({ id: diaryAnswers.id })
    .from(diaryAnswers)
    .where(and(eq(diaryAnswers.agentId, agentId), eq(diaryAnswers.questionId, diaryQuestions.id)));
  const given = db
    .select({ id: contributions.id })
    .from(contributions)
    .where(
      and(
        eq(contributions.agentId, agentId),
        eq(contributions.userId, userId),
        eq(contributions.questionId, diaryQuestions.id),
        isWaiting,
      ),
    );
  const isOfPet = or(isNull(diaryQuestions.agentId), eq(diaryQuestions.agentId, agentId));
  return db
    .select({ id: diaryQuestions.id, key: diaryQuestions.key, question: diaryQuestions.question })
    .from(diaryQuestions)
    .where(and(diaryQuestions.isActive, isOfPet, notExists(answers), notExists(given)))
    .orderBy(asc(diaryQuestions.orderIndex), asc(diaryQuestions.id));
}

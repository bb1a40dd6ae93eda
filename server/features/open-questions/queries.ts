import { and, asc, count, desc, eq, inArray, isNull, max, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { isForeignKeyViolation } from "#server/platform/db/failures.ts";
import { limits } from "#shared/limits.ts";
import { agents, inView, messages, openQuestionAskings, openQuestions, sessions, users } from "#shared/schema.ts";

const firstWords = sql<string>`(array_agg(coalesce(${openQuestionAskings.wholeQuestion}, ${messages.content}) order by ${messages.sequence}))[1]`;

/** Latest first, as `readerId` sees them. */
export function listOpen(db: Db, agentId: string, readerId: string) {
  const lastAskedAt = max(messages.createdAt);
  const isReader = sql`${sessions.userId} is not distinct from ${readerId}::uuid`;
  return db
    .select({
      id: openQuestions.id,
      question: firstWords,
      times: count(),
      askedByCaller: sql<boolean>`bool_or(${isReader})`,
      askedBy: sql<string[]>`coalesce(array_agg(distinct ${users.firstName}) filter (where not ${isReader}), '{}')`,
      askerIds: sql<string[]>`coalesce(array_agg(distinct ${users.id}::text) filter (where not ${isReader}), '{}')`,
      lastAskedAt: sql<Date>`${lastAskedAt}`.mapWith(messages.createdAt),
    })
    .from(openQuestions)
    .innerJoin(openQuestionAskings, eq(openQuestionAskings.openQuestionId, openQuestions.id))
    .innerJoin(messages, eq(messages.id, openQuestionAskings.messageId))
    .innerJoin(sessions, eq(sessions.id, messages.sessionId))
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(and(isOpenOf(agentId), isNull(openQuestions.putAsideAt), inView))
    .groupBy(openQuestions.id)
    .orderBy(desc(lastAskedAt), asc(openQuestions.id));
}

/** An imported archive may name any message as a question, so a long one is cut. */
export const listWordings = (db: Db, agentId: string) =>
  db
    .select({
      id: openQuestions.id,
      question: sql<string>`left(${firstWords}, ${limits.openQuestions.characters}::int)`,
    })
    .from(openQuestions)
    .innerJoin(openQuestionAskings, eq(openQuestionAskings.openQuestionId, openQuestions.id))
    .innerJoin(messages, eq(messages.id, openQuestionAskings.messageId))
    .where(isOpenOf(agentId))
    .groupBy(openQuestions.id);

const isOpenOf = (agentId: string) => and(eq(openQuestions.agentId, agentId), isNull(openQuestions.answeredBy));

/** Keeps one question from becoming two; false where there is no pet. */
export async function lockPet(tx: Db, agentId: string): Promise<boolean> {
  const found = await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, agentId)).for("no key update");
  return found.length === 1;
}

/** It can't be deleted until the end of the transaction. */
export async function holdMessage(tx: Db, messageId: string): Promise<boolean> {
  const found = await tx.select({ id: messages.id }).from(messages).where(eq(messages.id, messageId)).for("key share");
  return found.length === 1;
}

export async function insertQuestion(tx: Db, agentId: string, putAsideAt: Date | null = null): Promise<string> {
  const [added] = await tx.insert(openQuestions).values({ agentId, putAsideAt }).returning({ id: openQuestions.id });
  if (added === undefined) throw new Error("The open question was not stored.");
  return added.id;
}

/** Keeps the newest askings; nothing for a message that was noted or deleted. False where the question is gone. */
export async function addAsking(
  db: Db,
  {
    openQuestionId,
    messageId,
    whole,
    kept,
  }: { openQuestionId: string; messageId: string; whole: string; kept: number },
): Promise<boolean> {
  try {
    // The statement sees what was there before it, without what it adds.
    await db.execute(sql`
      with added as (
        insert into ${openQuestionAskings} (message_id, open_question_id, whole_question)
        select id, ${openQuestionId}::uuid, nullif(${whole}::text, content) from ${messages} where id = ${messageId}::uuid
        on conflict do nothing
        returning message_id
      )
      delete from ${openQuestionAskings} where message_id in (
        select old.message_id from ${openQuestionAskings} old join ${messages} asked on asked.id = old.message_id
        where old.open_question_id = ${openQuestionId}::uuid
        order by asked.sequence desc
        offset ${kept}::int - (select count(*) from added)
      )`);
    return true;
  } catch (error) {
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}

/** `whole`: of the first message. Messages noted before are left out. */
export async function insertAskings(
  tx: Db,
  openQuestionId: string,
  { messageIds, whole }: { messageIds: readonly string[]; whole: string | null },
): Promise<void> {
  const wholeOf = (at: number) =>
    at > 0 || whole === null
      ? null
      : sql`nullif(${whole}::text, (select content from ${messages} where id = ${messageIds[0]}::uuid))`;
  await tx
    .insert(openQuestionAskings)
    .values(messageIds.map((messageId, at) => ({ messageId, openQuestionId, wholeQuestion: wholeOf(at) })))
    .onConflictDoNothing();
}

/** Those answered go first, then those put aside, oldest first. */
export async function dropOldQuestions(tx: Db, agentId: string, kept: number): Promise<void> {
  const old = tx
    .select({ id: openQuestions.id })
    .from(openQuestions)
    .where(eq(openQuestions.agentId, agentId))
    .orderBy(
      sql`${openQuestions.answeredBy} is not null`,
      sql`${openQuestions.putAsideAt} desc nulls first`,
      desc(openQuestions.createdAt),
      desc(openQuestions.id),
    )
    .offset(kept);
  await tx.delete(openQuestions).where(inArray(openQuestions.id, old));
}

export async function closeQuestions(tx: Db, ids: readonly string[], answeredBy: string): Promise<void> {
  await tx
    .update(openQuestions)
    .set({ answeredBy })
    .where(inArray(openQuestions.id, [...ids]));
}

export async function reopenQuestions(tx: Db, agentId: string, answeredBy: string): Promise<void> {
  await tx
    .update(openQuestions)
    .set({ answeredBy: null })
    .where(and(eq(openQuestions.agentId, agentId), eq(openQuestions.answeredBy, answeredBy)));
}

export async function setPutAside(db: Db, agentId: string, id: string, isPutAside: boolean): Promise<boolean> {
  const changed = await db
    .update(openQuestions)
    .set({ putAsideAt: isPutAside ? sql`now()` : null })
    .where(and(eq(openQuestions.id, id), isOpenOf(agentId)))
    .returning({ id: openQuestions.id });
  return changed.length === 1;
}

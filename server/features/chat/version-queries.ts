import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { inView, messages, sessions } from "#shared/schema.ts";

/** Nobody asks in the chat until the end of the transaction; false where the user has no such chat. */
export async function holdChat(tx: Db, userId: string, sessionId: string): Promise<boolean> {
  const held = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .for("update");
  return held.length === 1;
}

/** A question of a chat, whichever version of it is in view; null for anything else. */
export async function findQuestion(tx: Db, sessionId: string, questionId: string) {
  const { id, sequence, status, versionGroup, asideWith } = messages;
  const [found] = await tx
    .select({ id, sequence, status, versionGroup, asideWith })
    .from(messages)
    .where(and(eq(id, questionId), eq(messages.sessionId, sessionId), eq(messages.role, "user")));
  return found ?? null;
}
export type FoundQuestion = NonNullable<Awaited<ReturnType<typeof findQuestion>>>;

export async function lastQuestionId(tx: Db, sessionId: string): Promise<string | null> {
  const [last] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), inView, eq(messages.role, "user")))
    .orderBy(desc(messages.sequence))
    .limit(1);
  return last?.id ?? null;
}

/** Which version of a question is in view. */
export async function versionInView(tx: Db, sessionId: string, group: string) {
  const [shown] = await tx
    .select({ id: messages.id, sequence: messages.sequence })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), inView, eq(messages.versionGroup, group)));
  return shown ?? null;
}

export async function isAnswering(tx: Db, sessionId: string): Promise<boolean> {
  const found = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), eq(messages.status, "answering")));
  return found.length > 0;
}

/** The question with what follows it in view; other versions of later questions stay with what they were put aside with. */
export async function putAside(tx: Db, sessionId: string, from: { id: string; sequence: number }): Promise<void> {
  await tx
    .update(messages)
    .set({ asideWith: from.id })
    .where(and(eq(messages.sessionId, sessionId), inView, gte(messages.sequence, from.sequence)));
}

export async function takeBack(tx: Db, sessionId: string, questionId: string): Promise<void> {
  await tx
    .update(messages)
    .set({ asideWith: null })
    .where(and(eq(messages.sessionId, sessionId), eq(messages.asideWith, questionId)));
}

/** Its id names the group of all its versions, also once it is gone itself. */
export async function markVersion(tx: Db, { id, versionGroup }: FoundQuestion): Promise<string> {
  const group = versionGroup ?? id;
  await tx
    .update(messages)
    .set({ versionGroup: sql`${group}::uuid` })
    .where(eq(messages.id, id));
  return group;
}

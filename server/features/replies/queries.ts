import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { isDead } from "#server/platform/db/instance-registry.ts";
import { messages, sessions } from "#shared/schema.ts";

/**
 * Replies end within two minutes, six more where a model is loaded first, so then a question counts as lost even if its
 * instance lives.
 */
const STALE = sql`interval '9 minutes'`;

const isStale = sql<boolean>`(${messages.status} = 'answering' and ${messages.createdAt} < now() - ${STALE})`;

const isUnderWay = eq(messages.status, "answering");
const isLost = and(isUnderWay, or(isStale, and(isNotNull(messages.workerId), isDead(messages.workerId))));

export interface OwnChat {
  userId: string;
  sessionId: string;
}

/** In all chats, or in one of the user's. */
export function findLost(db: Db, chat?: OwnChat): Promise<{ id: string; isStale: boolean }[]> {
  const own = chat && inArray(messages.sessionId, ownSessions(db, chat));
  return db.select({ id: messages.id, isStale }).from(messages).where(and(isLost, own));
}

export async function failLost(db: Db, ids: readonly string[]): Promise<number> {
  const failed = await db
    .update(messages)
    .set({ status: "failed" })
    .where(and(inArray(messages.id, [...ids]), isLost))
    .returning({ id: messages.id });
  return failed.length;
}

/** The one being answered, else the last one; `only`: it has to be this. */
export async function findLastQuestion(db: Db, sessionId: string, only?: string): Promise<string | null> {
  const [found] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        eq(messages.role, "user"),
        only === undefined ? undefined : eq(messages.id, only),
      ),
    )
    .orderBy(desc(sql`${isUnderWay}`), desc(messages.sequence))
    .limit(1);
  return found?.id ?? null;
}

export async function isAnswering(db: Db, id: string): Promise<boolean> {
  const found = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.id, id), isUnderWay));
  return found.length > 0;
}

export async function listNotEnded(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(inArray(messages.id, [...ids]), isNotNull(messages.workerId)));
  return new Set(found.map(({ id }) => id));
}

export interface RepliesOf {
  agentId?: string | undefined;
  sessionId?: string | undefined;
  userId?: string | undefined;
}

/** No process can store their reply then. */
export async function endQuestions(db: Db, { agentId, sessionId, userId }: RepliesOf): Promise<void> {
  const conditions: (SQL | undefined)[] = [
    agentId === undefined ? undefined : eq(messages.agentId, agentId),
    sessionId === undefined ? undefined : eq(messages.sessionId, sessionId),
    userId === undefined
      ? undefined
      : inArray(messages.sessionId, db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))),
  ];
  await db
    .update(messages)
    .set({ status: "failed", workerId: null })
    .where(and(isUnderWay, ...conditions));
}

const ownSessions = (db: Db, { userId, sessionId }: OwnChat) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));

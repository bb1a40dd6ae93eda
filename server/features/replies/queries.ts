import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { messages, sessions } from "../../../shared/schema.ts";
import type { Db } from "../../db/client.ts";
import { isDead } from "../../db/instance-registry.ts";

/** A question without a reply after this time has lost its server, whatever is known of it: replies end within two minutes. */
const STALE = sql`interval '3 minutes'`;

const isStale = sql<boolean>`(${messages.status} = 'answering' and ${messages.createdAt} < now() - ${STALE})`;

const isUnderWay = eq(messages.status, "answering");
const isLost = and(isUnderWay, or(isStale, and(isNotNull(messages.workerId), isDead(messages.workerId))));

export interface OwnChat {
  userId: string;
  sessionId: string;
}

/** Questions whose server is not there: of all chats, or of one that is the user's. */
export function findLost(db: Db, chat?: OwnChat): Promise<{ id: string; isStale: boolean }[]> {
  const own = chat && inArray(messages.sessionId, ownSessions(db, chat));
  return db.select({ id: messages.id, isStale }).from(messages).where(and(isLost, own));
}

/** Gives up those that are lost still. @returns how many */
export async function failLost(db: Db, ids: readonly string[]): Promise<number> {
  const failed = await db
    .update(messages)
    .set({ status: "failed" })
    .where(and(inArray(messages.id, [...ids]), isLost))
    .returning({ id: messages.id });
  return failed.length;
}

/** The question that is being answered in a chat, by whichever process; else the last one. */
export async function findLastQuestion(db: Db, sessionId: string): Promise<string | null> {
  const [found] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), eq(messages.role, "user")))
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

/** Which of these questions are there and were not taken away. */
export async function listNotEnded(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(inArray(messages.id, [...ids]), isNotNull(messages.workerId)));
  return new Set(found.map(({ id }) => id));
}

/** Whose replies: each that is given must fit. */
export interface RepliesOf {
  agentId?: string | undefined;
  sessionId?: string | undefined;
  userId?: string | undefined;
}

/** Takes the questions away from whoever answers them: what is still said will not be stored. */
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

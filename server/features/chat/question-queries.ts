import { and, desc, eq, gte, inArray, isNull, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import type { Turn } from "#server/providers/llm/llm.ts";
import type { Choice, Source } from "#shared/api/chat.ts";
import { limits } from "#shared/limits.ts";
import { messages, sessions } from "#shared/schema.ts";

/** More turns than fit into a prompt: what a pet was told, and how it said things, it remembers for so long. */
const TURNS = 80;
/** Sources and choices that are longer are left out: of the longest answers of a diary it is four. */
const LONGEST = 4 * limits.diaryAnswer;

export interface Asker {
  userId: string;
  agentId: string;
}

/** Who asks, and the server instance that is going to reply (db/instance-registry.ts). */
export interface Asked extends Asker {
  workerId: number;
}

export interface StoredQuestion {
  sessionId: string;
  questionId: string;
  workerId: number;
  content: string;
  /** Earlier questions and their replies, oldest first. */
  turns: Turn[];
  /** What was deleted for it: the question that it continues, and the reply to that; empty for any other. */
  replaced: ReplacedMessage[];
}

interface ReplacedMessage {
  id: string;
  role: "user" | "assistant";
  audioUrl: string | null;
}

/** A chat of this user with this pet; null where it is none. It can't be deleted until the end of the transaction. */
export async function holdOwnChat(tx: Db, { userId, agentId }: Asker, sessionId: string) {
  const [found] = await tx
    .select({ name: sessions.name })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), eq(sessions.agentId, agentId)))
    .for("key share");
  return found ?? null;
}

/** Names a chat that has no name, or no messages any more. */
export async function nameChat(db: Db, sessionId: string, name: string): Promise<void> {
  const inChat = db.select({ id: messages.id }).from(messages).where(eq(messages.sessionId, sessionId));
  await db
    .update(sessions)
    .set({ name })
    .where(and(eq(sessions.id, sessionId), or(isNull(sessions.name), notExists(inChat))));
}

/** @throws a unique violation while another question of the chat is being answered */
export async function insertQuestion(
  db: Db,
  { agentId, workerId }: Asked,
  { sessionId, content }: { sessionId: string; content: string },
): Promise<string> {
  const [created] = await db
    .insert(messages)
    .values({ agentId, sessionId, role: "user", content, status: "answering", workerId })
    .returning({ id: messages.id });
  if (created === undefined) throw new Error("The question was not stored.");
  return created.id;
}

/**
 * Opens a question without a reply again. Its time becomes now, because a reply that is under way for too long counts as
 * lost.
 * @returns its words; null where the chat has no such question
 */
export async function reopenQuestion(
  db: Db,
  { workerId }: Asked,
  { sessionId, questionId }: { sessionId: string; questionId: string },
): Promise<string | null> {
  const isOpen = and(
    eq(messages.id, questionId),
    eq(messages.sessionId, sessionId),
    eq(messages.role, "user"),
    inArray(messages.status, ["failed", "stopped"]),
  );
  const [opened] = await db
    .update(messages)
    .set({ status: "answering", createdAt: sql`now()`, workerId })
    .where(isOpen)
    .returning({ content: messages.content });
  return opened?.content ?? null;
}

/**
 * Deletes a chat's last question, with the reply to it.
 * @returns what was deleted; null where it is not the chat's last question
 */
export async function deleteLastQuestion(
  tx: Db,
  { sessionId, questionId }: { sessionId: string; questionId: string },
): Promise<ReplacedMessage[] | null> {
  const [last] = await tx
    .select({ id: messages.id, sequence: messages.sequence })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), eq(messages.role, "user")))
    .orderBy(desc(messages.sequence))
    .limit(1)
    .for("update");
  if (last?.id !== questionId) return null;
  return tx
    .delete(messages)
    .where(and(eq(messages.sessionId, sessionId), gte(messages.sequence, last.sequence)))
    .returning({ id: messages.id, role: messages.role, audioUrl: messages.audioUrl });
}

/**
 * The last messages of a chat that a reply goes on from, oldest first. A message is as long as one may be here, also where it
 * was longer in an archive, and the sources of an imported reply may be without end.
 */
export async function listTurns(db: Db, sessionId: string): Promise<Turn[]> {
  const { id, role, content, sources, choices, status } = messages;
  const turns = await db
    .select({
      ...{ id, role, content: sql<string>`left(${content}, ${limits.message}::int)` },
      sources: sql<Source[] | null>`case when length(${sources}::text) <= ${LONGEST}::int then ${sources} end`,
      choices: sql<Choice[] | null>`case when length(${choices}::text) <= ${LONGEST}::int then ${choices} end`,
    })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), or(eq(role, "assistant"), eq(status, "complete"))))
    .orderBy(desc(messages.sequence))
    .limit(TURNS);
  return turns.toReversed();
}

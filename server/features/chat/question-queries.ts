import { and, desc, eq, gte, inArray, isNotNull, isNull, ne, not, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import type { Turn } from "#server/understanding/chat-turn.ts";
import type { Choice, Source } from "#shared/api/chat.ts";
import { limits } from "#shared/limits.ts";
import { inView, messages, sessions } from "#shared/schema.ts";
import type { BeforeChat } from "./reply-engine.ts";

/** More turns than fit into a prompt: what a pet was told, and how it said things, it remembers for so long. */
const TURNS = 80;
/** Sources and choices that are longer are left out: of the longest answers of a diary it is four. */
const LONGEST = 4 * limits.diaryAnswer;

export interface Asker {
  userId: string;
  agentId: string;
}

/** Who asks, and the server instance that is going to reply (db/instance-registry.ts). */
export interface NewQuestion extends Asker {
  workerId: number;
}

export interface StoredQuestion {
  sessionId: string;
  questionId: string;
  workerId: number;
  content: string;
  /** Earlier questions and their replies, oldest first. */
  turns: Turn[];
  before: BeforeChat;
  /** What was deleted for it: the question that it continues, and the reply to that; empty for any other. */
  replaced: ReplacedMessage[];
}

interface ReplacedMessage {
  id: string;
  role: "user" | "assistant";
  audioUrl: string | null;
  versionGroup: string | null;
}

/** Stores the question of a chat that begins with it. */
export async function insertFirstQuestion(
  db: Db,
  { userId, agentId, workerId }: NewQuestion,
  { content, name, greeting, isTemporary }: NewChat & { content: string; isTemporary: boolean },
): Promise<{ sessionId: string; questionId: string }> {
  const { rows } = await db.execute<{ sessionId: string; questionId: string }>(sql`
    with chat as (
      insert into ${sessions} (user_id, agent_id, name, greeting, is_temporary, last_message_at)
      values (${userId}::uuid, ${agentId}::uuid, ${name}::text, ${greeting}::text, ${isTemporary}::boolean, now()) returning id
    )
    insert into ${messages} (agent_id, session_id, role, content, status, worker_id)
    select ${agentId}::uuid, id, 'user', ${content}::text, 'answering', ${workerId}::int from chat
    returning session_id as "sessionId", id as "questionId"`);
  const [stored] = rows;
  if (stored === undefined) throw new Error("The question was not stored.");
  return stored;
}

/**
 * Stores a question in a chat. Its place in the chat is taken only where no reply is under way: an insert that waits for that
 * reply's end would have its place before it.
 * @returns its id, and the chat's name; null where the asker has no such chat
 * @throws a unique violation where another question comes at the same moment
 */
export async function insertQuestion(
  db: Db,
  { userId, agentId, workerId }: NewQuestion,
  { sessionId, content, versionGroup }: { sessionId: string; content: string; versionGroup: string | null },
): Promise<{ questionId: string; chatName: string | null } | "busy" | null> {
  const { rows } = await db.execute<{ questionId: string | null; chatName: string | null }>(sql`
    with chat as (
      select id, agent_id, name from ${sessions}
      where id = ${sessionId}::uuid and user_id = ${userId}::uuid and agent_id = ${agentId}::uuid
    ), put as (
      insert into ${messages} (agent_id, session_id, role, content, status, worker_id, version_group)
      select agent_id, id, 'user', ${content}::text, 'answering', ${workerId}::int, ${versionGroup}::uuid from chat
      where not exists (select from ${messages} where session_id = chat.id and status = 'answering')
      returning id
    )
    select put.id as "questionId", chat.name as "chatName" from chat left join put on true`);
  const [chat] = rows;
  if (chat === undefined) return null;
  const { questionId, chatName } = chat;
  return questionId === null ? "busy" : { questionId, chatName };
}

interface NewChat {
  name: string;
  greeting: string | null;
}

/** Names a chat that has no name yet, or no message but this question, and keeps the greeting before it. */
export async function beginChat(
  db: Db,
  { sessionId, questionId, name, greeting }: NewChat & { sessionId: string; questionId: string },
): Promise<void> {
  const others = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), inView, ne(messages.id, questionId)));
  await db
    .update(sessions)
    .set({ name, greeting: sql`coalesce(${greeting}::text, ${sessions.greeting})` })
    .where(and(eq(sessions.id, sessionId), or(isNull(sessions.name), notExists(others))));
}

/** Not where it was named otherwise meanwhile. */
export async function renameChat(
  db: Db,
  { sessionId, from, to }: { sessionId: string; from: string; to: string },
): Promise<void> {
  await db
    .update(sessions)
    .set({ name: to })
    .where(and(eq(sessions.id, sessionId), eq(sessions.name, from)));
}

/** What came before a chat of the asker: its greeting, and the chat with the pet before it. */
export async function readBefore(db: Db, { userId, agentId }: Asker, sessionId: string): Promise<BeforeChat> {
  const rows = await db
    .select({
      ...{
        id: sessions.id,
        name: sessions.name,
        about: sessions.about,
        greeting: sessions.greeting,
        at: sessions.lastMessageAt,
      },
      isTemporary: sessions.isTemporary,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.agentId, agentId),
        or(eq(sessions.id, sessionId), and(isNotNull(sessions.lastMessageAt), not(sessions.isTemporary))),
      ),
    )
    .orderBy(sql`${sessions.id} = ${sessionId}::uuid desc`, desc(sessions.lastMessageAt))
    .limit(2);
  const last = rows.find(({ id }) => id !== sessionId);
  const own = rows.find(({ id }) => id === sessionId);
  return {
    greeting: own?.greeting ?? null,
    isTemporary: own?.isTemporary ?? true,
    lastTalk: last?.at ? { at: last.at, began: last.name, about: last.about } : null,
  };
}

const ownChat = (db: Db, { userId, agentId }: Asker, sessionId: string) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), eq(sessions.agentId, agentId)));

/**
 * Opens a question without a reply again. Its time becomes now, because a reply that is under way for too long counts as
 * lost.
 * @returns its words; null where the asker has no such question
 */
export async function reopenQuestion(
  db: Db,
  asked: NewQuestion,
  { sessionId, questionId }: { sessionId: string; questionId: string },
): Promise<string | null> {
  const isOpen = and(
    eq(messages.id, questionId),
    inArray(messages.sessionId, ownChat(db, asked, sessionId)),
    inView,
    eq(messages.role, "user"),
    inArray(messages.status, ["failed", "stopped"]),
  );
  const [opened] = await db
    .update(messages)
    .set({ status: "answering", createdAt: sql`now()`, workerId: asked.workerId })
    .where(isOpen)
    .returning({ content: messages.content });
  return opened?.content ?? null;
}

/**
 * Deletes a chat's last question, with the reply to it.
 * @returns what was deleted; null where the asker has no such chat, or it is not the chat's last question
 */
export async function deleteLastQuestion(
  tx: Db,
  asker: Asker,
  { sessionId, questionId }: { sessionId: string; questionId: string },
): Promise<ReplacedMessage[] | null> {
  const [last] = await tx
    .select({ id: messages.id, sequence: messages.sequence })
    .from(messages)
    .where(and(inArray(messages.sessionId, ownChat(tx, asker, sessionId)), inView, eq(messages.role, "user")))
    .orderBy(desc(messages.sequence))
    .limit(1)
    .for("update");
  if (last?.id !== questionId) return null;
  const { id, role, audioUrl, versionGroup } = messages;
  return tx
    .delete(messages)
    .where(and(eq(messages.sessionId, sessionId), inView, gte(messages.sequence, last.sequence)))
    .returning({ id, role, audioUrl, versionGroup });
}

/**
 * The last messages of a chat that a reply goes on from, oldest first. A message is as long as one may be here, also where it
 * was longer in an archive, and the sources of an imported reply may be without end.
 */
export async function listTurns(db: Db, sessionId: string): Promise<Turn[]> {
  const { id, role, content, sources, choices, mark, status } = messages;
  const turns = await db
    .select({
      isWhole: sql<boolean>`${status} = 'complete'`,
      ...{ id, role, mark, content: sql<string>`left(${content}, ${limits.message}::int)` },
      sources: sql<Source[] | null>`case when length(${sources}::text) <= ${LONGEST}::int then ${sources} end`,
      choices: sql<Choice[] | null>`case when length(${choices}::text) <= ${LONGEST}::int then ${choices} end`,
    })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), inView, or(eq(role, "assistant"), eq(status, "complete"))))
    .orderBy(desc(messages.sequence))
    .limit(TURNS);
  return turns.toReversed();
}

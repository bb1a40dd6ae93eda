import { and, eq, inArray, sql } from "drizzle-orm";
import type { ReplyEnding } from "#server/models/chat/llm.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isForeignKeyViolation } from "#server/platform/db/failures.ts";
import type { Choice, ReplyMark, Source } from "#shared/api/chat.ts";
import { agents, messages } from "#shared/schema.ts";
import { countReply } from "../usage/service.ts";
import type { StoredQuestion } from "./question-queries.ts";

/** Ends a question that gets no reply. */
export async function closeQuestion(db: Db, questionId: string, status: "failed" | "stopped"): Promise<void> {
  await db
    .update(messages)
    .set({ status })
    .where(and(eq(messages.id, questionId), eq(messages.status, "answering")));
}

export interface Reply {
  content: string;
  /** The beginning of the content, where the question told of an emergency. */
  help: string | null;
  /** Null where the turn asked for nothing that is known or not, such as a greeting. */
  sources: readonly Source[] | null;
  mark: ReplyMark | null;
  /** What it asks the person to choose between. */
  choices: readonly Choice[];
  status: "complete" | "stopped" | ReplyEnding;
}

/** Whose count the tokens of a reply go to. */
export interface ReplyCount {
  userId: string;
  promptTokens: number;
  replyTokens: number;
}

/**
 * Stores a reply, closes its question and counts what was spent. If it is called again because the database's answer was
 * lost, it returns what the first call stored.
 * @returns null, and nothing is counted, where the question was deleted, or where another process took this one for dead and
 *   gave the question up
 */
export async function insertReply(
  db: Db,
  { questionId, workerId }: Pick<StoredQuestion, "questionId" | "workerId">,
  { choices, ...reply }: Reply,
  { userId, ...spent }: ReplyCount,
): Promise<string | null> {
  const isOwn = and(
    eq(messages.id, questionId),
    inArray(messages.status, ["answering", "failed"]),
    eq(messages.workerId, workerId),
  );
  const store = async (tx: Db): Promise<string | null> => {
    const [question] = await tx
      .update(messages)
      .set({ status: "complete" })
      .where(isOwn)
      .returning({ agentId: messages.agentId, sessionId: messages.sessionId, asideWith: messages.asideWith });
    if (question === undefined) return findStoredReply(tx, questionId);
    const [stored] = await tx
      .insert(messages)
      .values({
        ...{ ...question, ...reply, role: "assistant", replyTo: questionId },
        sources: reply.sources && [...reply.sources],
        choices: choices.length === 0 ? null : [...choices],
      })
      .returning({ id: messages.id });
    await countReply(tx, userId, spent);
    return stored?.id ?? null;
  };
  return db.transaction(store).catch((error: unknown) => {
    // The pet was deleted at the same moment.
    if (isForeignKeyViolation(error)) return null;
    throw error;
  });
}

async function findStoredReply(db: Db, questionId: string): Promise<string | null> {
  const [found] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.replyTo, questionId), eq(messages.role, "assistant")));
  return found?.id ?? null;
}

/** The reply to a question of a chat; null where there is none. */
export async function findReplyTo(db: Db, { sessionId, messageId }: { sessionId: string; messageId: string }) {
  const [found] = await db
    .select({
      id: messages.id,
      agentId: messages.agentId,
      content: messages.content,
      help: messages.help,
      sources: messages.sources,
      pet: { name: agents.name, language: agents.language },
    })
    .from(messages)
    .innerJoin(agents, eq(agents.id, messages.agentId))
    .where(and(eq(messages.sessionId, sessionId), eq(messages.replyTo, messageId)));
  return found ?? null;
}

/** Leaves the beginning of a reply, without a clip and choices. */
export async function cutReply(
  db: Db,
  id: string,
  { content, sources }: { content: string; sources: Source[] | null },
): Promise<void> {
  await db
    .update(messages)
    .set({ content, sources, choices: null, audioUrl: null, audioBytes: null, status: "stopped" })
    .where(eq(messages.id, id));
}

/** Deletes a reply; its question is then one that was stopped before a word was said. */
export async function deleteReply(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    with deleted as (
      delete from ${messages} where id = ${id}::uuid and role = 'assistant' returning reply_to
    )
    update ${messages} set status = 'stopped' where id in (select reply_to from deleted)`);
}

import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import type { Source } from "#shared/api/chat.ts";
import { agents, messages } from "#shared/schema.ts";

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

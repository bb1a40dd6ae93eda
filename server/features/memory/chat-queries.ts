import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { messages, sessions } from "#shared/schema.ts";

export const ownTemporary = (userId: string, id: string): SQL | undefined =>
  and(eq(sessions.id, id), eq(sessions.userId, userId), eq(sessions.isTemporary, true));

/** Temporary chats in which nothing was said for so long. */
export const temporaryFor = (minutes: number): SQL | undefined =>
  and(
    eq(sessions.isTemporary, true),
    sql`coalesce(${sessions.lastMessageAt}, ${sessions.createdAt}) < now() - make_interval(mins => ${minutes}::int)`,
  );

export function listSpoken(tx: Db, which: SQL | undefined) {
  const chats = tx.select({ id: sessions.id }).from(sessions).where(which);
  return tx
    .select({ id: messages.id, agentId: messages.agentId })
    .from(messages)
    .where(and(inArray(messages.sessionId, chats), isNotNull(messages.audioUrl)));
}

export async function deleteChatRows(tx: Db, which: SQL | undefined): Promise<string[]> {
  const deleted = await tx.delete(sessions).where(which).returning({ id: sessions.id });
  return deleted.map(({ id }) => id);
}

import { and, eq, isNotNull } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { messages, sessions } from "#shared/schema.ts";

/** False where the message was deleted or cut, so that the clip would say more than the text. */
export async function setAudio(db: Db, messageId: string, audioUrl: string, audioBytes: number): Promise<boolean> {
  const changed = await db
    .update(messages)
    .set({ audioUrl, audioBytes })
    .where(and(eq(messages.id, messageId), eq(messages.status, "complete")))
    .returning({ id: messages.id });
  return changed.length > 0;
}

/** Null also where it is in no chat of this user. */
export async function findSpokenMessage(db: Db, userId: string, id: string) {
  const [found] = await db
    .select({ id: messages.id, agentId: messages.agentId })
    .from(messages)
    .innerJoin(sessions, eq(sessions.id, messages.sessionId))
    .where(and(eq(messages.id, id), eq(sessions.userId, userId), isNotNull(messages.audioUrl)));
  return found ?? null;
}

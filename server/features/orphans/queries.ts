import { and, inArray, isNotNull } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { agents, documents, messages } from "#shared/schema.ts";

export async function documentKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const found = await db
    .select({ key: documents.objectPath })
    .from(documents)
    .where(inArray(documents.objectPath, [...keys]));
  return found.map(({ key }) => key);
}

export function spokenMessages(db: Db, ids: readonly string[]) {
  return db
    .select({ id: messages.id, agentId: messages.agentId })
    .from(messages)
    .where(and(inArray(messages.id, [...ids]), isNotNull(messages.audioUrl)));
}

export async function usedAvatars(db: Db, addresses: readonly string[]): Promise<string[]> {
  const found = await db
    .selectDistinct({ address: agents.avatarUrl })
    .from(agents)
    .where(inArray(agents.avatarUrl, [...addresses]));
  return found.flatMap(({ address }) => address ?? []);
}

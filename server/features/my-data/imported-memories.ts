import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { limits } from "#shared/limits.ts";
import { hasPermission } from "#shared/permissions.ts";
import { type RestoredMemory, restoreMemories } from "../memory/service.ts";
import type { ArchivedMemory, ArchivedPet, Manifest } from "./archive-format.ts";
import { dateOf } from "./imported-pet.ts";

/** Whose memories of the archive may come: nobody's but the importing person's own. */
export type MemoryPerson = "me" | "somebody_else";

/** By the email, which is one account's alone; null where they have to be asked. */
export function memoryPerson(
  user: CurrentUser,
  { account }: Pick<Manifest, "account">,
  said: MemoryPerson | undefined,
): MemoryPerson | null {
  return account.email.trim().toLowerCase() === user.email.toLowerCase() ? "me" : (said ?? null);
}

interface Into {
  sessionSecret: string;
  user: CurrentUser;
  agentId: string;
  locale: string;
}

/** Of the pet's life. Their new ids by their former ones. */
export function importPetMemories(tx: Db, { user, agentId, ...into }: Into, { petMemories = [] }: ArchivedPet) {
  const memories = hasPermission(user, "manage_diary") ? fitting(petMemories) : [];
  const restored = memories.map((memory) => restoredFrom(memory, user.id, null));
  return restoreMemories(tx, { ...into, store: { agentId, userId: null } }, restored);
}

/** What the importing person told the pet, after the chats in which they said it. */
export function importPersonMemories(
  tx: Db,
  { user, agentId, ...into }: Into,
  { personMemories = [] }: ArchivedPet,
  messageIds: ReadonlyMap<string, string>,
) {
  const restored = fitting(personMemories).map((memory) => {
    const messageId = messageIds.get(memory.quote?.messageId ?? "");
    const quote = memory.quote === null || messageId === undefined ? null : { ...memory.quote, messageId };
    return restoredFrom(memory, user.id, quote);
  });
  return restoreMemories(tx, { ...into, store: { agentId, userId: user.id } }, restored);
}

export function memoryRemarks(user: CurrentUser, pet: ArchivedPet, isOwn: boolean): string[] {
  const { name, petMemories = [], personMemories = [] } = pet;
  return [
    ...(petMemories.length > 0 && !hasPermission(user, "manage_diary")
      ? ["The pet's memories are left out: you don't have permission to write diaries."]
      : []),
    ...(personMemories.length > 0 && !isOwn
      ? [`What somebody else told ${name} about themselves is left out: it is for that person alone.`]
      : []),
  ];
}

/** A suggestion waited for a yes that nobody gave. */
function fitting(memories: readonly ArchivedMemory[]): ArchivedMemory[] {
  const ofStatus = (status: ArchivedMemory["status"]) =>
    memories.filter((memory) => memory.status === status).slice(-limits.memoriesPerStore);
  return [...ofStatus("superseded"), ...ofStatus("active")];
}

function restoredFrom(
  { id, toldAt, ...memory }: ArchivedMemory,
  approvedBy: string,
  quote: RestoredMemory["quote"],
): RestoredMemory {
  return { ...memory, formerId: id, approvedBy, toldAt: dateOf(toldAt), quote };
}

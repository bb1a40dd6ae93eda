import type { SQL } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { type Access, type AccessRequest, type CurrentUser, requireUser } from "#server/platform/http/access.ts";
import { forbiddenError, notFound } from "#server/platform/http/errors.ts";
import { hasPermission, isAdmin, mayEditAgents, type PermissionName } from "#shared/permissions.ts";
import { findDemo, findUsable, findUsableOrDemo, orDemo, usableBy } from "./queries.ts";

/** A pet that the caller may at least use (D12). */
export interface UsableAgent {
  id: string;
  name: string;
  /** As the owner wrote it; null where nobody said. */
  species: string | null;
  systemPrompt: string;
  language: string;
  voiceName: string;
  avatarUrl: string | null;
  birthday: string | null;
  /** The owner's id; null for a pet without an owner, which only administrators may change. */
  createdBy: string | null;
  /** Whether the caller may change name, picture, language and voice. */
  canEdit: boolean;
  knowledgeVersion: number;
  /** The embedding model of the pet's vectors; null where it has none. */
  embeddedModel: string | null;
}

export type PetAccess = Access<{ user: CurrentUser; agent: UsableAgent }>;

/** These guards take the path parameter `id` as the pet's id, and answer with 404 for a pet that the caller may not use. */
export const petUser: PetAccess = { name: "pet user", admit: (request) => usablePet(request) };

/** To chat, and no more: the demo pet too, which is everybody's. */
export const petUserOrDemo: PetAccess = {
  name: "pet user, or the demo pet",
  admit: (request) => usablePet(request, { withDemo: true }),
};

/** The demo pet, as a visitor may meet it; null where there is none. */
export async function demoPet(db: Db): Promise<UsableAgent | null> {
  const found = await findDemo(db);
  return found === null ? null : { ...found, canEdit: false };
}

/** Name, picture, language and voice. */
export const petEditor = petChanger("pet editor", "manage_agents", "Add and update agents");

/** Documents, which limited users may not change (D13). */
export const petDocumentEditor = petChanger("pet document editor", "manage_agents");

/** D33: whoever may only change a pet may not delete it. */
export const petDeleter = petChanger("pet deleter", "manage_agents");

/** Whoever keeps diaries and no pets keeps those of the pets that were granted to them (D45). */
export const petDiaryEditor: PetAccess = {
  name: "pet diary editor (manage_diary)",
  admit: async (request) => {
    const scope = await usablePet(request);
    if (!hasPermission(scope.user, "manage_diary")) throw forbiddenError("You don't have permission to do that.");
    if (!mayKeepDiary(scope.user, scope.agent)) throw onlyInCharge();
    return scope;
  },
};

/** The condition for pets that the user may chat with, in a query that reads the pets' table; undefined where it is all. */
export const whereUsableOrDemo = (db: Db, user: CurrentUser): SQL | undefined => orDemo(usableBy(db, user));

/** What this user may change, for the screens; the guards above are what enforces it. */
export const rightsOn = (user: CurrentUser, agent: { createdBy: string | null }) => ({
  canEdit: isInCharge(user, agent) && mayEditAgents(user),
  canEditDiary: hasPermission(user, "manage_diary") && mayKeepDiary(user, agent),
});

/** Its creator or an administrator, who must also hold one of the permissions. */
function petChanger(name: string, ...permissions: [PermissionName, ...PermissionName[]]): PetAccess {
  return {
    name: `${name} (${permissions.join(" or ")})`,
    admit: async (request) => {
      const scope = await usablePet(request);
      if (!isInCharge(scope.user, scope.agent)) throw onlyInCharge();
      if (!permissions.some((permission) => hasPermission(scope.user, permission)))
        throw forbiddenError("You don't have permission to do that.");
      return scope;
    },
  };
}

async function usablePet(
  request: AccessRequest,
  { withDemo }: { withDemo: boolean } = { withDemo: false },
): Promise<{ user: CurrentUser; agent: UsableAgent }> {
  const user = requireUser(request);
  const id = request.params.id;
  if (id === undefined) throw new Error("A pet's guard needs the path parameter 'id'.");
  const found = await (withDemo ? findUsableOrDemo : findUsable)(request.db, user, id);
  if (found === null) throw notFound("Pet");
  return { user, agent: { ...found, canEdit: rightsOn(user, found).canEdit } };
}

const onlyInCharge = () => forbiddenError("Only the owner of this pet or an administrator can do that.");

/** @param agent a pet that the user may use */
const mayKeepDiary = (user: CurrentUser, agent: { createdBy: string | null }): boolean =>
  isInCharge(user, agent) || !mayEditAgents(user);

const isInCharge = (user: CurrentUser, agent: { createdBy: string | null }): boolean =>
  isAdmin(user) || agent.createdBy === user.id;

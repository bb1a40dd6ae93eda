import type { SQL } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { type Access, type AccessRequest, type CurrentUser, requireUser } from "#server/platform/http/access.ts";
import { conflict, forbiddenError, HttpError, notFound } from "#server/platform/http/errors.ts";
import { type FamilyRight, isAtLeast } from "#shared/api/family-right.ts";
import { hasPermission, isAdmin, mayEditAgents, type PermissionName } from "#shared/permissions.ts";
import { findDemo, findUsable, findUsableOrDemo, orDemo, usableBy } from "./queries.ts";

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
  /** The day on which it died; null while it lives. */
  diedOn: string | null;
  /** Since when it is put to rest. */
  atRest: Date | null;
  /** Null for a pet without an owner, which only administrators may change. */
  createdBy: string | null;
  /** The user's right by the pet's family; null for owner, administrator and demo. */
  sharedAs: FamilyRight | null;
  /** What the owner calls the user, such as 'Anna, my big girl'. */
  calledAs: string | null;
  canEdit: boolean;
  knowledgeVersion: number;
  embeddedModel: string | null;
}

export type PetAccess = Access<{ user: CurrentUser; agent: UsableAgent }>;

/** The path parameter `id` is the pet's; a pet that the caller may not use is a 404. */
export const petUser: PetAccess = { name: "pet user", admit: (request) => usablePet(request) };

/** @throws HttpError 409 for a pet that is put to rest: what it told stays readable, and nobody talks with it any more */
export function refuseAtRest({ name, atRest }: Pick<UsableAgent, "name" | "atRest">): void {
  if (atRest !== null) throw conflict(`${name} has been put to rest. What was told stays here to read.`);
}

/** The demo pet is everybody's, to chat with and no more. */
export const petUserOrDemo: PetAccess = {
  name: "pet user, or the demo pet",
  admit: (request) => usablePet(request, { withDemo: true }),
};

export async function demoPet(db: Db): Promise<UsableAgent | null> {
  const found = await findDemo(db);
  return found === null ? null : { ...found, sharedAs: null, calledAs: null, canEdit: false };
}

export const petEditor = petChanger("pet editor", "manage_agents", "Add and update agents");

export const petDocumentEditor = petChanger("pet document editor", "manage_agents");

/** Whoever may only change a pet may not delete it, and nobody deletes a pet that was shared with them. */
export const petDeleter: PetAccess = {
  name: "pet deleter (manage_agents)",
  admit: async (request) => {
    const scope = await usablePet(request);
    requireOwner(scope);
    requireAny(scope.user, ["manage_agents"]);
    return scope;
  },
};

/** Owners, administrators and those who manage the pet decide who is in its family. */
export const petManager: PetAccess = {
  name: "pet manager",
  admit: async (request) => {
    const scope = await usablePet(request);
    if (!managesFamily(scope.user, scope.agent)) throw onlyInCharge();
    return scope;
  },
};

/** Whoever may give a pet answers and memories, to be approved or not. */
export const petContributor: PetAccess = {
  name: "pet contributor",
  admit: async (request) => {
    const scope = await usablePet(request);
    if (!mayContribute(scope.agent) && !managesFamily(scope.user, scope.agent)) throw onlyInCharge();
    return scope;
  },
};

export const managesFamily = (user: CurrentUser, agent: Shared): boolean => isManager(agent) || isInCharge(user, agent);

/** Whoever keeps diaries and no pets keeps those of granted pets. */
export const petDiaryEditor: PetAccess = {
  name: "pet diary editor (manage_diary)",
  admit: async (request) => {
    const scope = await usablePet(request);
    if (isManager(scope.agent)) return scope;
    requireAny(scope.user, ["manage_diary"]);
    if (!mayKeepDiary(scope.user, scope.agent)) throw onlyInCharge();
    return scope;
  },
};

/** Null where the user does not keep the pet's diary. */
export async function findKeptPet(db: Db, user: CurrentUser, id: string): Promise<UsableAgent | null> {
  try {
    return (await petDiaryEditor.admit({ user, params: { id }, db })).agent;
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

/** For queries of the pets' table; undefined where all are usable. */
export const whereUsableOrDemo = (db: Db, user: CurrentUser): SQL | undefined => orDemo(usableBy(db, user));

/** For the screens; the guards enforce it. */
export const rightsOn = (user: CurrentUser, agent: Shared) => ({
  canEdit: isManager(agent) || (isInCharge(user, agent) && mayEditAgents(user)),
  canEditDiary: isManager(agent) || (hasPermission(user, "manage_diary") && mayKeepDiary(user, agent)),
});

/** A pet's name, with what the person may change; null where they may not use it. */
export async function findPetOf(db: Db, user: CurrentUser, id: string) {
  const found = await findUsableOrDemo(db, user, id);
  return found === null ? null : { name: found.name, ...rightsOn(user, found) };
}

/** Who manages the pet by its family needs no permission. */
function petChanger(name: string, ...permissions: [PermissionName, ...PermissionName[]]): PetAccess {
  return {
    name: `${name} (${permissions.join(" or ")})`,
    admit: async (request) => {
      const scope = await usablePet(request);
      if (isManager(scope.agent)) return scope;
      requireOwner(scope);
      requireAny(scope.user, permissions);
      return scope;
    },
  };
}

function requireOwner({ user, agent }: { user: CurrentUser; agent: UsableAgent }): void {
  if (!isInCharge(user, agent)) throw onlyInCharge();
}

function requireAny(user: CurrentUser, permissions: readonly PermissionName[]): void {
  if (!permissions.some((permission) => hasPermission(user, permission)))
    throw forbiddenError("You don't have permission to do that.");
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

const mayKeepDiary = (user: CurrentUser, agent: { createdBy: string | null }): boolean =>
  isInCharge(user, agent) || !mayEditAgents(user);

type Shared = { createdBy: string | null; sharedAs?: FamilyRight | null };

const holds = ({ sharedAs = null }: Pick<Shared, "sharedAs">, least: FamilyRight): boolean =>
  sharedAs !== null && isAtLeast(sharedAs, least);
const isManager = (agent: Pick<Shared, "sharedAs">): boolean => holds(agent, "manage");
const mayContribute = (agent: Pick<Shared, "sharedAs">): boolean => holds(agent, "contribute");

const isInCharge = (user: CurrentUser, agent: { createdBy: string | null }): boolean =>
  isAdmin(user) || agent.createdBy === user.id;

import type { SQL } from "drizzle-orm";
import type { Request } from "express";
import type { Db } from "#server/db/client.ts";
import { type Access, type AccessRequest, type CurrentUser, requireUser } from "#server/http/access.ts";
import { forbidden, notFound } from "#server/http/errors.ts";
import { findSession, type StoredSession } from "#server/http/session-queries.ts";
import { hasPermission, isAdmin, mayEditAgents, type PermissionName } from "#shared/permissions.ts";
import { findDemo, findSessionWithPet, findUsable, findUsableOrDemo, orDemo, usableBy } from "./queries.ts";

/** A call on a pet. */
const PET_PATH = /^\/api\/agents\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=[/?]|$)/;
/** A question that waited for its turn for longer has its pet looked up again. */
const FRESH_MS = 250;

type PetRead = Pick<NonNullable<Awaited<ReturnType<typeof findSessionWithPet>>>, "pet"> & {
  id: string;
  at: number;
  isOwnOrGranted: boolean;
};

/** By the account that was read with it, which is another object for each request. */
const petsRead = new WeakMap<CurrentUser, PetRead>();

/** The session of a request. For a call on a pet, the same statement reads the pet, for the guards below. */
export async function sessionOf(db: Db, sid: string, { originalUrl }: Request): Promise<StoredSession | null> {
  const id = PET_PATH.exec(originalUrl)?.[1];
  if (id === undefined) return findSession(db, sid);
  const found = await findSessionWithPet(db, sid, id);
  if (found === null || found.account === null) return found;
  const { data, account, pet, isOwnOrGranted } = found;
  petsRead.set(account, { id, at: performance.now(), pet, isOwnOrGranted: isOwnOrGranted === true });
  return { data, account };
}

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
    if (!hasPermission(scope.user, "manage_diary")) throw forbidden("You don't have permission to do that.");
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
        throw forbidden("You don't have permission to do that.");
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
  const read = petsRead.get(user);
  const found =
    read?.id === id && performance.now() - read.at < FRESH_MS
      ? readPet(user, read, withDemo)
      : await (withDemo ? findUsableOrDemo : findUsable)(request.db, user, id);
  if (found === null) throw notFound("Pet");
  return { user, agent: { ...found, canEdit: rightsOn(user, found).canEdit } };
}

/** Null where there is no such pet, or none that this user may use. */
function readPet(user: CurrentUser, { pet, isOwnOrGranted }: PetRead, withDemo: boolean): PetRead["pet"] {
  const mayUse = isAdmin(user) || isOwnOrGranted || (withDemo && pet?.isDemo === true);
  return mayUse ? pet : null;
}

const onlyInCharge = () => forbidden("Only the owner of this pet or an administrator can do that.");

/** @param agent a pet that the user may use */
const mayKeepDiary = (user: CurrentUser, agent: { createdBy: string | null }): boolean =>
  isInCharge(user, agent) || !mayEditAgents(user);

const isInCharge = (user: CurrentUser, agent: { createdBy: string | null }): boolean =>
  isAdmin(user) || agent.createdBy === user.id;

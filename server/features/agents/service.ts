import { z } from "zod";
import type { Db } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { refuseIfChanged } from "#server/platform/http/changed-meanwhile.ts";
import { decodeCursor, encodeCursor } from "#server/platform/http/cursor.ts";
import { badRequest, conflict, forbiddenError, notFound } from "#server/platform/http/errors.ts";
import type { JobQueue } from "#server/platform/jobs/queue.ts";
import { changeVoice, chooseVoice } from "#server/voice/voice-choice.ts";
import type {
  Agent,
  AgentFields,
  setInMemory as inMemoryContract,
  updateAgent as updateContract,
} from "#shared/api/agents.ts";
import { moment } from "#shared/api/common.ts";
import { DEFAULT_SYSTEM_PROMPT } from "#shared/default-prompt.ts";
import { hasPermission, isAdmin } from "#shared/permissions.ts";
import { DEFAULT_PET_NAME, type PetProfileFields, petProfileFields } from "#shared/pet-profile.ts";
import type { BodyOf } from "#shared/route.ts";
import { hasAccents, searchWords } from "#shared/search-words.ts";
import { type AuditedPet, type Caller, record, recordOnPet } from "../audit/service.ts";
import { avatarFolder, isStoredAvatar } from "../avatars/avatars.ts";
import { touchKnowledge } from "../knowledge/knowledge.ts";
import { endReplies } from "../replies/replies.ts";
import { rightsOn, type UsableAgent } from "./access.ts";
import * as queries from "./queries.ts";

const byTime = z.tuple([moment(), z.uuid()]);
/** Before the time stands whether the pet has the accents. */
const byAccents = z.tuple([z.string(), z.uuid()]);

export interface AgentDeps {
  db: Db;
  jobs: JobQueue;
  files: FileStore;
}

type Row = NonNullable<Awaited<ReturnType<typeof queries.findShown>>>;
type ShownAgent = Omit<Agent, "createdAt" | "updatedAt" | "knowledgeUpdatedAt" | "atRest"> &
  Pick<Row, "createdAt" | "updatedAt" | "knowledgeUpdatedAt" | "atRest">;

export async function listAgents(
  db: Db,
  by: Caller,
  { q, cursor, limit }: { q?: string | undefined; cursor?: string | undefined; limit: number },
) {
  const { user } = by;
  const after = decodeCursor(cursor, searchWords(q ?? "").some(hasAccents) ? byAccents : byTime);
  const { rows, demo, total, createdByUser } = await queries.pageOfUsable(db, user, { q, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  await recordList(db, by, page);
  return {
    agents: page.map((row) => shown(user, row)),
    total,
    nextCursor: last === undefined ? null : encodeCursor([last.sortKey, last.id]),
    // Its instructions are its owner's alone.
    demo: demo === null ? null : { ...shown(user, demo), systemPrompt: "" },
    agentsCreatedByUser: createdByUser,
    isAdmin: isAdmin(user),
  };
}

/** The list holds the instructions of each pet. */
async function recordList(db: Db, by: Caller, page: readonly Row[]): Promise<void> {
  const agentIds = page.filter((row) => isOthers(by.user, row)).map(({ id }) => id);
  if (agentIds.length === 0) return;
  await record(db, { by, action: "agent.list", details: { pets: agentIds.length, agentIds }, isOften: true });
}

/** Seen as an administrator alone. */
const isOthers = (user: CurrentUser, pet: { createdBy: string | null }): boolean =>
  isAdmin(user) && pet.createdBy !== user.id;

export async function readAgent(db: Db, by: Caller, pet: AuditedPet): Promise<ShownAgent> {
  const found = await getAgent(db, by.user, pet.id);
  if (isOthers(by.user, pet)) await recordOnPet(db, pet, { by, action: "agent.read", isOften: true });
  return found;
}

async function getAgent(db: Db, user: CurrentUser, id: string): Promise<ShownAgent> {
  const row = await queries.findShown(db, user, id);
  if (row === null || !row.isUsable) throw notFound("Pet");
  return shown(user, row);
}

/** Throws HttpError 400, 403 for a limited user's own prompt, 409 for a second pet. */
export async function createAgent(
  { db, files }: AgentDeps,
  user: CurrentUser,
  fields: AgentFields,
): Promise<ShownAgent> {
  if (!fields.name && !fields.avatarUrl)
    throw badRequest("Please give your pet a name or upload an avatar before creating.");
  const systemPrompt = promptOf(fields.systemPrompt, DEFAULT_SYSTEM_PROMPT, hasPermission(user, "manage_agents"));
  const voice = chooseVoice({ language: fields.language, voiceName: fields.voiceName });
  const values = {
    ...voice,
    ...profileOf(fields),
    systemPrompt,
    name: fields.name || DEFAULT_PET_NAME,
    avatarUrl: fields.avatarUrl ?? null,
  };
  const created = await db.transaction(async (tx) => {
    await holdAvatar(tx, files, values.avatarUrl);
    return insertPet(tx, user, values);
  });
  return getAgent(db, user, created);
}

/** Throws HttpError 409 for a second pet. */
export async function insertPet(
  tx: Db,
  user: CurrentUser,
  values: queries.AgentChanges & { id?: string },
): Promise<string> {
  // A unique index counts the pets of limited users; this also counts those made by administrators.
  await assertMayHaveAnother(tx, user);
  const created = await queries.insertAgent(tx, { ...values, createdBy: user.id, isOnlyPet: !isAdmin(user) });
  if (created === null) throw secondPet();
  return created;
}

export async function assertMayHaveAnother(db: Db, user: CurrentUser): Promise<void> {
  if (!isAdmin(user) && (await queries.countCreatedBy(db, user.id)) > 0) throw secondPet();
}

export async function updateAgent(
  { db, files, jobs }: AgentDeps,
  by: Caller,
  { id, sharedAs }: Pick<UsableAgent, "id" | "sharedAs">,
  { before, ...fields }: BodyOf<typeof updateContract>,
): Promise<ShownAgent> {
  const mayChangePrompt = sharedAs === "manage" || hasPermission(by.user, "manage_agents");
  await db.transaction(async (tx) => {
    const current = await queries.lockAgent(tx, id);
    if (current === null) throw notFound("Pet");
    refuseIfChanged(before, current, fields);
    refuseDeathBeforeBirth("birthday", { diedOn: current.diedOn, birthday: fields.birthday ?? null });
    const avatarUrl = fields.avatarUrl === undefined ? current.avatarUrl : fields.avatarUrl;
    if (avatarUrl !== current.avatarUrl) await holdAvatar(tx, files, avatarUrl);
    if (fields.name === "" && avatarUrl === null) throw badRequest("Please give your pet a name or upload an avatar.");
    const voice = changeVoice({ language: fields.language, voiceName: fields.voiceName }, current);
    const changes = {
      ...voice,
      ...profileOf(fields),
      avatarUrl,
      name: fields.name === undefined ? current.name : fields.name || DEFAULT_PET_NAME,
      systemPrompt: promptOf(fields.systemPrompt, current.systemPrompt, mayChangePrompt),
    };
    await queries.changeAgent(tx, id, changes);
    const changed = changedFields(current, changes);
    if (changed.length > 0)
      await recordOnPet(tx, current, { by, action: "agent.update", details: { fields: changed } });
    if (voice.language !== current.language) await touchKnowledge(tx, id);
    if (avatarUrl !== current.avatarUrl) await dropAvatar(tx, jobs, current.avatarUrl);
  });
  return getAgent(db, by.user, id);
}

/** Ends the replies under way: none goes on as if the pet lived, or after it was put to rest. */
export async function setInMemory(
  db: Db,
  by: Caller,
  id: string,
  { diedOn, isAtRest }: BodyOf<typeof inMemoryContract>,
): Promise<ShownAgent> {
  if (isAtRest && diedOn === null) throw badRequest("Only a pet that has died can be put to rest.");
  const isChanged = await db.transaction(async (tx) => {
    const current = await queries.lockAgent(tx, id);
    if (current === null) throw notFound("Pet");
    refuseDeathBeforeBirth("diedOn", { diedOn, birthday: current.birthday });
    const atRest = isAtRest ? (current.atRest ?? new Date()) : null;
    const fields = changedFields(current, { diedOn, atRest });
    if (fields.length === 0) return false;
    await queries.changeAgent(tx, id, { diedOn, atRest });
    await record(tx, {
      by,
      action: "agent.set_in_memory",
      target: { kind: "agent", id, name: current.name },
      details: { fields },
      about: current.createdBy === null ? [] : [current.createdBy],
    });
    return true;
  });
  if (isChanged) await endReplies(db, { agentId: id });
  return getAgent(db, by.user, id);
}

function refuseDeathBeforeBirth(
  field: "birthday" | "diedOn",
  { diedOn, birthday }: { diedOn: string | null; birthday: string | null },
): void {
  if (diedOn === null || birthday === null || diedOn >= birthday) return;
  const message = "The day it died can't be before the day it was born";
  throw badRequest(message, { [field]: message });
}

function changedFields(before: object, after: object): string[] {
  const values = new Map(Object.entries(before));
  return Object.entries(after).flatMap(([field, value]) => (value === values.get(field) ? [] : [field]));
}

export async function deleteAgent({ db, jobs }: AgentDeps, by: Caller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const deleted = await removePet(tx, jobs, id);
    if (deleted === null) throw notFound("Pet");
    await record(tx, {
      by,
      action: "agent.delete",
      target: { kind: "agent", id, name: deleted.name },
      details: { ownerId: deleted.createdBy },
      about: deleted.createdBy === null ? [] : [deleted.createdBy],
    });
  });
  await endReplies(db, { agentId: id });
}

/** Jobs delete the files. Null where there is no such pet. Call `endReplies` after the transaction. */
export async function removePet(tx: Db, jobs: JobQueue, id: string) {
  const deleted = await queries.deleteAgent(tx, id);
  if (deleted === null) return null;
  await jobs.enqueue(tx, "delete_files", { prefix: `documents/${id}/` });
  await jobs.enqueue(tx, "delete_files", { prefix: `replies/${id}/` });
  await jobs.enqueue(tx, "delete_files", { prefix: `photos/${id}/` });
  await jobs.enqueue(tx, "delete_files", { prefix: `books/${id}/` });
  await dropAvatar(tx, jobs, deleted.avatarUrl);
  return deleted;
}

const profileOf = (fields: AgentFields): PetProfileFields => petProfileFields.parse(fields);

/** An empty prompt becomes the default one; everybody may send the present one. */
function promptOf(sent: string | undefined, standing: string, mayChange: boolean): string {
  if (sent === undefined) return standing;
  const wished = sent || DEFAULT_SYSTEM_PROMPT;
  if (wished === standing.trim()) return standing;
  if (!mayChange)
    throw forbiddenError("You have limited access: changing the system prompt requires admin permissions.");
  return wished;
}

/** No pet gets an unused picture while they are deleted. */
export const whileAvatarsStay = <Result>(db: Db, run: (tx: Db) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    await queries.lockAvatars(tx, "delete");
    return run(tx);
  });

/** Until the end of the transaction. Throws HttpError 400 where there is none. */
async function holdAvatar(tx: Db, files: FileStore, avatarUrl: string | null): Promise<void> {
  if (avatarUrl === null) return;
  await queries.lockAvatars(tx, "give");
  if (!(await isStoredAvatar(files, avatarUrl))) {
    const message = "Please upload the picture first";
    throw badRequest(message, { avatarUrl: message });
  }
}

async function dropAvatar(tx: Db, jobs: JobQueue, avatarUrl: string | null): Promise<void> {
  if (avatarUrl === null || (await queries.isAvatarUsed(tx, avatarUrl))) return;
  const prefix = avatarFolder(avatarUrl);
  if (prefix !== null) await jobs.enqueue(tx, "delete_files", { prefix });
}

const secondPet = () =>
  conflict("You have created your pet. To create another, please sign up for a new account for your other pet.");

const shown = (user: CurrentUser, row: Row): ShownAgent => ({
  ...row,
  ...rightsOn(user, row),
  contributionsWaiting: row.createdBy === user.id || row.sharedAs === "manage" ? row.contributionsWaiting : 0,
});

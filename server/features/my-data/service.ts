import type { z } from "zod";
import type { Db } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { badRequest, conflict, HttpError, notSignedIn } from "#server/platform/http/errors.ts";
import type { JobQueue } from "#server/platform/jobs/queue.ts";
import type { myData } from "#shared/api/my-data.ts";
import { isAdmin, mayEditAgents } from "#shared/permissions.ts";
import { hasOtherAdministrator } from "../admin/users/service.ts";
import { rightsOn } from "../agents/access.ts";
import { assertMayHaveAnother, removePet } from "../agents/service.ts";
import { type Caller, nameOf, record } from "../audit/service.ts";
import { endSessions } from "../auth/service.ts";
import { avatarKey } from "../avatars/avatars.ts";
import { bookKeysOf } from "../book/service.ts";
import { endReplies } from "../replies/replies.ts";
import { audioKey } from "../spoken-replies/spoken-replies.ts";
import { readTimeZone } from "../time-zone/service.ts";
import { cardPicture } from "./character-card.ts";
import { entryName } from "./entry-name.ts";
import * as queries from "./queries.ts";

/** For one job. */
const FILES_PER_JOB = 500;
const LAST_ADMINISTRATOR =
  "You are the last active administrator. Please make someone else an administrator first, then delete your account.";

export async function overview(db: Db, user: CurrentUser): Promise<z.input<typeof myData>> {
  const pets = await queries.listOwnPets(db, user.id);
  return {
    accountName: nameOf(user),
    counts: await queries.countOwned(db, user.id),
    remembering: await queries.listRemembering(db, user.id),
    timeZone: await readTimeZone(db, user.id),
    pets: pets.map((pet) => ({
      id: pet.id,
      name: pet.name,
      avatarUrl: pet.avatarUrl,
      species: pet.species,
      canEdit: rightsOn(user, pet).canEdit,
    })),
    importRefusal: await importRefusal(db, user),
    deletionRefusal: await db.transaction((tx) => deletionRefusal(tx, user)),
  };
}

/**
 * The audit log keeps neither name nor content. Throws HttpError 400 for another name, 409 for the last administrator.
 */
export async function deleteAccount(
  { db, jobs }: { db: Db; jobs: JobQueue },
  { user, ip }: Caller,
  confirmation: string,
): Promise<void> {
  if (confirmation.trim() !== nameOf(user)) {
    const message = `Please type '${nameOf(user)}' to confirm.`;
    throw badRequest(message, { confirmation: message });
  }
  const pets = await db.transaction(async (tx) => {
    // The administrators' lock first, as in every other transaction.
    const refusal = await deletionRefusal(tx, user);
    if (refusal !== null) throw conflict(refusal);
    if (!(await queries.lockAccount(tx, user.id))) throw notSignedIn();
    const counts = await queries.countOwned(tx, user.id);
    const spoken = await queries.listSpokenByPetsOfOthers(tx, user.id);
    const own = await queries.listOwnPets(tx, user.id);
    for (const { id } of own) await removePet(tx, jobs, id);
    const keys = [...spoken.map(({ agentId, id }) => audioKey(agentId, id)), ...(await bookKeysOf(tx, user.id))];
    for (let first = 0; first < keys.length; first += FILES_PER_JOB)
      await jobs.enqueue(tx, "delete_files", { keys: keys.slice(first, first + FILES_PER_JOB) });
    await queries.deleteAccount(tx, user.id);
    await endSessions(tx, user.id);
    await record(tx, {
      by: { user: null, ip },
      action: "account.delete",
      target: { kind: "user", id: user.id, name: null },
      details: counts,
    });
    return own;
  });
  await Promise.all([endReplies(db, { userId: user.id }), ...pets.map(({ id }) => endReplies(db, { agentId: id }))]);
}

/** Without the diary where the caller may not read it. */
export async function characterCard({ db, files }: { db: Db; files: FileStore }, by: Caller, agentId: string) {
  const pet = await queries.findPet(db, agentId);
  const diary = rightsOn(by.user, pet).canEditDiary ? await queries.listDiary(db, agentId) : [];
  const key = pet.avatarUrl === null ? null : avatarKey(pet.avatarUrl);
  const picture = key === null ? null : await files.read(key);
  const target = { kind: "agent", id: agentId, name: pet.name } as const;
  const about = pet.createdBy === null ? [] : [pet.createdBy];
  await record(db, {
    by,
    action: "agent.export_card",
    target,
    details: { diaryAnswers: diary.length },
    about,
  });
  return {
    filename: `${asciiName(pet.name)}.png`,
    card: await cardPicture({ pet, diary, creator: nameOf(by.user) }, picture),
  };
}

export const recordDownload = (db: Db, by: Caller, withAudio: boolean): Promise<void> =>
  record(db, { by, action: "account.export", details: { audio: withAudio } });

async function importRefusal(db: Db, user: CurrentUser): Promise<string | null> {
  if (!mayEditAgents(user)) return "You don't have permission to add pets.";
  try {
    await assertMayHaveAnother(db, user);
    return null;
  } catch (error) {
    if (error instanceof HttpError) return error.message;
    throw error;
  }
}

async function deletionRefusal(tx: Db, user: CurrentUser): Promise<string | null> {
  return isAdmin(user) && !(await hasOtherAdministrator(tx, user.id)) ? LAST_ADMINISTRATOR : null;
}

/** Many systems take only ASCII for a download. */
const asciiName = (name: string): string =>
  entryName(1, name.normalize("NFKD").replaceAll(/[^\x20-\x7e]/g, ""), "pet")
    .slice(3)
    .replaceAll(" ", "-")
    .toLowerCase();

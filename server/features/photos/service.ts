import { randomUUID } from "node:crypto";
import type { Db } from "#server/platform/db/client.ts";
import { isDatabaseUnavailable } from "#server/platform/db/failures.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import { badRequest, conflict, notFound, unsupportedType } from "#server/platform/http/errors.ts";
import { type Media, storedMedia } from "#server/platform/http/media.ts";
import type { JobQueue } from "#server/platform/jobs/queue.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { isPictureType, renderPictures, typeOfBytes } from "#server/platform/pictures.ts";
import type { editPhoto as editContract, PhotoSize } from "#shared/api/photos.ts";
import { limits } from "#shared/limits.ts";
import { lastToday } from "#shared/pet-profile.ts";
import type { BodyOf } from "#shared/route.ts";
import { type AuditedPet, type Caller, recordOnPet } from "../audit/service.ts";
import * as queries from "./queries.ts";

export interface PhotoDeps {
  db: Db;
  files: FileStore;
  jobs: JobQueue;
  log: Log;
}

const TYPE = "image/webp";

/** Twice a photo's height in the gallery, and a whole screen. */
const shapes = [
  { px: 480, fit: "inside" },
  { px: 1600, fit: "inside" },
] as const;

/** @throws HttpError 400, 415, 409 for too many photos, 507 for a full store */
export async function addPhoto(deps: PhotoDeps, by: Caller, pet: AuditedPet, bytes: Uint8Array) {
  const { db, files } = deps;
  await assertRoom(db, pet.id);
  const kept = await keepPhoto(files, pet.id, bytes);
  const addedBy = by.user.id;
  try {
    await db.transaction(async (tx) => {
      if (!(await queries.lockPet(tx, pet.id))) throw notFound("Pet");
      await assertRoom(tx, pet.id);
      await recordOnPet(tx, pet, { by, action: "photo.create", details: { photoId: kept.id } });
      await queries.insertPhoto(tx, { ...kept, addedBy, caption: "" });
    });
  } catch (error) {
    // The row may have been stored although the connection was lost. The nightly sweep deletes files without a row.
    if (!isDatabaseUnavailable(error)) await dropFiles(deps, pet.id, kept.id);
    throw error;
  }
  return readPhoto(db, kept.id);
}

/**
 * Stores both sizes, and returns the values of the photo's row.
 * @throws HttpError 400, 415
 */
export async function keepPhoto(files: FileStore, agentId: string, bytes: Uint8Array) {
  const type = await typeOfBytes(bytes);
  if (!isPictureType(type)) throw unsupportedType(refusalOf(type));
  const { pictures, isAnimated, takenOn } = await renderPictures(bytes, shapes);
  if (isAnimated) throw badRequest(ANIMATED);
  const [small, large] = pictures;
  if (small === undefined || large === undefined) throw new Error("A picture of two shapes is two pictures.");
  const id = randomUUID();
  await files.put(photoKey(agentId, id, "small"), small.bytes, TYPE);
  await files.put(photoKey(agentId, id, "large"), large.bytes, TYPE);
  return {
    id,
    agentId,
    takenOn: takenOn !== null && takenOn <= lastToday() ? takenOn : null,
    width: large.width,
    height: large.height,
    bytes: small.bytes.length + large.bytes.length,
  };
}

const ANIMATED = "That is an animated picture. Please choose a photo that stands still.";

function refusalOf(type: string | undefined): string {
  if (type === "image/heic" || type === "image/heif")
    return "HEIC photos can't be read here. Please send it as a JPEG: phones do that when you choose it from the photo library.";
  if (type === "image/apng" || type === "image/gif") return ANIMATED;
  if (type?.startsWith("video/")) return "That is a film, whatever it is called. Please choose a photo.";
  return "Please choose photos in JPEG, PNG or WebP.";
}

type Edit = BodyOf<typeof editContract>;

/** @throws HttpError 404 for a photo that is gone, or an answer or memory that the pet does not have */
export async function editPhoto({ db }: PhotoDeps, by: Caller, pet: AuditedPet, id: string, edit: Edit) {
  const { caption, takenOn, ...place } = edit;
  await db.transaction(async (tx) => {
    const placed = await placeOf(tx, pet.id, place);
    const changes = {
      ...(caption === undefined ? {} : { caption }),
      ...(takenOn === undefined ? {} : { takenOn }),
      ...placed,
    };
    if (!(await queries.updatePhoto(tx, id, changes))) throw notFound("Photo");
    await recordOnPet(tx, pet, { by, action: "photo.update", details: { photoId: id } });
  });
  return readPhoto(db, id);
}

/** Whoever names the one place takes the photo from the other. */
async function placeOf(tx: Db, agentId: string, { questionId, memoryId }: Pick<Edit, "questionId" | "memoryId">) {
  if (questionId) {
    const diaryAnswerId = await queries.findAnswer(tx, agentId, questionId);
    if (diaryAnswerId === null) throw notFound("Answer");
    return { diaryAnswerId, memoryId: null };
  }
  if (memoryId) {
    if (!(await queries.hasMemory(tx, agentId, memoryId))) throw notFound("Memory");
    return { memoryId, diaryAnswerId: null };
  }
  return {
    ...(questionId === null ? { diaryAnswerId: null } : {}),
    ...(memoryId === null ? { memoryId: null } : {}),
  };
}

/** A job deletes the files where this process could not. */
export async function deletePhoto(deps: PhotoDeps, by: Caller, pet: AuditedPet, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await queries.deletePhoto(tx, id))) throw notFound("Photo");
    await recordOnPet(tx, pet, { by, action: "photo.delete", details: { photoId: id } });
    await deps.jobs.enqueue(tx, "delete_files", { prefix: folderOf(pet.id, id) });
  });
  await dropFiles(deps, pet.id, id);
}

export type ArchivedPhoto = Awaited<ReturnType<typeof queries.listForArchive>>[number];
export type AnsweredQuestion = Awaited<ReturnType<typeof queries.listAnswered>>[number];

/** For the archive of an account, and out of one. */
export const listArchivedPhotos = (db: Db, agentId: string): Promise<ArchivedPhoto[]> =>
  queries.listForArchive(db, agentId);
export const listAnswered = (db: Db, agentId: string): Promise<AnsweredQuestion[]> => queries.listAnswered(db, agentId);
export const insertPhoto = (tx: Db, values: queries.NewPhoto): Promise<void> => queries.insertPhoto(tx, values);

export const openPhoto = (files: FileStore, agentId: string, id: string, size: PhotoSize): Promise<Media | null> =>
  storedMedia(files, photoKey(agentId, id, size), { contentType: TYPE, caching: "immutable" });

export const photoKey = (agentId: string, id: string, size: PhotoSize): string =>
  `${folderOf(agentId, id)}${size}.webp`;

/** Of the keys, those whose photo is there. */
export async function usedPhotos(db: Db, keys: readonly string[]): Promise<string[]> {
  const ids = keys.flatMap((key) => ofPhoto.exec(key)?.[1] ?? []);
  const strangers = keys.filter((key) => !ofPhoto.test(key));
  if (ids.length === 0) return strangers;
  const known = await queries.knownPhotos(db, ids);
  return [...strangers, ...known.flatMap(({ agentId, id }) => bothKeys(agentId, id))];
}

const bothKeys = (agentId: string, id: string) => [photoKey(agentId, id, "small"), photoKey(agentId, id, "large")];

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const ofPhoto = new RegExp(`^photos/${ID}/(${ID})/(?:small|large)\\.webp$`);

/** The file store deletes by folder. */
const folderOf = (agentId: string, id: string): string => `photos/${agentId}/${id}/`;

const dropFiles = ({ files, log }: Pick<PhotoDeps, "files" | "log">, agentId: string, id: string): Promise<void> =>
  files
    .deletePrefix(folderOf(agentId, id))
    .catch((err: unknown) => log.warn({ err, photo: id }, "a photo's files were left behind"));

async function readPhoto(db: Db, id: string) {
  const found = await queries.findPhoto(db, id);
  if (found === null) throw notFound("Photo");
  return found;
}

async function assertRoom(db: Db, agentId: string): Promise<void> {
  if ((await queries.countPhotos(db, agentId)) >= limits.photosPerPet)
    throw conflict(`A pet can have at most ${limits.photosPerPet} photos: please delete one first.`);
}

import { randomUUID } from "node:crypto";
import type { FileStore } from "#server/platform/files/files.ts";
import { HttpError, tooLarge } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { limits } from "#shared/limits.ts";
import { avatarFolder, storeAvatar } from "../avatars/avatars.ts";
import { type KeptFile, keepFile, kindOf } from "../documents/service.ts";
import { keepPhoto } from "../photos/service.ts";
import { audioKey } from "../spoken-replies/spoken-replies.ts";
import type { ArchivedPet, DocumentEntry, PhotoEntry } from "./archive-format.ts";
import { dateOf, OTHER_ANSWERS } from "./imported-pet.ts";
import type { Archive } from "./read-archive.ts";

interface FileDeps {
  files: FileStore;
  log: Log;
}

interface Wanted {
  agentId: string;
  pet: ArchivedPet;
  /** Paths of the spoken replies. */
  audio: ReadonlySet<string>;
  /** Answers without a question here become a document; null for none. */
  otherAnswers: string | null;
  mayKeepDocuments: boolean;
}

/** A spoken reply usually has some hundred kilobytes. */
const AUDIO_BYTES = 25 * 1024 * 1024;

/** Stored under the id that the reply will have. */
export interface StoredAudio {
  messageId: string;
  bytes: number;
}

export interface KeptFiles {
  documents: (KeptFile & { createdAt?: Date })[];
  documentIds: Map<string, string>;
  photos: { kept: Awaited<ReturnType<typeof keepPhoto>>; entry: PhotoEntry }[];
  audio: Map<string, StoredAudio>;
  avatarUrl: string | null;
  remarks: string[];
}

/** After a failure it deletes them again. */
export async function keepFiles(deps: FileDeps, archive: Archive, wanted: Wanted): Promise<KeptFiles> {
  const lists = { documents: [], photos: [], remarks: [] };
  const kept: KeptFiles = { ...lists, documentIds: new Map(), audio: new Map(), avatarUrl: null };
  try {
    await keepAvatar(deps.files, archive, wanted.pet.avatar, kept);
    await keepDocuments(deps.files, archive, wanted, kept);
    await keepPhotos(deps.files, archive, wanted, kept);
    await keepAudio(deps.files, archive, wanted, kept);
  } catch (error) {
    await dropKept(deps, wanted.agentId, kept.avatarUrl);
    throw error;
  }
  return kept;
}

export async function dropKept({ files, log }: FileDeps, agentId: string, avatarUrl: string | null): Promise<void> {
  const avatar = avatarUrl === null ? null : avatarFolder(avatarUrl);
  for (const folder of [`documents/${agentId}/`, `photos/${agentId}/`, `replies/${agentId}/`, avatar])
    if (folder !== null)
      await files.deletePrefix(folder).catch((err: unknown) => log.warn({ err, folder }, "files were left behind"));
}

async function keepAvatar(files: FileStore, archive: Archive, path: string | null, kept: KeptFiles): Promise<void> {
  if (path === null) return;
  const bytes = await archive.read(path, limits.avatarBytes);
  kept.avatarUrl = bytes === null ? null : await storeAvatar(files, bytes).catch(unreadable);
  if (kept.avatarUrl === null) kept.remarks.push("The picture is missing in the ZIP, or can't be read.");
}

function unreadable(error: unknown): null {
  if (error instanceof HttpError) return null;
  throw error;
}

/** Made anew from their pixels, as every photo that is sent. */
async function keepPhotos(files: FileStore, archive: Archive, { pet, agentId }: Wanted, kept: KeptFiles) {
  const { photos = [] } = pet;
  for (const entry of photos) {
    const bytes = await archive.read(entry.file, limits.photoBytes);
    const photo = bytes === null ? null : await keepPhoto(files, agentId, bytes).catch(unreadable);
    if (photo !== null) kept.photos.push({ kept: photo, entry });
  }
  const lost = photos.length - kept.photos.length;
  if (lost > 0) kept.remarks.push(`Photos that are missing in the ZIP, or can't be read: ${lost}.`);
}

async function keepDocuments(files: FileStore, archive: Archive, wanted: Wanted, kept: KeptFiles): Promise<void> {
  const { pet, agentId, otherAnswers, mayKeepDocuments } = wanted;
  if (!mayKeepDocuments) {
    if (pet.documents.length > 0)
      kept.remarks.push("The documents are left out: adding documents requires admin permissions.");
    return;
  }
  const leftOut: string[] = [];
  for (const entry of pet.documents) {
    const room = kept.documents.length < limits.documentsPerAgent;
    const document = room ? await keepDocument(files, archive, agentId, entry) : null;
    if (document === null) leftOut.push(entry.originalName);
    else kept.documents.push(document);
    if (document !== null) kept.documentIds.set(entry.id, document.id);
  }
  if (leftOut.length > 0)
    kept.remarks.push(`These documents are missing in the ZIP, or can't be taken: ${leftOut.join(", ")}.`);
  if (otherAnswers === null) return;
  // May exceed the limit of documents, so that no answer is lost.
  const file = { bytes: Buffer.from(otherAnswers), originalName: OTHER_ANSWERS, declaredType: "text/plain" };
  kept.documents.push(await keepFile(files, agentId, "txt", file));
}

async function keepDocument(files: FileStore, archive: Archive, agentId: string, entry: DocumentEntry) {
  const bytes = await archive.read(entry.file, limits.documentBytes);
  if (bytes === null || bytes.byteLength === 0) return null;
  const type = entry.file.endsWith(".pdf") ? "application/pdf" : "text/plain";
  const file = { bytes, originalName: entry.originalName, declaredType: type };
  const kind = kindOf(file);
  return kind === null ? null : { ...(await keepFile(files, agentId, kind, file)), createdAt: dateOf(entry.createdAt) };
}

/** Compressed audio does not shrink in a ZIP, so it can't have more bytes than the archive. */
async function keepAudio(files: FileStore, archive: Archive, { agentId, audio }: Wanted, kept: KeptFiles) {
  let storedBytes = 0;
  for (const path of audio) {
    const bytes = await archive.read(path, AUDIO_BYTES);
    if (bytes === null || !isMp3(bytes)) continue;
    storedBytes += bytes.length;
    if (storedBytes > archive.size) throw tooLarge("The spoken replies in this ZIP unpack to more than can be taken.");
    const messageId = randomUUID();
    await files.put(audioKey(agentId, messageId), bytes, "audio/mpeg");
    kept.audio.set(path, { messageId, bytes: bytes.length });
  }
}

/** An ID3 tag, or the eleven set bits of an MP3 frame. */
const isMp3 = (bytes: Buffer): boolean =>
  bytes.subarray(0, 3).toString("latin1") === "ID3" || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0);

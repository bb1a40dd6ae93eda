import { randomUUID } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { z } from "zod";
import type { Db } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { badRequest, notFound, tooLarge } from "#server/platform/http/errors.ts";
import type { JobQueue } from "#server/platform/jobs/queue.ts";
import type { Log } from "#server/platform/observe/log.ts";
import type { ImportResult, ImportSummary } from "#shared/api/my-data.ts";
import { limits } from "#shared/limits.ts";
import { hasPermission } from "#shared/permissions.ts";
import { assertMayHaveAnother, insertPet } from "../agents/service.ts";
import { type Caller, record } from "../audit/service.ts";
import { insertOwnQuestion } from "../diary/service.ts";
import { insertDocument } from "../documents/service.ts";
import { touchKnowledge } from "../knowledge/knowledge.ts";
import { restoreMemorial } from "../memorial/service.ts";
import { passOverImported } from "../memory/service.ts";
import { restoreQuestions } from "../open-questions/service.ts";
import { type AnsweredQuestion, insertPhoto, listAnswered } from "../photos/service.ts";
import { type ArchivedPet, archivedPet, FORMAT, MANIFEST, type Manifest, manifest, VERSION } from "./archive-format.ts";
import { plainPath } from "./entry-name.ts";
import { readChat, restoredMessages } from "./imported-chat.ts";
import { dropKept, type KeptFiles, keepFiles, type StoredAudio } from "./imported-files.ts";
import {
  importPersonMemories,
  importPetMemories,
  type MemoryPerson,
  memoryPerson,
  memoryRemarks,
} from "./imported-memories.ts";
import { dateOf, isAskedLike, matchDiary, petFields, toDiaryRow } from "./imported-pet.ts";
import * as queries from "./queries.ts";
import { type Archive, openArchive } from "./read-archive.ts";

export interface ImportDeps {
  db: Db;
  jobs: JobQueue;
  files: FileStore;
  log: Log;
  sessionSecret: string;
}

interface Wanted {
  folder?: string | undefined;
  person?: MemoryPerson | undefined;
}

/** Files first, then all rows in one transaction; a failure leaves neither. Throws HttpError 400, 409, 413, 507. */
export async function importPet(
  deps: ImportDeps,
  by: Caller,
  zip: FileHandle,
  { folder, person }: Wanted,
): Promise<ImportResult> {
  const archive = await openArchive(zip);
  const found = await readManifest(archive);
  const { pets, account } = found;
  if (pets.length === 0) throw badRequest("There is no pet in this ZIP.");
  await assertMayHaveAnother(deps.db, by.user);
  if (folder === undefined && pets.length > 1) return { outcome: "choose", pets };
  const chosen = folder === undefined ? pets[0] : pets.find((pet) => pet.folder === plainPath(folder));
  if (chosen === undefined) throw notFound("Pet");
  const pet = await archive.readJson(`${chosen.folder}/pet.json`, archivedPet);
  const memories = (pet.personMemories ?? []).length;
  const whose = memoryPerson(by.user, found, person);
  if (whose === null && memories > 0)
    return { outcome: "whose", folder: chosen.folder, person: `${account.firstName} ${account.lastName}`, memories };
  return { outcome: "imported", summary: await importChosen(deps, by, archive, { pet, isOwn: whose === "me" }) };
}

async function readManifest(archive: Archive): Promise<Pick<Manifest, "account" | "pets">> {
  const { format, version } = await archive
    .readJson(MANIFEST, z.object({ format: z.string(), version: z.number() }))
    .catch(() => ({ format: "", version: 0 }));
  if (format !== FORMAT)
    throw badRequest("This ZIP was not made here. Please choose one that you downloaded under 'My data'.");
  if (version !== VERSION)
    throw badRequest("This ZIP was made by another version of this product, which can't be read here.");
  return archive.readJson(MANIFEST, manifest);
}

interface Chosen {
  pet: ArchivedPet;
  /** The archive is the importing person's own. */
  isOwn: boolean;
}

async function importChosen(
  deps: ImportDeps,
  by: Caller,
  archive: Archive,
  { pet, isOwn }: Chosen,
): Promise<ImportSummary> {
  const { db, jobs } = deps;
  const { user } = by;
  const audio = await namedAudio(archive, pet.chats);
  const agentId = randomUUID();
  const { fields, remarks } = petFields(user, pet);
  const diary = matchDiary(user, pet.diary, await queries.listQuestions(db));
  const kept = await keepFiles(deps, archive, {
    agentId,
    pet,
    audio,
    otherAnswers: diary.otherAnswers,
    mayKeepDocuments: hasPermission(user, "manage_agents"),
  });
  const summary: ImportSummary = {
    agentId,
    name: fields.name,
    diaryAnswers: diary.answers.length + diary.own.length,
    documents: kept.documents.length,
    photos: kept.photos.length,
    chats: pet.chats.length,
    messages: 0,
    audio: 0,
    memories: 0,
    remarks: [...remarks, ...diary.remarks, ...kept.remarks, ...memoryRemarks(user, pet, isOwn)],
  };
  try {
    await db.transaction(async (tx) => {
      await insertPet(tx, user, { ...fields, id: agentId, avatarUrl: kept.avatarUrl });
      await queries.insertAnswers(
        tx,
        diary.answers.map((answer) => ({ ...answer, agentId })),
      );
      for (const entry of diary.own) {
        const { id } = await insertOwnQuestion(tx, agentId, entry.question);
        await queries.insertAnswers(tx, [{ ...toDiaryRow(id, entry), agentId }]);
      }
      for (const document of kept.documents) await insertDocument(tx, jobs, document);
      await touchKnowledge(tx, agentId);
      const into = { sessionSecret: deps.sessionSecret, user, agentId, locale: fields.language };
      const memoryIds = await importPetMemories(tx, into, pet);
      await importPhotos(tx, user, kept.photos, { answers: await listAnswered(tx, agentId), memoryIds });
      await importMemorial(tx, agentId, pet, memoryIds);
      const messageIds = new Map<string, string>();
      for (const path of pet.chats) {
        const messages = await importChat(tx, archive, path, { ...kept, agentId, user, messageIds, memoryIds });
        summary.messages += messages.length;
        summary.audio += messages.filter(({ audioUrl }) => audioUrl !== null).length;
      }
      const told = isOwn ? await importPersonMemories(tx, into, pet, messageIds) : new Map();
      summary.memories = memoryIds.size + told.size;
      await restoreQuestions(tx, agentId, openQuestionsOf(user, pet, messageIds));
      await record(tx, {
        by,
        action: "agent.import",
        target: { kind: "agent", id: agentId, name: fields.name },
        details: { documents: summary.documents, chats: summary.chats },
      });
    });
  } catch (error) {
    await dropKept(deps, agentId, kept.avatarUrl);
    throw error;
  }
  return summary;
}

async function importMemorial(
  tx: Db,
  agentId: string,
  { memorial }: ArchivedPet,
  memoryIds: ReadonlyMap<string, string>,
): Promise<void> {
  if (memorial == null) return;
  await restoreMemorial(tx, agentId, {
    words: memorial.words,
    pieces: memorial.pieces.map((piece) => ("memory" in piece ? { memory: memoryIds.get(piece.memory) ?? "" } : piece)),
    guestBook: memorial.guestBook.map((entry) => ({ ...entry, createdAt: dateOf(entry.createdAt) })),
  });
}

function openQuestionsOf(user: CurrentUser, { openQuestions = [] }: ArchivedPet, messageIds: Map<string, string>) {
  if (!hasPermission(user, "manage_diary")) return [];
  return openQuestions.map(({ question, putAsideAt, askedIn }) => ({
    question,
    putAsideAt: putAsideAt === null ? null : dateOf(putAsideAt),
    messageIds: askedIn.flatMap((formerId) => messageIds.get(formerId) ?? []),
  }));
}

interface PhotoPlaces {
  answers: readonly AnsweredQuestion[];
  memoryIds: ReadonlyMap<string, string>;
}

async function importPhotos(tx: Db, user: CurrentUser, photos: KeptFiles["photos"], places: PhotoPlaces) {
  for (const { kept, entry } of photos) {
    const { caption, takenOn, diaryQuestion: asked, memory, createdAt } = entry;
    const answer = asked === null ? undefined : places.answers.find((each) => isAskedLike(each, asked));
    await insertPhoto(tx, {
      ...{ ...kept, caption, takenOn, createdAt: dateOf(createdAt), addedBy: user.id },
      diaryAnswerId: answer?.id ?? null,
      memoryId: answer === undefined ? (places.memoryIds.get(memory ?? "") ?? null) : null,
    });
  }
}

interface ChatOwner {
  user: { id: string };
  agentId: string;
  messageIds: Map<string, string>;
  documentIds: ReadonlyMap<string, string>;
  memoryIds: ReadonlyMap<string, string>;
  /** By path; what a reply got is taken out. */
  audio: Map<string, StoredAudio>;
}

/** Messages are only counted before anything is made, since each row takes a while. Throws HttpError 413. */
async function namedAudio(archive: Archive, chats: readonly string[]): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  let count = 0;
  for (const path of chats) {
    const { messages } = await archive.readRawJson(path, z.object({ messages: z.array(z.unknown()) }));
    count += messages.length;
    if (count > limits.archive.messages)
      throw tooLarge(`This ZIP has more messages in it than can be taken: over ${limits.archive.messages}.`);
    for (const message of messages) {
      const { role, audio }: { role?: unknown; audio?: unknown } = Object(message);
      if (role === "assistant" && typeof audio === "string") paths.add(plainPath(audio));
    }
  }
  return paths;
}

async function importChat(tx: Db, archive: Archive, path: string, owner: ChatOwner) {
  const chat = await readChat(archive, path);
  const sessionId = randomUUID();
  const messages = restoredMessages(chat.messages, { ...owner, sessionId });
  await queries.insertChat(tx, {
    id: sessionId,
    userId: owner.user.id,
    agentId: owner.agentId,
    name: chat.name,
    about: chat.about ?? null,
    createdAt: dateOf(chat.createdAt),
    updatedAt: dateOf(chat.updatedAt),
  });
  await queries.insertMessages(tx, messages);
  await passOverImported(tx, sessionId);
  return messages;
}

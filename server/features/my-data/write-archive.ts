import type { z } from "zod";
import type { Db } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { rightsOn } from "../agents/access.ts";
import { avatarKey } from "../avatars/avatars.ts";
import { readWhole } from "../memorial/service.ts";
import { type ArchivedPhoto, listArchivedPhotos, photoKey } from "../photos/service.ts";
import { audioKey } from "../spoken-replies/spoken-replies.ts";
import {
  type ArchivedMemory,
  type ArchivedMessage,
  type ArchivedPet,
  type DocumentEntry,
  FORMAT,
  MANIFEST,
  type Manifest,
  type memoriesElsewhere,
  type PhotoEntry,
  VERSION,
} from "./archive-format.ts";
import { entryName, padNumber, stemOf } from "./entry-name.ts";
import { chatHeading, messageText, missingText, petText, profileText, readmeText } from "./markdown.ts";
import * as queries from "./queries.ts";
import type { ZipPart } from "./zip-stream.ts";

export interface ArchiveDeps {
  db: Db;
  files: FileStore;
  log: Log;
}

interface Writing extends ArchiveDeps {
  user: CurrentUser;
  withAudio: boolean;
  /** Also of entries without a time of their own. */
  now: Date;
  /** Files that could not be read to their end. */
  missing: string[];
}

/** Read when it is needed: memory holds a page of messages, one text or a piece of one file. */
export async function* writeArchive(
  deps: ArchiveDeps,
  user: CurrentUser,
  { withAudio }: { withAudio: boolean },
): AsyncGenerator<ZipPart> {
  const writing: Writing = { ...deps, user, withAudio, now: new Date(), missing: [] };
  const pets = await queries.listOwnPets(deps.db, user.id);
  const outlines: Outline[] = [];
  for (const [index, pet] of pets.entries()) outlines.push(await outlineOf(writing, pet, index + 1));
  const manifest = manifestOf(writing, outlines);
  yield textPart(writing, "README.md", readmeText(manifest, withAudio));
  yield textPart(writing, MANIFEST, toJson(manifest));
  yield textPart(writing, "profile.md", profileText(manifest));
  yield textPart(writing, "usage.json", toJson(await queries.listUsage(deps.db, user.id)));
  for (const outline of outlines) yield* petParts(writing, outline);
  const others = await queries.listChats(deps.db, user.id, "pets of others");
  const elsewhere = await queries.listMemoriesElsewhere(deps.db, user.id);
  if (elsewhere.length > 0) yield textPart(writing, "other-memories.json", toJson(byPet(elsewhere)));
  for (const [index, chat] of others.entries()) yield* chatParts(writing, "other-chats", index + 1, chat);
  if (writing.missing.length > 0) yield textPart(writing, "missing.md", missingText(writing.missing));
}

function byPet(rows: readonly queries.MemoryRow[]): z.input<typeof memoriesElsewhere> {
  const pets = new Map(rows.map(({ agentId, pet }) => [agentId, pet]));
  const of = (id: string) => rows.filter(({ agentId }) => agentId === id).map(archivedFrom);
  return [...pets].map(([id, pet]) => ({ pet, memories: of(id) }));
}

function archivedFrom({ agentId: _agentId, pet: _pet, happenedOn, precision, toldAt, ...memory }: queries.MemoryRow) {
  const date = happenedOn === null || precision === null ? null : { on: happenedOn, precision };
  return { ...memory, date, toldAt: toldAt.toISOString() } satisfies ArchivedMemory;
}

type Outline = Awaited<ReturnType<typeof outlineOf>>;

async function outlineOf({ db, user }: Writing, pet: queries.OwnPet, number: number) {
  const diary = rightsOn(user, pet).canEditDiary ? await queries.listDiary(db, pet.id) : null;
  const documents = await queries.listDocuments(db, pet.id);
  const chats = await queries.listChats(db, user.id, { agentId: pet.id });
  return {
    pet,
    folder: `pets/${entryName(number, pet.name, "pet")}`,
    counts: { diaryAnswers: diary?.length ?? 0, documents: documents.length, chats: chats.length },
  };
}

function manifestOf({ user, now }: Writing, outlines: readonly Outline[]): Manifest {
  const { username, email, phone, firstName, lastName, address, timeZone, roles, createdAt } = user;
  return {
    format: FORMAT,
    version: VERSION,
    exportedAt: now,
    account: { username, email, phone, firstName, lastName, address, timeZone, roles, createdAt },
    pets: outlines.map(({ pet, folder, counts }) => ({ folder, name: pet.name, ...counts })),
  };
}

async function* petParts(writing: Writing, { pet, folder }: Outline): AsyncGenerator<ZipPart> {
  const { db, user } = writing;
  const { id: _id, avatarUrl: _avatarUrl, createdBy: _createdBy, updatedAt: _updatedAt, ...fields } = pet;
  const avatar = pet.avatarUrl === null ? null : avatarKey(pet.avatarUrl);
  const diary = rightsOn(user, pet).canEditDiary ? await queries.listDiary(db, pet.id) : null;
  const open = diary === null ? [] : await queries.listOpenQuestions(db, pet.id, user.id);
  const ofPet = diary === null ? [] : await queries.listMemories(db, { agentId: pet.id, userId: null });
  const ofPerson = await queries.listMemories(db, { agentId: pet.id, userId: user.id });
  const memorial = await readWhole(db, pet.id);
  const documents = (await queries.listDocuments(db, pet.id)).map((row, index) => placed(folder, row, index + 1));
  const photos = (await listArchivedPhotos(db, pet.id)).map((row, index) => photoEntry(folder, row, index + 1));
  const chats = await queries.listChats(db, user.id, { agentId: pet.id });
  const archived: ArchivedPet = {
    ...fields,
    atRest: pet.atRest?.toISOString() ?? null,
    createdAt: pet.createdAt.toISOString(),
    avatar: avatar === null ? null : `${folder}/avatar.webp`,
    diary:
      diary?.map((entry) => ({
        ...entry,
        createdAt: entry.createdAt.toISOString(),
        updatedAt: entry.updatedAt.toISOString(),
      })) ?? null,
    petMemories: ofPet.map(archivedFrom),
    personMemories: ofPerson.map(archivedFrom),
    openQuestions: open.map((one) => ({ ...one, putAsideAt: one.putAsideAt?.toISOString() ?? null })),
    memorial: memorial && {
      words: memorial.words,
      pieces: [...memorial.pieces],
      guestBook: memorial.guestBook.map((entry) => ({ ...entry, createdAt: entry.createdAt.toISOString() })),
    },
    documents: documents.map(({ entry }) => entry),
    photos,
    chats: chats.map((_, index) => `${chatPath(folder, index + 1)}.json`),
  };
  yield textPart(writing, `${folder}/pet.json`, toJson(archived));
  yield textPart(writing, `${folder}/pet.md`, petText(archived));
  if (avatar !== null) yield* filePart(writing, `${folder}/avatar.webp`, avatar, pet.createdAt);
  for (const { row, entry } of documents) {
    yield* filePart(writing, entry.file, row.objectPath, row.createdAt);
    if (entry.text !== null)
      yield textPart(writing, entry.text, (await queries.readExtractedText(db, row.id)) ?? "", row.createdAt);
  }
  for (const { id, file, createdAt } of photos)
    yield* filePart(writing, file, photoKey(pet.id, id, "large"), new Date(createdAt));
  for (const [index, chat] of chats.entries()) yield* chatParts(writing, folder, index + 1, chat);
}

type DocumentRow = Awaited<ReturnType<typeof queries.listDocuments>>[number];

function placed(folder: string, row: DocumentRow, number: number): { row: DocumentRow; entry: DocumentEntry } {
  const { id, originalName, createdAt, pageCount, status } = row;
  const path = `${folder}/documents/${entryName(number, stemOf(originalName), "document")}`;
  // The stored ending, since the owner may have chosen any.
  const file = `${path}.${row.filename.split(".").at(-1)}`;
  const text = row.hasText ? `${path}.text.txt` : null;
  return { row, entry: { id, originalName, createdAt: createdAt.toISOString(), pageCount, status, file, text } };
}

function photoEntry(folder: string, { answered, createdAt, ...row }: ArchivedPhoto, number: number): PhotoEntry {
  const file = `${folder}/photos/${entryName(number, row.caption, "photo")}.webp`;
  return { ...row, diaryQuestion: answered, createdAt: createdAt.toISOString(), file };
}

const chatPath = (folder: string, number: number): string =>
  folder === "other-chats" ? `${folder}/${padNumber(number, 4)}` : `${folder}/chats/${padNumber(number, 4)}`;

async function* chatParts(
  writing: Writing,
  folder: string,
  number: number,
  chat: queries.ChatRow,
): AsyncGenerator<ZipPart> {
  const path = chatPath(folder, number);
  const modified = chat.updatedAt;
  const audioAt = (position: number) => `${folder}/audio/${padNumber(number, 4)}-${padNumber(position, 4)}.mp3`;
  yield { name: `${path}.json`, content: chatJson(writing, chat, audioAt), modified, compress: true };
  yield { name: `${path}.md`, content: chatMarkdown(writing, chat, audioAt), modified, compress: true };
  if (!writing.withAudio) return;
  for await (const { message, audio } of messagesOf(writing, chat, audioAt))
    if (audio !== null) yield* filePart(writing, audio, audioKey(chat.agentId, message.id), message.createdAt);
}

type AudioAt = (position: number) => string;

async function* messagesOf({ db, withAudio }: Writing, chat: queries.ChatRow, audioAt: AudioAt) {
  let position = 0;
  for await (const message of queries.readMessages(db, chat.id)) {
    position += 1;
    yield { message, audio: withAudio && message.audioUrl !== null ? audioAt(position) : null };
  }
}

/** A long chat is never whole in memory. */
async function* chatJson(writing: Writing, chat: queries.ChatRow, audioAt: AudioAt): AsyncGenerator<string> {
  const { agentName: pet, name, about, createdAt, updatedAt } = chat;
  yield `${JSON.stringify({ pet, name, about, createdAt, updatedAt }).slice(0, -1)},"messages":[`;
  let separator = "\n";
  for await (const { message, audio } of messagesOf(writing, chat, audioAt)) {
    const { sequence: _, audioUrl: __, ...archived } = message;
    yield separator + JSON.stringify({ ...archived, audio } satisfies ArchivedMessage);
    separator = ",\n";
  }
  yield "\n]}\n";
}

async function* chatMarkdown(writing: Writing, chat: queries.ChatRow, audioAt: AudioAt): AsyncGenerator<string> {
  yield chatHeading({ ...chat, pet: chat.agentName });
  for await (const { message, audio } of messagesOf(writing, chat, audioAt))
    yield messageText(chat.agentName, { ...message, audio });
}

/** Opened when its turn comes; unreadable ones go to `missing`. */
async function* filePart(writing: Writing, name: string, key: string, modified: Date): AsyncGenerator<ZipPart> {
  const { files, log, missing } = writing;
  const file = await files.open(key).catch((err: unknown) => {
    log.warn({ err, key }, "a file could not be put into an archive");
    return null;
  });
  if (file === null) {
    missing.push(name);
    return;
  }
  const content = (async function* () {
    try {
      yield* file.stream;
    } catch (err) {
      log.warn({ err, key }, "a file could not be read to its end for an archive");
      missing.push(name);
    }
  })();
  yield { name, content, modified, compress: name.endsWith(".txt") };
}

const textPart = ({ now }: Writing, name: string, text: string, modified = now): ZipPart => ({
  name,
  content: [text],
  modified,
  compress: true,
});

const toJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

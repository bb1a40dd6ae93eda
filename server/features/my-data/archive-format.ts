import { z } from "zod";
import { toStorable } from "#server/platform/http/gate.ts";
import { choice, messageStatuses, replyMark, source } from "#shared/api/chat.ts";
import { id, timestamp } from "#shared/api/common.ts";
import { eventDate, memoryKind, memoryStatus } from "#shared/api/memory.ts";
import { limits } from "#shared/limits.ts";
import { dayOfDeath, petProfileFields } from "#shared/pet-profile.ts";
import { plainPath } from "./entry-name.ts";

/**
 * The archive of an account is a ZIP in UTF-8 with
 *
 *     README.md                          what there is, in words
 *     archive.json                       `manifest` below
 *     profile.md                         the account, to read
 *     usage.json                         `archivedUsage`: what was used on each day, as far as it is kept
 *     pets/01-biscuit/pet.json           `archivedPet`: the pet with its diary, memories and the list of its documents and chats
 *     pets/01-biscuit/pet.md             the same, to read
 *     pets/01-biscuit/avatar.webp
 *     pets/01-biscuit/documents/01-vet letter.pdf         as it was uploaded
 *     pets/01-biscuit/documents/01-vet letter.text.txt    what was read from it
 *     pets/01-biscuit/photos/001-at the lake.webp          in the larger of its two sizes
 *     pets/01-biscuit/chats/0001.json    `archivedChat`: a chat of the account's owner with this pet
 *     pets/01-biscuit/chats/0001.md      the same, to read
 *     pets/01-biscuit/audio/0001-0002.mp3                 a spoken reply (chat and message), where asked for
 *     other-memories.json                `memoriesElsewhere`: what the account's owner told pets of other people
 *     other-chats/...                    chats with pets of other people, in the same form
 *     missing.md                         which files could not be read, where there are any
 *
 * Paths in the JSON files begin at the archive's root. A file may be missing; `missing.md` then lists it. Times are ISO 8601
 * in UTC. A reader must refuse an unknown `version`, and ignore unknown fields and files. The archive contains no password,
 * no session and nothing of other people but the names of their pets, and what guests wrote in a guest book.
 */
export const FORMAT = "pet-archive";
export const VERSION = 1;
export const MANIFEST = "archive.json";

/** Two paths that differ in what is cleaned away would be one. */
const path = z
  .string()
  .max(400)
  .refine((text) => toStorable(text) === text)
  .overwrite(plainPath);
const count = z.number().int().nonnegative();

export const manifest = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  exportedAt: timestamp,
  account: z.object({
    username: z.string().nullable(),
    email: z.string(),
    phone: z.string().nullable(),
    firstName: z.string(),
    lastName: z.string(),
    address: z.string().nullable(),
    timeZone: z.string().max(100).nullable().optional(),
    roles: z.array(z.string()).max(1_000),
    createdAt: timestamp,
  }),
  pets: z
    .array(z.object({ folder: path, name: z.string(), diaryAnswers: count, documents: count, chats: count }))
    .max(10_000),
});
export type Manifest = z.input<typeof manifest>;

/** Oldest first; `storedBytes` is null where it was not measured that day. */
export const archivedUsage = z.array(
  z.object({
    day: z.iso.date(),
    messages: count,
    promptTokens: count,
    replyTokens: count,
    characters: count,
    seconds: count,
    storedBytes: count.nullable(),
  }),
);

const MOST_ANSWERS = 5_000;

const diaryEntry = z.object({
  /** The key of a seeded question; null for one that a person added. */
  key: z.string().nullable(),
  /** Added by the owner for this pet alone; missing in older archives. */
  isOwn: z.boolean().optional(),
  question: z.string().max(limits.diaryQuestion),
  category: z.string().nullable(),
  answer: z.string().max(limits.diaryAnswer),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type DiaryEntry = z.output<typeof diaryEntry>;

const documentEntry = z.object({
  id,
  originalName: z.string().max(1_000),
  createdAt: timestamp,
  pageCount: z.number().int().nullable(),
  status: z.string(),
  file: path,
  text: path.nullable(),
});
export type DocumentEntry = z.output<typeof documentEntry>;

const photoEntry = z.object({
  id,
  caption: z.string().trim().max(limits.photoCaption),
  takenOn: z.iso.date().nullable(),
  /** Of the diary answer that it belongs to. */
  diaryQuestion: z.object({ key: z.string().nullable(), question: z.string().max(limits.diaryQuestion) }).nullable(),
  memory: id.nullable(),
  createdAt: timestamp,
  file: path,
});
export type PhotoEntry = z.output<typeof photoEntry>;

const openQuestion = z.object({
  question: z.string().max(limits.message),
  putAsideAt: timestamp.nullable(),
  /** Only the owner's own messages, oldest first: what others asked is theirs. */
  askedIn: z.array(id).max(limits.openQuestions.askings),
});

/** Of the pet's life, or what the account's owner told it of themselves. What was declined has no words to be kept. */
export const archivedMemory = z.object({
  id,
  kind: memoryKind,
  text: z.string().trim().min(1).max(limits.memory),
  date: eventDate.nullable(),
  status: memoryStatus,
  isMuted: z.boolean(),
  supersedes: id.nullable(),
  toldAt: timestamp,
  /** In the owner's own message of one of the chats. */
  quote: z.object({ text: z.string().max(limits.message), messageId: id, language: z.string().max(100) }).nullable(),
});
export type ArchivedMemory = z.output<typeof archivedMemory>;

/** Some are superseded or wait for an answer. */
const memories = z.array(archivedMemory).max(4 * limits.memoriesPerStore);

export const memoriesElsewhere = z.array(z.object({ pet: z.string(), memories }));

/** Of a pet in memory. A piece is a diary answer, by its question, or one of the pet's memories. */
const archivedMemorial = z.object({
  words: z.string().max(limits.memorial.words),
  pieces: z
    .array(
      z.union([
        z.object({ key: z.string().nullable(), question: z.string().max(limits.diaryQuestion) }),
        z.object({ memory: id }),
      ]),
    )
    .max(limits.memorial.pieces),
  guestBook: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(limits.guestBook.name),
        words: z.string().trim().min(1).max(limits.guestBook.words),
        isApproved: z.boolean(),
        createdAt: timestamp,
      }),
    )
    .max(limits.guestBook.entries),
});

/** A small archive must not make much of little. */
const isEachOnce = (paths: readonly string[]): boolean => new Set(paths).size === paths.length;

export const archivedPet = z.object({
  name: z.string().max(limits.agentName),
  language: z.string(),
  voiceName: z.string(),
  systemPrompt: z.string().max(limits.systemPrompt),
  /** Missing in archives made before pets had a profile. */
  ...petProfileFields.shape,
  /** Both missing in older archives. */
  diedOn: dayOfDeath.nullish(),
  atRest: timestamp.nullish(),
  createdAt: timestamp,
  avatar: path.nullable(),
  /** Null where the account's owner was not allowed to read it. */
  diary: z.array(diaryEntry).max(MOST_ANSWERS).nullable(),
  /** Missing in older archives; the pet's own also where the diary is. */
  petMemories: memories.optional(),
  personMemories: memories.optional(),
  /** Missing in older archives, and where the diary is. */
  openQuestions: z.array(openQuestion).max(limits.openQuestions.perPet).optional(),
  /** Missing in older archives, and where the pet has no such page. */
  memorial: archivedMemorial.nullish(),
  documents: z
    .array(documentEntry)
    .max(10 * limits.documentsPerAgent)
    .refine((documents) => isEachOnce(documents.map(({ file }) => file)), "a file that is named twice"),
  /** Missing in older archives. */
  photos: z
    .array(photoEntry)
    .max(limits.photosPerPet)
    .refine((photos) => isEachOnce(photos.map(({ file }) => file)), "a photo that is named twice")
    .optional(),
  chats: z.array(path).max(limits.archive.chats).refine(isEachOnce, "a chat that is named twice"),
});
export type ArchivedPet = z.output<typeof archivedPet>;

export const archivedMessage = z.object({
  id,
  role: z.enum(["user", "assistant"]),
  content: z.string().max(200_000),
  /** The box of an emergency; missing in older archives. */
  help: z.string().max(5_000).nullish(),
  status: z.enum(messageStatuses),
  /** Of its question; null for a question. */
  replyTo: id.nullable(),
  /** Of a question that was asked in other words too: the same for all its versions; missing in older archives. */
  versionGroup: id.nullish(),
  /** Where it is not in view: the version of the question with which it was put aside. */
  asideWith: id.nullish(),
  sources: z.array(source).max(MOST_ANSWERS).nullable(),
  choices: z.array(choice).max(100).nullish(),
  mark: replyMark.nullish(),
  /** With a heart; missing in older archives. */
  isKept: z.boolean().optional(),
  audio: path.nullable(),
  createdAt: timestamp,
});
export type ArchivedMessage = z.input<typeof archivedMessage>;

export const archivedChat = z.object({
  pet: z.string(),
  name: z.string().max(1_000).nullable(),
  /** What its last part was about, in a line; missing in older archives. */
  about: z
    .string()
    .max(limits.chatTopic)
    .regex(/^\P{Cc}*$/u)
    .nullish()
    .catch(null),
  createdAt: timestamp,
  updatedAt: timestamp,
  messages: z.array(archivedMessage).max(limits.archive.messagesPerChat),
});
export type ArchivedChat = z.output<typeof archivedChat>;

import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { timeZone } from "../time-zone.ts";
import { knownPassword } from "./auth.ts";
import { doneResponse, id, timestamp } from "./common.ts";

const count = z.number().int();

/** Deleting the account deletes all of this. */
export const ownedCounts = z.object({
  pets: count,
  diaryAnswers: count,
  /** Of the lives of the caller's pets. */
  petMemories: count,
  documents: count,
  photos: count,
  /** What the caller told any pet of themselves. */
  memories: count,
  /** What other people told the caller's pets of themselves, which nobody but they read. */
  memoriesOfOthers: count,
  /** The caller's own, with any pet. */
  chats: count,
  /** Of other people with the caller's pets. */
  chatsOfOthers: count,
  /** Spoken replies in all of those chats. */
  audio: count,
});
export type OwnedCounts = z.output<typeof ownedCounts>;

export const ownPet = z.object({
  id,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  species: z.string().nullable(),
  /** The caller may export it as a character card. */
  canEdit: z.boolean(),
});

/** The account's days begin and end by it. */
export const ownTimeZone = z.object({
  /** Null is UTC. */
  name: z
    .string()
    .nullable()
    .meta({ examples: ["America/Los_Angeles"] }),
  /** When it may be changed again; null: now. */
  changeableFrom: timestamp.nullable(),
});
export type OwnTimeZone = z.output<typeof ownTimeZone>;

export const myData = z.object({
  /** What the caller types to confirm the deletion: the user name or, where there is none, the email. */
  accountName: z.string(),
  counts: ownedCounts,
  timeZone: ownTimeZone,
  pets: z.array(ownPet),
  /** The pets, own or not, that remember something of the caller. */
  remembering: z.array(z.object({ agentId: id, name: z.string(), memories: count })),
  /** A sentence; null where a pet can be imported. */
  importRefusal: z.string().nullable(),
  /** A sentence; null where the account can be deleted. */
  deletionRefusal: z.string().nullable(),
});
export type MyData = z.output<typeof myData>;

export const getMyData = route({
  method: "GET",
  path: "/api/my-data",
  summary: "What the caller's account holds",
  response: myData,
});

export const changeTimeZone = route({
  method: "PUT",
  path: "/api/my-data/time-zone",
  summary:
    "Change the time zone by which the caller's days begin; once a day, and today's usage is counted as it began",
  body: z.object({ timeZone }),
  response: ownTimeZone,
  refusals: { 409: "It was changed already on this day (`changed_today`)." },
});

export const chatLook = z.object({
  id: count,
  at: timestamp,
  /**
   * Of chats: in a list, as the hit of a search, a whole one, or as a question that a pet could not answer. Of a pet:
   * what was read, changed, added, exported or deleted.
   */
  kind: z.enum([
    "list",
    "search",
    "chat",
    "question",
    "pet",
    "pet_changed",
    "pet_deleted",
    "pet_exported",
    "document_added",
    "document_deleted",
    "photo_added",
    "photo_changed",
    "photo_deleted",
    "diary",
    "diary_changed",
    "diary_deleted",
  ]),
  /** Null where a list or search showed several chats. */
  agentName: z.string().nullable(),
  fields: z.array(z.string()),
});
export type ChatLook = z.output<typeof chatLook>;

export const listChatLooks = route({
  method: "GET",
  path: "/api/my-data/chat-looks",
  summary: "When somebody else looked at the caller's chats, or at or into their pets, within a year, the latest 100",
  response: z.object({ looks: z.array(chatLook), total: count }),
});

export const downloadMyData = route({
  method: "GET",
  path: "/api/my-data/archive",
  summary: "Everything of the caller's account as a ZIP of JSON, Markdown and files",
  query: z.object({ audio: z.enum(["true", "false"]).default("false") }),
  media: "application/zip",
});

export const archivedPet = z.object({
  /** Its folder in the archive, which names it. */
  folder: z.string(),
  name: z.string(),
  diaryAnswers: count,
  documents: count,
  chats: count,
});
export type ArchivedPet = z.output<typeof archivedPet>;

export const importSummary = z.object({
  agentId: id,
  name: z.string(),
  diaryAnswers: count,
  documents: count,
  photos: count,
  chats: count,
  messages: count,
  audio: count,
  /** Of the pet's life, and of what its person told it of themselves. */
  memories: count,
  /** What was changed or left out, a sentence each. */
  remarks: z.array(z.string()),
});
export type ImportSummary = z.output<typeof importSummary>;

export const importResult = z.discriminatedUnion("outcome", [
  /** Nothing was imported: the archive holds several pets. Send it again with the folder of one. */
  z.object({ outcome: z.literal("choose"), pets: z.array(archivedPet) }),
  /**
   * Nothing was imported: the archive, of another email than the caller's, holds what a person told the pet of themselves.
   * Send it again and say whether the caller is that person.
   */
  z.object({ outcome: z.literal("whose"), folder: z.string(), person: z.string(), memories: count }),
  z.object({ outcome: z.literal("imported"), summary: importSummary }),
]);
export type ImportResult = z.output<typeof importResult>;

export const importPet = route({
  method: "POST",
  path: "/api/my-data/import",
  summary: "Make a pet of one that an archive holds, with diary, memories, documents and chats",
  body: z.object({
    folder: z
      .string()
      .max(200)
      .meta({ examples: ["01-Tucker"] })
      .optional(),
    /** Whether what that person told the pet of themselves comes into the caller's memories; nobody else's ever do. */
    person: z.enum(["me", "somebody_else"]).optional(),
  }),
  upload: { field: "archive", maxBytes: limits.archive.bytes, accepts: "a ZIP that this product made" },
  response: importResult,
  refusals: {
    404: "The archive has no such folder.",
    409: "The account has the one pet that it may have.",
    507: "There is no room to store the pet.",
  },
});

export const deleteMyAccount = route({
  method: "POST",
  path: "/api/my-data/delete-account",
  summary: "Delete the caller's account with everything that it holds, and sign out",
  body: z.object({
    currentPassword: knownPassword("Password is required"),
    /** `accountName`, typed. */
    confirmation: z
      .string("Please type your username")
      .max(limits.email)
      .meta({ examples: ["robin-walker"] }),
  }),
  response: doneResponse,
  refusals: { 409: "It is the account of the last active administrator." },
});

export const getCharacterCard = route({
  method: "GET",
  path: "/api/agents/:id/character-card",
  summary:
    "A pet as a character card: its picture with chara_card_v2 and chara_card_v3, its diary as the character book",
  params: z.object({ id }),
  media: "image/png",
});

import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { doneResponse, id, optionalText, requiredText, timestamp } from "./common.ts";

/**
 * `person`: what somebody told a pet about themselves and their shared life, private to them. `pet`: what holds of the pet for
 * everybody; those who keep its diary keep these too.
 */
export const memoryStore = z.enum(["person", "pet"]);
export type MemoryStore = z.output<typeof memoryStore>;

export const memoryKind = z.enum(["person", "preference", "event", "place", "correction", "shared"]);
export type MemoryKind = z.output<typeof memoryKind>;

/** `superseded`: a later memory took its place; it is kept with its date. */
export const memoryStatus = z.enum(["pending", "active", "superseded"]);
export type MemoryStatus = z.output<typeof memoryStatus>;

export const datePrecision = z.enum(["day", "month", "year"]);
export type DatePrecision = z.output<typeof datePrecision>;

const memoryText = requiredText("Memory", limits.memory).meta({ examples: ["My sister Ana lives in Lisbon."] });

/** When it happened, as exactly as was said: of a month or a year, its first day. */
export const eventDate = z.object({ on: z.iso.date(), precision: datePrecision });
export type EventDate = z.output<typeof eventDate>;

export const memory = z.object({
  id,
  agentId: id,
  store: memoryStore,
  kind: memoryKind,
  text: z.string().meta({ examples: ["My sister Ana lives in Lisbon."] }),
  /** First name of whoever of the family gave a memory of the pet, as long as it stands in their words. */
  author: z
    .string()
    .nullish()
    .meta({ examples: ["Anna"] }),
  /** The person's own words; null where it was written by hand, or the chat was deleted. */
  quote: z
    .object({
      text: z.string(),
      messageId: id,
      sessionId: id.nullable(),
      language: z.string().meta({ examples: ["en"] }),
    })
    .nullable(),
  date: eventDate.nullable(),
  status: memoryStatus,
  /** Known, but never brought up by the pet. */
  isMuted: z.boolean(),
  /** What it replaces, or would replace once it is approved. */
  supersedes: z.object({ id, text: z.string(), toldAt: timestamp }).nullable(),
  toldAt: timestamp,
  approvedAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable(),
  /** When a suggestion lapses; null for any other. */
  lapsesAt: timestamp.nullable(),
});
export type Memory = z.output<typeof memory>;

/** A memory that a reply was taken from. */
export const recalledMemory = z.object({ id, text: z.string(), toldAt: timestamp });
export type RecalledMemory = z.output<typeof recalledMemory>;

const petId = z.object({ id });
const store = memoryStore.default("person");

export const listMemories = route({
  method: "GET",
  path: "/api/agents/:id/memories",
  summary:
    "What the pet remembers: of the caller alone, or of the pet itself (store=pet, for those who keep its diary)",
  params: petId,
  query: z.object({
    store,
    status: memoryStatus.default("active"),
    q: optionalText("Search", limits.searchQuery)
      .meta({ examples: ["Lisbon"] })
      .optional(),
  }),
  response: z.object({
    memories: z.array(memory),
    /** Suggestions that wait for an answer, in this store. */
    pending: z.number().int(),
    /** The caller has told this pet to remember nothing for now. */
    isPaused: z.boolean(),
  }),
  refusals: { 403: "The pet's memories are for those who keep its diary." },
});

export const addMemory = route({
  method: "POST",
  path: "/api/agents/:id/memories",
  summary: "Write down a memory by hand; it is told from now on",
  params: petId,
  body: z.object({ store, kind: memoryKind.default("person"), text: memoryText, date: eventDate.nullish() }),
  response: memory,
  refusals: {
    403: "The pet's memories are for those who keep its diary.",
    409: "The pet remembers as much as it can of this person (`full`).",
  },
});

const memoryId = z.object({ id });

export const getMemory = route({
  method: "GET",
  path: "/api/memories/:id",
  summary: "One memory, such as one that a reply was taken from",
  params: memoryId,
  response: memory,
  refusals: { 404: "It is forgotten, or somebody else's." },
});

export const editMemory = route({
  method: "PATCH",
  path: "/api/memories/:id",
  summary: "Correct a memory or a suggestion, or have it never brought up",
  params: memoryId,
  body: z.object({
    text: memoryText.optional(),
    kind: memoryKind.optional(),
    date: eventDate.nullish(),
    isMuted: z.boolean().optional(),
  }),
  response: memory,
  refusals: { 404: "It is forgotten, or somebody else's." },
});

export const approveMemory = route({
  method: "POST",
  path: "/api/memories/:id/approve",
  summary: "Keep a suggestion, in the words given where it was changed; what it contradicts is superseded",
  params: memoryId,
  body: z.object({ text: memoryText.optional() }),
  response: memory,
  refusals: {
    404: "It was declined, lapsed, or is somebody else's.",
    409: "The pet remembers as much as it can of this person (`full`).",
  },
});

export const declineMemory = route({
  method: "POST",
  path: "/api/memories/:id/decline",
  summary: "Decline a suggestion; neither it nor a paraphrase is suggested again",
  params: memoryId,
  response: doneResponse,
  refusals: { 404: "It was approved, lapsed, or is somebody else's." },
});

export const forgetMemory = route({
  method: "DELETE",
  path: "/api/memories/:id",
  summary: "Forget a memory with its quote; it is never told or suggested again",
  params: memoryId,
  response: doneResponse,
  refusals: { 404: "It is forgotten, or somebody else's." },
});

export const forgetAllMemories = route({
  method: "DELETE",
  path: "/api/agents/:id/memories",
  summary: "Forget everything in a store",
  params: petId,
  query: z.object({ store }),
  response: doneResponse,
  refusals: { 403: "The pet's memories are for those who keep its diary." },
});

export const pauseMemory = route({
  method: "PUT",
  path: "/api/agents/:id/memories/pause",
  summary: "Have the pet suggest and tell nothing of the caller until that is taken back",
  params: petId,
  body: z.object({ isPaused: z.boolean() }),
  response: doneResponse,
});

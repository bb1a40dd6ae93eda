import { z } from "zod";
import { limits } from "../limits.ts";
import { dayOfDeath, petProfile, petProfileFields } from "../pet-profile.ts";
import { route } from "../route.ts";
import { findVoice, languages } from "../voices.ts";
import { cursor, doneResponse, editedFrom, id, optionalText, pageLimit, timestamp } from "./common.ts";
import { familyRight } from "./family-right.ts";

/** Only an address that `POST /api/avatar/upload` answered with is accepted. */
export const avatarUrl = z
  .string()
  .regex(/^\/api\/avatars\/[0-9a-f-]{36}\.webp$/, "Please upload the picture first")
  .meta({ examples: ["/api/avatars/0b2c7a52-6f0e-4d5b-9c1a-3a8f5e7d1c24.webp"] });

export const agent = z.object({
  id,
  name: z.string().meta({ examples: ["Tucker"] }),
  systemPrompt: z.string(),
  avatarUrl: z.string().nullable(),
  voiceName: z.string().meta({ examples: ["en-US-JennyNeural"] }),
  language: z.string().meta({ examples: ["en-US"] }),
  ...petProfile.shape,
  /** The day on which it died; from then on it speaks as a memory. */
  diedOn: z.iso.date().nullish(),
  /** Since when it is put to rest, and talked with no more. */
  atRest: timestamp.nullish(),
  /** D12. */
  canEdit: z.boolean(),
  /** `canEdit` does not include the diary. */
  canEditDiary: z.boolean(),
  /** The caller's right on somebody else's pet; null for an own one, an administrator's view and the demo pet. */
  sharedAs: familyRight.nullish(),
  isDemo: z.boolean().optional(),
  /** Contributions that wait for an answer of the caller; 0 for whoever neither owns nor manages the pet. */
  contributionsWaiting: z.number().int().optional(),
  documentCount: z.number().int(),
  /** To questions that are asked now. */
  diaryCount: z.number().int(),
  totalPages: z.number().int(),
  /** A document is still waiting or being read. */
  isReading: z.boolean(),
  /** Its documents are more than can be kept in memory: the rest is found by its exact words only. */
  isBeyondMemory: z.boolean(),
  /** Of diary or documents; null before the first change. */
  knowledgeUpdatedAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Agent = z.output<typeof agent>;

/** A new pet needs a name or an avatar. Of language and voice, the one that is left out follows from the other. */
export const agentFields = z.object({
  name: optionalText("Pet name", limits.agentName)
    .meta({ examples: ["Tucker"] })
    .optional(),
  /** An empty one stands for the default prompt. */
  systemPrompt: optionalText("System prompt", limits.systemPrompt)
    .meta({ examples: ["You are Tucker, a scruffy terrier mix."] })
    .optional(),
  avatarUrl: avatarUrl.nullish(),
  language: z
    .string()
    .refine((code) => languages.some((language) => language.code === code), "Unknown language")
    .meta({ examples: ["en-US"] })
    .optional(),
  voiceName: z
    .string()
    .refine((name) => findVoice(name) !== undefined, "Selected voice not found")
    .meta({ examples: ["en-US-JennyNeural"] })
    .optional(),
  ...petProfileFields.shape,
});
export type AgentFields = z.output<typeof agentFields>;

const agentId = z.object({ id });

export const listAgents = route({
  method: "GET",
  path: "/api/agents",
  summary: "The pets that the caller may use, newest first, a page at a time; q searches names",
  query: z.object({
    q: optionalText("Search", limits.searchQuery)
      .meta({ examples: ["tucker"] })
      .optional(),
    cursor: cursor.optional(),
    limit: pageLimit.default(100),
  }),
  response: z.object({
    agents: z.array(agent),
    /** Of all pages. */
    total: z.number().int().optional(),
    nextCursor: z.string().nullish(),
    agentsCreatedByUser: z.number().int(),
    isAdmin: z.boolean(),
    /** The demo pet, unless it is listed above. The caller may only chat with it, so it has no prompt here. */
    demo: agent.nullish(),
  }),
});

export type AgentList = z.output<typeof listAgents.response>;

export const getAgent = route({
  method: "GET",
  path: "/api/agents/:id",
  summary: "One pet",
  params: agentId,
  response: agent,
});

export const createAgent = route({
  method: "POST",
  path: "/api/agents",
  summary: "Create a pet; a caller who is not an administrator may have one",
  body: agentFields,
  response: agent,
  refusals: { 409: "The account has the one pet that it may have." },
});

export const updateAgent = route({
  method: "PUT",
  path: "/api/agents/:id",
  summary: "Change a pet; fields that are left out stay as they are",
  params: agentId,
  body: agentFields.extend({ before: editedFrom }),
  response: agent,
  refusals: { 409: "A field was changed since the editor began with it (`before`)." },
});

export const setInMemory = route({
  method: "PUT",
  path: "/api/agents/:id/in-memory",
  summary: "Tell that a pet has died, and put it to rest; both can be taken back",
  params: agentId,
  body: z.object({
    /** Null: it lives. */
    diedOn: dayOfDeath.nullable(),
    /** Whether nobody talks with it any more. */
    isAtRest: z.boolean(),
  }),
  response: agent,
});

export const deleteAgent = route({
  method: "DELETE",
  path: "/api/agents/:id",
  summary: "Delete a pet with its diary, documents, chats and audio",
  params: agentId,
  response: doneResponse,
});

export const uploadAvatar = route({
  method: "POST",
  path: "/api/avatar/upload",
  summary: "Store a picture as a square WebP without metadata",
  upload: { field: "avatar", maxBytes: limits.avatarBytes, accepts: "JPG, PNG or WEBP" },
  response: z.object({ avatarUrl: z.string() }),
  refusals: { 415: "The file is no picture.", 507: "There is no room to store the file." },
});

export const pictureName = z.object({
  file: z
    .string()
    .regex(/^[0-9a-f-]{36}\.webp$/, "That is not a picture's name")
    .meta({ examples: ["0b2c7a52-6f0e-4d5b-9c1a-3a8f5e7d1c24.webp"] }),
});

export const getAvatar = route({
  method: "GET",
  path: "/api/avatars/:file",
  summary: "A stored picture",
  params: pictureName,
  media: "image/webp",
});

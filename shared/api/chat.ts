import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { deviceTimeZone } from "../time-zone.ts";
import { doneResponse, id, requiredText, timestamp } from "./common.ts";
import { memory, recalledMemory } from "./memory.ts";

/** `filename` names the document, the diary, or the memories beside it. */
export const source = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("document"),
    filename: z.string().meta({ examples: ["vaccinations.pdf"] }),
    documentId: z.string(),
    page: z.number().int().nullable(),
    passage: z.string().meta({ examples: ["Rabies: 14 May 2025, Dr. Feld."] }),
  }),
  z.object({ kind: z.literal("diary"), filename: z.string(), question: z.string(), answer: z.string() }),
  z.object({
    kind: z.literal("memory"),
    filename: z.string(),
    memoryId: z.string(),
    /** As the pet knew it then, with its date. */
    text: z.string().meta({ examples: ["Biscuit swam to the island and back (June 2021)."] }),
  }),
]);
export type Source = z.output<typeof source>;

/** What a reply was taken from, in the words of the source itself. */
export function quotedText(taken: Source): string {
  if (taken.kind === "memory") return taken.text;
  return taken.kind === "diary" ? taken.answer : taken.passage;
}

/** A button under the reply. `question` is asked where it is picked. */
export const choice = z.object({
  label: z.string().meta({ examples: ["my favorite food"] }),
  question: z.string().meta({ examples: ["What is my favorite food?"] }),
});
export type Choice = z.output<typeof choice>;

/** Where words without sources come from: `chat`, it was said earlier in this chat; `play`, invented on request, as a story is. */
export const replyMark = z.enum(["chat", "play"]);
export type ReplyMark = z.output<typeof replyMark>;

/** Offered to those who keep the pet's diary, where they said that its answer was wrong; saved by `saveDiaryAnswer`. */
export const offeredCorrection = z.object({
  questionId: id,
  question: z.string().meta({ examples: ["How much do I weigh?"] }),
  /** What stands in the diary. */
  before: z.string().meta({ examples: ["4.2 kilos."] }),
  text: z.string().meta({ examples: ["She is 5 kilos now"] }),
});
export type OfferedCorrection = z.output<typeof offeredCorrection>;

export const messageStatuses = ["complete", "answering", "failed", "stopped", "cut_off", "refused"] as const;
/** Why a reply is incomplete that nobody stopped. */
export const replyEnding = z.enum(["cut_off", "refused"]);

export const message = z.object({
  id,
  agentId: id,
  sessionId: id.nullable(),
  role: z.enum(["user", "assistant"]),
  content: z.string().meta({ examples: ["I like the corner of a grilled cheese sandwich."] }),
  /** Emergency help with which `content` begins: plain help, not the pet's words. */
  help: z.string().nullish(),
  audioUrl: z
    .string()
    .nullable()
    .meta({ examples: ["/api/messages/0b2c7a52-6f0e-4d5b-9c1a-3a8f5e7d1c24/audio"] }),
  /** Empty where the pet does not know what it is asked about itself; null where there was nothing to take, as for a greeting. */
  sources: z.array(source).nullable(),
  mark: replyMark.nullish(),
  /** Of a reply in the caller's own chat that can be kept with a heart: whether it is. */
  isKept: z.boolean().nullish(),
  /** Of a reply in the caller's own chat: what it took from the memories of the caller. */
  recalled: z.array(recalledMemory).optional(),
  /** Of a reply in the caller's own chat: what of the question before it might be remembered, to be kept or declined. */
  suggestions: z.array(memory).optional(),
  /** Of a reply in the caller's own chat: how the question before it would have the diary changed. */
  correction: offeredCorrection.optional(),
  choices: z.array(choice).nullish(),
  /** Of a question that was asked in other words too: the ids of all its versions, in their order; this one's among them. */
  versions: z.array(id).optional(),
  /**
   * A question: `answering` until its reply is stored, `failed` where none came, `stopped` before the first word. A
   * reply: `stopped` where only its beginning is kept, `cut_off` by the model, its filter or a limit, `refused` where
   * the model declined to answer.
   */
  status: z.enum(messageStatuses),
  createdAt: timestamp,
});
export type Message = z.output<typeof message>;

export const chatSession = z.object({
  id,
  agentId: id,
  name: z.string().nullable(),
  isTemporary: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type ChatSession = z.output<typeof chatSession>;

export const chatEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("session"), sessionId: id }),
  z.object({ type: z.literal("user_message_saved"), messageId: id }),
  /** Emergency help with which the reply begins; it comes as `content` too. */
  z.object({ type: z.literal("help"), text: z.string() }),
  /** The model is being loaded into memory: the first words may take minutes. At most once. */
  z.object({ type: z.literal("loading") }),
  z.object({ type: z.literal("content"), content: z.string() }),
  /**
   * A sentence begins to be spoken (only with `soundInStream`). The first may be a clause. In order from 0, each
   * followed by its sound, all before `complete`.
   */
  z.object({ type: z.literal("speech"), index: z.number().int() }),
  /** More of that sentence: MP3 in base64. A sentence that can't be spoken has one empty piece, the last. */
  z.object({ type: z.literal("sound"), mp3: z.string(), last: z.boolean() }),
  /** After all of the content. */
  z.object({ type: z.literal("choices"), choices: z.array(choice) }),
  z.object({
    type: z.literal("complete"),
    /** Null where the reply was stopped before its first word: nothing of it is stored. */
    messageId: id.nullable(),
    sources: z.array(source).nullable(),
    mark: replyMark.optional(),
    recalled: z.array(recalledMemory).optional(),
    suggestions: z.array(memory).optional(),
    correction: offeredCorrection.optional(),
    audioUrl: z.string().nullable(),
    stopped: z.boolean(),
    /** Left out where the reply is whole, or was stopped. */
    ending: replyEnding.optional(),
  }),
  z.object({ type: z.literal("error"), error: z.string(), code: z.string().default("unknown") }),
]);
export type ChatEvent = z.output<typeof chatEvent>;

const agentId = z.object({ id });
const sessionId = z.object({ sessionId: id });
const messageId = z.object({ id });

export const question = z.object({
  message: requiredText("Message", limits.message).meta({ examples: ["What do you like to eat?"] }),
  sessionId: id.nullish(),
  generateAudio: z.boolean().default(false),
  /** Answers this stored question, `failed` or `stopped`, again. */
  retryMessageId: id.nullish(),
  /**
   * Replaces this question, the last of the session, because the person went on speaking. It is deleted with its reply;
   * 404 for any other question.
   */
  continues: id.nullish(),
  /**
   * Asks this question, the chat's last, again in other words. The old version is put aside with its reply, and can be looked at
   * again (`showVersion`).
   */
  edits: id.nullish(),
  /** Of the first question of a chat: the pet's words that stood on the screen before it. */
  greeting: z
    .string()
    .max(limits.greeting)
    .meta({ examples: ["Hello, Robin! I'm Tucker."] })
    .optional()
    .catch(undefined),
  /** Of the first question of a chat: nothing of it is remembered, and it is deleted when it is closed, or after an hour. */
  isTemporary: z.boolean().optional(),
  /** Of the browser, for the pet's time of day; without it, the account's. */
  timeZone: deviceTimeZone,
});
export type Question = z.output<typeof question>;

const streamedQuestion = question.extend({
  /** Sends the sound of each sentence as it is made; without it, there is only the clip at the end. */
  soundInStream: z.boolean().default(false),
});

export const createSession = route({
  method: "POST",
  path: "/api/sessions",
  summary: "Begin a chat with a pet",
  body: z.object({
    agentId: id,
    /** Nothing of the chat is remembered, and it is deleted when it is closed, or an hour after its last word. */
    isTemporary: z.boolean().default(false),
  }),
  response: chatSession,
  refusals: { 404: "There is no such pet, or it is someone else's." },
});

export const closeTemporaryChat = route({
  method: "POST",
  path: "/api/sessions/:sessionId/close",
  summary: "Delete a temporary chat, as its page is left; any other chat stays",
  params: sessionId,
  response: doneResponse,
  refusals: { 404: "There is no such chat, or it is someone else's." },
});

export const showVersion = route({
  method: "POST",
  path: "/api/messages/:id/version",
  summary: "Go back to another version of an edited question, and to what followed it",
  params: messageId,
  response: doneResponse,
  refusals: {
    404: "There is no such version to be looked at, or it is in someone else's chat.",
    409: "The pet is still answering in this chat.",
  },
});

export const keepReply = route({
  method: "PUT",
  path: "/api/messages/:id/heart",
  summary: "Give a reply a heart, by which it gets into the pet's book, or take the heart back",
  params: messageId,
  body: z.object({ isKept: z.boolean() }),
  response: doneResponse,
  refusals: { 404: "There is no such reply, or it is in someone else's chat or a temporary one." },
});

export const declineCorrection = route({
  method: "POST",
  path: "/api/messages/:id/correction/decline",
  summary: "Decline the change of the diary that is offered with a reply; it is not offered again",
  params: messageId,
  response: doneResponse,
  refusals: { 404: "There is no such reply, or it is in someone else's chat." },
});

export const LATEST_PREVIEW = 160;

export const latestChat = z.object({
  id,
  agentId: id,
  agentName: z.string().meta({ examples: ["Tucker"] }),
  /** The beginning of the last message; null where nothing was said with this pet. */
  lastMessage: message.pick({ role: true, content: true, createdAt: true }).nullable(),
  /** The beginning of what the person said last, by which they know the chat again. */
  lastQuestion: z
    .string()
    .nullable()
    .meta({ examples: ["Where is my shoe?"] }),
});
export type LatestChat = z.output<typeof latestChat>;

/** The chat in which something was said last; where nothing was said, the newest. */
export const listLatestChats = route({
  method: "GET",
  path: "/api/sessions/latest",
  summary:
    "For each pet that the caller may chat with, the demo pet too, the chat to go on with; the pet used last comes first",
  response: z.object({ chats: z.array(latestChat) }),
});

/** Without `limit` every message; with it the newest ones, or those before `before`, oldest first. */
export const listMessages = route({
  method: "GET",
  path: "/api/sessions/:sessionId/messages",
  summary: "A chat's messages, oldest first",
  params: sessionId,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(200).optional(),
    before: id.optional(),
  }),
  response: z.array(message),
});

/** For the diary: "and when?" makes no sense there without what was asked before. */
export const getWholeQuestion = route({
  method: "GET",
  path: "/api/messages/:id/whole-question",
  summary:
    "What a reply answers, in words that can be read alone: a follow-up comes with the question that it goes on with. Empty where no question stands before the reply",
  params: messageId,
  response: z.object({ question: z.string().meta({ examples: ["What are you afraid of? And since when?"] }) }),
  refusals: { 404: "There is no such reply, or it is in someone else's chat." },
});

export const chat = route({
  method: "POST",
  path: "/api/agents/:id/chat",
  summary: "Ask the pet and wait for the whole reply",
  params: agentId,
  body: question,
  response: z.object({ sessionId: id, message }),
  refusals: {
    409: "The pet is still answering the question before, the reply was stopped before it began (`stopped`), what is edited is not the last question (`not_last`), or the pet has been put to rest.",
    502: "The language model failed; another try will not help.",
  },
});

export const chatStream = route({
  method: "POST",
  path: "/api/agents/:id/chat/stream",
  summary: "Ask the pet and read the reply as it is made: lines of `data: ` with one JSON event each",
  params: agentId,
  body: streamedQuestion,
  events: chatEvent,
  refusals: {
    409: "The pet is still answering the question before, what is edited is not the last question (`not_last`), or the pet has been put to rest.",
  },
});

export const stopReply = route({
  method: "POST",
  path: "/api/sessions/:sessionId/stop",
  summary: "End the reply under way in this chat; what was said is kept",
  params: sessionId,
  body: z
    .object({
      /** The question whose reply is meant; without it, the reply under way. */
      messageId: id.optional(),
      /**
       * How many sentences (`speech` events) the person has heard begin. Only these are kept, also of a stored reply;
       * with 0 only the question is kept, as `stopped`. Needs `messageId`.
       */
      heard: z.number().int().min(0).max(10_000).optional(),
    })
    .refine(({ heard, messageId }) => heard === undefined || messageId !== undefined, {
      path: ["messageId"],
      error: "Of which question the reply was heard is missing",
    }),
  response: doneResponse,
});

export const getReplyAudio = route({
  method: "GET",
  path: "/api/messages/:id/audio",
  summary: "A reply as speech",
  params: messageId,
  media: "audio/mpeg",
});

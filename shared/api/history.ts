import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { message } from "./chat.ts";
import { cursor, doneResponse, id, optionalText, pageLimit, timestamp } from "./common.ts";

/** `all`: everybody's, for the role admin or manage_users (D16). */
export const historyScope = z.enum(["own", "all"]);
export type HistoryScope = z.output<typeof historyScope>;

/** The transcript has all messages. */
export const PREVIEW_MESSAGES = 3;

export const chatEntry = z.object({
  id,
  /** The same as `id`. */
  sessionId: id,
  name: z.string().nullable(),
  agentId: id,
  agentName: z.string(),
  agentAvatarUrl: z.string().nullable(),
  agentSpecies: z.string().nullable(),
  /** Null in the list of one's own chats. */
  user: z.object({ id, name: z.string(), username: z.string().nullable() }).nullable(),
  messageCount: z.number().int(),
  firstMessageAt: timestamp,
  lastMessageAt: timestamp,
  /** The newest three, oldest first; text over 300 characters is cut with '…'. */
  messages: z.array(message.pick({ id: true, role: true, content: true, createdAt: true })),
  /** In a search: the newest messages that hold every word, cut down to the words' surroundings. */
  matches: z.array(message.pick({ id: true, role: true, createdAt: true }).extend({ snippet: z.string() })),
});
export type ChatEntry = z.output<typeof chatEntry>;

const page = {
  scope: historyScope.default("own"),
  agentId: id.optional(),
  cursor: cursor.optional(),
};

/** `nextCursor` is null on the last page. */
const chatPage = z.object({
  sessions: z.array(chatEntry),
  total: z.number().int(),
  /** False where a search through everybody's chats finds more than `total`. */
  isTotalExact: z.boolean(),
  nextCursor: z.string().nullable(),
});
export type ChatPage = z.output<typeof chatPage>;

/** Only chats in which something was said, the latest first. Those of others leave an entry in the audit log. */
export const listChats = route({
  method: "GET",
  path: "/api/admin/chat-sessions",
  summary: "Chats, newest first: the caller's own, or everybody's with scope=all",
  query: z.object({ ...page, limit: pageLimit.default(50) }),
  response: chatPage,
});

/** A blank query finds every chat. */
export const searchChats = route({
  method: "POST",
  path: "/api/admin/search-sessions",
  summary: "Chats in which the pet's name or one message holds every word of the query, newest first",
  body: z.object({
    ...page,
    query: optionalText("Search", limits.searchQuery).meta({ examples: ["grilled cheese"] }),
    limit: pageLimit.default(50),
  }),
  response: chatPage,
});

/** Another person's transcript needs role admin or manage_users, and leaves an entry in the audit log. */
export const getTranscript = route({
  method: "GET",
  path: "/api/admin/chat-sessions/:id",
  summary: "One chat with all its messages, oldest first",
  params: z.object({ id }),
  response: z.object({ session: chatEntry.omit({ messages: true, matches: true }), messages: z.array(message) }),
});
export type Transcript = z.output<typeof getTranscript.response>;

export const deleteChat = route({
  method: "DELETE",
  path: "/api/admin/chat-sessions/:id",
  summary: "Delete a chat with its messages and audio, and with what was remembered from it, or but for that",
  params: z.object({ id }),
  query: z.object({ memories: z.enum(["keep", "forget"]).default("keep") }),
  response: doneResponse,
});

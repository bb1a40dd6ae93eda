import { z } from "zod";
import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { decodeCursor, encodeCursor } from "#server/platform/http/cursor.ts";
import { forbiddenError, notFound } from "#server/platform/http/errors.ts";
import type { JobQueue } from "#server/platform/jobs/queue.ts";
import { moment } from "#shared/api/common.ts";
import type { HistoryScope } from "#shared/api/history.ts";
import { hasPermission, isAdmin } from "#shared/permissions.ts";
import { highlight, searchWords } from "#shared/search-words.ts";
import { type Caller, record } from "../audit/service.ts";
import { transcriptOf } from "../chat/service.ts";
import { forgetOfChat } from "../memory/service.ts";
import { endReplies } from "../replies/replies.ts";
import { audioKey } from "../spoken-replies/spoken-replies.ts";
import * as queries from "./queries.ts";

const PREVIEW_LENGTH = 300;
const FILES_PER_JOB = 500;
const place = z.tuple([moment(), z.uuid(), z.literal([0, 1])]);

export interface HistoryDeps {
  db: Db;
  jobs: JobQueue;
}

export interface ChatListing {
  scope: HistoryScope;
  agentId?: string | undefined;
  cursor?: string | undefined;
  limit: number;
  query?: string;
}

/** Others' chats are recorded in the audit log, because the list shows their text. Throws HttpError 403. */
export async function listChats(db: Db, by: Caller, listing: ChatListing) {
  const { user } = by;
  const { scope, agentId, cursor, limit, query = "" } = listing;
  if (scope === "all" && !seesAllChats(user))
    throw forbiddenError("You don't have permission to see everybody's chats.");
  const words = searchWords(query);
  const [at, lastId, rank] = decodeCursor(cursor, place) ?? [];
  const after: [string, string] | undefined = at === undefined || lastId === undefined ? undefined : [at, lastId];
  const filter = { userId: scope === "own" ? user.id : undefined, agentId, words };
  const { rows: found, ...counted } = await queries.listChats(db, filter, { after, rank: rank ?? 0, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  await recordLook(db, by, words.length === 0 ? "chat.list" : "chat.search", rows);
  return {
    sessions: await withMessages(db, rows, words, scope),
    ...counted,
    nextCursor: last === undefined ? null : encodeCursor([last.sortKey, last.id, last.rank]),
  };
}

/** Others' chats are recorded in the audit log. Throws HttpError 404 for a chat that the caller may not read. */
export async function readTranscript(db: Db, by: Caller, id: string) {
  const chat = await findReadable(db, by.user, id);
  const isOwn = chat.userId === by.user.id;
  if (!isOwn) await record(db, { by, action: "chat.read", ...aboutChat(chat), about: idsOf([chat.userId]) });
  const messages = await transcriptOf(db, id);
  return {
    session: shownChat(chat, isOwn ? "own" : "all"),
    // Someone else's chat can be read, but not heard, and what they keep of it is theirs.
    messages: isOwn ? messages : messages.map((message) => ({ ...message, audioUrl: null, isKept: null })),
  };
}

/** Throws HttpError 404 for a chat that the caller may not read. */
export async function deleteChat(
  { db, jobs }: HistoryDeps,
  by: Caller,
  { id, memories }: { id: string; memories: "keep" | "forget" },
): Promise<void> {
  await db.transaction(async (tx) => {
    const chat = await findReadable(tx, by.user, id);
    const keys = (await queries.listSpoken(tx, id)).map((messageId) => audioKey(chat.agentId, messageId));
    // Those of somebody else stay theirs; the quotes go in either case.
    if (memories === "forget" && chat.userId === by.user.id) await forgetOfChat(tx, by.user.id, id);
    if (!(await queries.deleteChat(tx, id))) throw notFound("Chat");
    for (let first = 0; first < keys.length; first += FILES_PER_JOB)
      await jobs.enqueue(tx, "delete_files", { keys: keys.slice(first, first + FILES_PER_JOB) });
    await record(tx, { by, action: "chat.delete", ...aboutChat(chat) });
  });
  await endReplies(db, { sessionId: id });
}

/** One entry a page, without the search, which may be words of a chat. */
async function recordLook(db: Db, by: Caller, action: "chat.list" | "chat.search", rows: readonly queries.ChatRow[]) {
  const others = rows.filter(({ userId }) => userId !== by.user.id);
  if (others.length === 0) return;
  const chatIds = others.map(({ id }) => id);
  await record(db, {
    ...{ by, action, details: { chats: chatIds.length, chatIds } },
    about: idsOf(others.map(({ userId }) => userId)),
  });
}

const idsOf = (ids: readonly (string | null)[]): string[] => ids.filter((id) => id !== null);

const seesAllChats = (user: CurrentUser): boolean => isAdmin(user) || hasPermission(user, "manage_users");

async function findReadable(db: Db, user: CurrentUser, id: string): Promise<queries.ChatRow> {
  const chat = await queries.findChat(db, id, seesAllChats(user) ? undefined : user.id);
  if (chat === null) throw notFound("Chat");
  return chat;
}

async function withMessages(db: Db, rows: queries.ChatRow[], words: readonly string[], scope: HistoryScope) {
  const ids = rows.map((row) => row.id);
  const newest = await queries.newestMessages(db, ids, [], PREVIEW_LENGTH + 1);
  const matching = words.length === 0 ? [] : await queries.newestMessages(db, ids, words);
  return rows.map((row) => ({
    ...shownChat(row, scope),
    messages: newest.filter((message) => message.sessionId === row.id).map(shortened),
    matches: matching
      .filter((message) => message.sessionId === row.id)
      .map((message) => ({ ...message, snippet: snippet(message.content, words) })),
  }));
}

function shownChat(row: queries.ChatRow, scope: HistoryScope) {
  const user = row.userId === null ? null : { id: row.userId, name: row.userName, username: row.username };
  return { ...row, sessionId: row.id, user: scope === "all" ? user : null };
}

function shortened<Message extends { content: string }>(message: Message): Message {
  if (message.content.length <= PREVIEW_LENGTH) return message;
  return { ...message, content: `${message.content.slice(0, PREVIEW_LENGTH).toWellFormed()}…` };
}

const aboutChat = (chat: queries.ChatRow) => ({
  target: { kind: "chat", id: chat.id, name: chat.username } as const,
  details: { agentId: chat.agentId, agent: chat.agentName, userId: chat.userId, messages: chat.messageCount },
});

const BEFORE = 60;
const LENGTH = 240;

export function snippet(text: string, words: readonly string[]): string {
  if (text.length <= LENGTH) return text;
  const [first] = highlight(text, words);
  const found = first === undefined || first.isMatch ? 0 : first.text.length;
  const start = found <= BEFORE ? 0 : beginningOfWord(text, found - BEFORE, found);
  const end = Math.min(text.length, start + LENGTH);
  // The cut may leave half of a surrogate pair.
  const cut = text
    .slice(start, end)
    .toWellFormed()
    .replace(/^\uFFFD|\uFFFD$/g, "");
  return `${start > 0 ? "…" : ""}${cut}${end < text.length ? "…" : ""}`;
}

function beginningOfWord(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/);
  return space === -1 ? from : from + space + 1;
}

import type { Db } from "../../db/client.ts";
import type { CurrentUser } from "../../http/access.ts";
import { HttpError, notFound } from "../../http/errors.ts";
import type { Media } from "../../http/media.ts";
import type { FileStore } from "../../providers/files/files.ts";
import { petUser } from "../agents/access.ts";
import { stopReplyAnywhere } from "../replies/replies.ts";
import { runningReplies } from "../replies/running-replies.ts";
import { audioKey } from "../spoken-replies/spoken-replies.ts";
import { type Asking, answer } from "./answer.ts";
import type { ChatDeps } from "./make-reply.ts";
import * as queries from "./queries.ts";

export { harmless } from "../../providers/llm/escape-delimiters.ts";
export { spentTokens } from "../../providers/llm/spent-tokens.ts";
/** For the help assistant, which searches its own text and quotes people in its own prompts. */
export { helpFor } from "../emergency/emergency.ts";
export { prepareEmergencyWords } from "../emergency/recognize.ts";
export { createKnowledgeIndex } from "../knowledge/retrieval/retrieval.ts";
export { keepRepliesHonest } from "../replies/lost-replies.ts";
/** A deleted pet or chat, a withdrawn grant, a user who is switched off: called once the transaction is through. */
export { endRepliesAnywhere as endReplies, hearReplySignals } from "../replies/replies.ts";
export { keepSentencesTidy } from "../spoken-replies/sentence-clips.ts";
/** Where a reply's audio is kept: whoever deletes the reply deletes it too. */
export { audioKey } from "../spoken-replies/spoken-replies.ts";

/** @throws 404 for a pet that the user may not use */
export async function createSession(db: Db, user: CurrentUser, agentId: string) {
  const { agent } = await petUser.admit({ user, params: { id: agentId }, db });
  const session = await queries.insertSession(db, { userId: user.id, agentId: agent.id });
  if (session === null) throw notFound("Pet");
  return session;
}

/** @throws 404 for a chat of someone else's */
export async function listMessages(db: Db, user: CurrentUser, sessionId: string, page: queries.MessagePage) {
  await requireOwnSession(db, user, sessionId);
  return queries.listMessages(db, sessionId, page);
}

/** Ends the reply under way in a chat, if there is one, whichever process makes it; resolves once what was said is stored. */
export async function stopReply(db: Db, user: CurrentUser, sessionId: string): Promise<void> {
  await requireOwnSession(db, user, sessionId);
  await stopReplyAnywhere(db, sessionId);
}

/**
 * The whole reply at once, from the same generator as the stream.
 * @throws 502 or 503 where the model failed, 409 where the reply was stopped before a word was said
 */
export async function replyAtOnce(deps: ChatDeps, asking: Asking) {
  let sessionId = "";
  for await (const event of answer(deps, asking)) {
    if (event.type === "session") sessionId = event.sessionId;
    if (event.type === "error") throw new HttpError(statusOf(event.code), event.code, event.error);
    if (event.type !== "complete") continue;
    if (event.messageId === null) throw new HttpError(409, "stopped", "The reply was stopped before it began.");
    const message = await queries.findMessage(deps.db, asking.user.id, event.messageId);
    if (message === null) throw notFound("Chat");
    return { sessionId, message };
  }
  throw new Error("a reply ended without its last event");
}

/** Null where the message is not the user's, or has no audio. */
export async function findAudio(db: Db, files: FileStore, user: CurrentUser, messageId: string): Promise<Media | null> {
  const message = await queries.findMessage(db, user.id, messageId);
  if (message === null || message.audioUrl === null) return null;
  const key = audioKey(message.agentId, message.id);
  const file = await files.stat(key);
  if (file === null) return null;
  return {
    size: file.size,
    contentType: "audio/mpeg",
    caching: "private",
    open: async (range) => (await files.open(key, range))?.stream ?? null,
  };
}

/** Before the server ends: each reply under way ends as an error that can be tried again. */
export const endRepliesForShutdown = (): Promise<void> => runningReplies.endAll();

/** Every message of a chat, oldest first, for whoever has seen to it that they may be read. */
export const transcriptOf = (db: Db, sessionId: string) => queries.listMessages(db, sessionId, {});

async function requireOwnSession(db: Db, user: CurrentUser, sessionId: string): Promise<void> {
  if (!(await queries.isOwnSession(db, user.id, sessionId))) throw notFound("Chat");
}

/** 503 where another try may well succeed soon. */
function statusOf(code: string): number {
  return ["rate_limited", "timeout", "unavailable", "restarting"].includes(code) ? 503 : 502;
}

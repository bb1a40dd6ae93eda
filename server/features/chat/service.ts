import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { HttpError, notFound } from "#server/platform/http/errors.ts";
import type { JobQueue } from "#server/platform/jobs/queue.ts";
import { createEventQueue, joinContent } from "#server/platform/threads/event-queue.ts";
import type { TryOutEvent } from "#shared/api/try-out.ts";
import { petUserOrDemo, whereUsableOrDemo } from "../agents/access.ts";
import { declineCorrection, withCorrections } from "../corrections/corrections.ts";
import { stillTakenFrom } from "../knowledge/knowledge.ts";
import { closeTemporaryChat, withMemories } from "../memory/service.ts";
import * as replies from "../replies/replies.ts";
import { audioKey, textOfSentences } from "../spoken-replies/spoken-replies.ts";
import { type AnswerRequest, answer } from "./answer.ts";
import type { ChatDeps } from "./make-reply.ts";
import { engineFor } from "./pet-reply.ts";
import * as queries from "./queries.ts";
import { cutReply, deleteReply, findReplyTo } from "./reply-queries.ts";
import { wholeQuestion } from "./unanswered.ts";
import * as versions from "./versions.ts";
import { makeVisitorReply, type VisitorDeps, type VisitorQuestion } from "./visitor-reply.ts";

/** @throws 404 for a pet that the user may not use */
export async function createSession(
  db: Db,
  user: CurrentUser,
  { agentId, isTemporary }: { agentId: string; isTemporary: boolean },
) {
  const { agent } = await petUserOrDemo.admit({ user, params: { id: agentId }, db });
  const session = await queries.insertSession(db, { userId: user.id, agentId: agent.id, isTemporary });
  if (session === null) throw notFound("Pet");
  return session;
}

export async function listLatestChats(db: Db, user: CurrentUser) {
  return { chats: await queries.listLatestChats(db, user.id, whereUsableOrDemo(db, user)) };
}

/** @throws HttpError 404 for someone else's chat */
export async function listMessages(db: Db, user: CurrentUser, sessionId: string, page: queries.MessagePage) {
  await requireOwnSession(db, user, sessionId);
  const messages = await queries.listMessages(db, sessionId, page);
  return withCorrections(db, user, await withMemories(db, user.id, messages));
}

/** @throws HttpError 404 for a reply of someone else's chat or a temporary one */
export async function keepReply(db: Db, user: CurrentUser, reply: { id: string; isKept: boolean }): Promise<void> {
  if (!(await queries.keepReply(db, user.id, reply))) throw notFound("Message");
}

/** @throws HttpError 404 for a message in someone else's chat */
export async function declineOffered(db: Db, user: CurrentUser, messageId: string): Promise<void> {
  if ((await queries.findMessage(db, user.id, messageId)) === null) throw notFound("Message");
  await declineCorrection(db, messageId);
}

/** @throws HttpError 404, 409 while a reply is under way */
export async function showVersion(db: Db, user: CurrentUser, questionId: string): Promise<void> {
  const sessionId = (await queries.findMessage(db, user.id, questionId))?.sessionId;
  if (!sessionId) throw notFound("Version");
  await versions.bringIntoView(db, { userId: user.id, sessionId, questionId });
}

/** Empty where the question is not there any more. @throws HttpError 404 for a reply in someone else's chat */
export async function readWholeQuestion(
  deps: ChatDeps,
  user: CurrentUser,
  messageId: string,
): Promise<{ question: string }> {
  const found = await queries.findAnswered(deps.db, user.id, messageId);
  if (found === null) throw notFound("Message");
  const { agent, question: content, turns } = found;
  return { question: content === null ? "" : wholeQuestion(engineFor(deps), { agent, content, turns }) };
}

/**
 * Ends the reply under way in a chat, if there is one, in whichever process; resolves once its beginning is stored.
 * @param messageId only the reply to this question is ended; without it, any
 * @param heard so many sentences of that reply are kept; without it, all that was made
 */
export async function stopReply(
  { db, files }: Pick<ChatDeps, "db" | "files">,
  user: CurrentUser,
  { sessionId, messageId, heard }: { sessionId: string; messageId?: string | undefined; heard?: number | undefined },
): Promise<void> {
  await requireOwnSession(db, user, sessionId);
  await replies.stopReply(db, sessionId, messageId);
  if (heard !== undefined && messageId !== undefined) await cutToHeard({ db, files }, { sessionId, messageId, heard });
}

/**
 * Takes from the reply to a question of a chat what its listener did not hear, and what belongs to it: the whole clip, which says
 * more than the text then, the choices at its end, and the sources of which the rest was taken. Help in an emergency stays.
 * @param heard so many spoken sentences stay; a reply of which none stays is deleted, as if it was stopped before a word
 */
async function cutToHeard(
  { db, files }: Pick<ChatDeps, "db" | "files">,
  { sessionId, messageId, heard }: { sessionId: string; messageId: string; heard: number },
): Promise<void> {
  const reply = await findReplyTo(db, { sessionId, messageId });
  if (reply === null) return;
  const { id, agentId, content, help, sources, pet } = reply;
  const said = textOfSentences(content, pet.language, heard);
  const kept = help !== null && said.length < help.length ? help : said;
  if (content.slice(kept.length).trim() === "") return;
  if (kept === "") {
    await deleteReply(db, id);
  } else {
    const still = sources && (await stillTakenFrom(pet, kept, sources));
    // An empty list would say that the pet made it up.
    const isLost = sources !== null && sources.length > 0 && still?.length === 0;
    await cutReply(db, id, { content: kept, sources: isLost ? null : still });
  }
  await files.delete(audioKey(agentId, id));
}

/**
 * The whole reply at once, of the same events as the stream.
 * @throws 502 or 503 where the model failed, 409 where the reply was stopped before a word was said
 */
export async function replyAtOnce(deps: ChatDeps, request: AnswerRequest) {
  let sessionId = "";
  for await (const event of await answer(deps, request)) {
    if (event.type === "session") sessionId = event.sessionId;
    if (event.type === "error") throw new HttpError(statusOf(event.code), event.code, event.error);
    if (event.type !== "complete") continue;
    if (event.messageId === null) throw new HttpError(409, "stopped", "The reply was stopped before it began.");
    const message = await queries.findMessage(deps.db, request.user.id, event.messageId);
    if (message === null) throw notFound("Chat");
    return { sessionId, message };
  }
  throw new Error("a reply ended without its last event");
}

/** Answers someone without an account. */
export function answerVisitor(deps: VisitorDeps, question: VisitorQuestion): AsyncIterable<TryOutEvent> {
  const events = createEventQueue<TryOutEvent>(joinContent);
  void makeVisitorReply(deps, question, events.push).then(events.end, events.fail);
  return events.read();
}

/** Every message of a chat, oldest first. The caller has to check that the user may read them. */
export const transcriptOf = (db: Db, sessionId: string) => queries.listMessages(db, sessionId, {});

/** Deletes a temporary chat; any other stays. @throws HttpError 404 for someone else's chat */
export async function closeChat(
  deps: Pick<ChatDeps, "db"> & { jobs: JobQueue },
  user: CurrentUser,
  sessionId: string,
): Promise<void> {
  await requireOwnSession(deps.db, user, sessionId);
  await closeTemporaryChat(deps, user.id, sessionId);
}

async function requireOwnSession(db: Db, user: CurrentUser, sessionId: string): Promise<void> {
  if (!(await queries.isOwnSession(db, user.id, sessionId))) throw notFound("Chat");
}

/** 404 where chat or pet were deleted meanwhile, 503 where another try may succeed soon, else 502. */
function statusOf(code: string): number {
  if (code === "gone") return 404;
  return ["rate_limited", "timeout", "unavailable", "restarting"].includes(code) ? 503 : 502;
}

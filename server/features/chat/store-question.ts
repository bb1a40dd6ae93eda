import type { Db } from "#server/platform/db/client.ts";
import { isUniqueViolation } from "#server/platform/db/failures.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import { badRequest, conflict, notFound } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/observe/log.ts";
import type { Turn } from "#server/understanding/chat-turn.ts";
import { chatNameFrom, isSmallTalk } from "#server/understanding/turns/chat-name.ts";
import type { Question } from "#shared/api/chat.ts";
import { endReplyTo, failLostReplies } from "../replies/replies.ts";
import { audioKey } from "../spoken-replies/spoken-replies.ts";
import type { UsageMeter } from "../usage/service.ts";
import * as queries from "./question-queries.ts";
import { putLastAside, STILL_ANSWERING } from "./versions.ts";

type NamedPet = Parameters<typeof chatNameFrom>[1];

/** Who asks which pet. */
interface QuestionAsker extends queries.NewQuestion {
  pet: NamedPet;
}

interface StoringDeps {
  db: Db;
  log: Log;
  files: FileStore;
  usage: UsageMeter;
}

/** A stored question, and whether the reply may be spoken. */
export interface SpeakableQuestion extends queries.StoredQuestion {
  maySpeak: boolean;
}

/**
 * Counts and stores the question, or opens a stored one again for another try, or stores it in place of the one that it
 * continues, and reads the earlier turns.
 * @throws 404 for a chat that is not the asker's with this pet, and for another question than the chat's last, 409 while a
 *   reply is under way in it, 429 where a daily limit is reached
 */
export async function storeQuestion(
  deps: StoringDeps,
  asker: QuestionAsker,
  question: Question,
): Promise<SpeakableQuestion> {
  const first = await tryToStore(deps, asker, question);
  const stored = (await wasHeldByLostReply(deps, asker, question, first))
    ? await tryToStore(deps, asker, question)
    : first;
  if (stored === "busy") throw conflict(STILL_ANSWERING);
  if (stored === null) throw notFound(question.retryMessageId || question.continues ? "Question" : "Chat");
  void endReplaced(deps, asker.agentId, stored.replaced);
  return stored;
}

/** Whether the reply under way belonged to a dead process and was marked as failed, so that another try may succeed. */
async function wasHeldByLostReply(
  deps: StoringDeps,
  { userId }: queries.NewQuestion,
  { sessionId, retryMessageId }: Question,
  stored: SpeakableQuestion | "busy" | null,
): Promise<boolean> {
  const isHeld = stored === "busy" || (stored === null && retryMessageId);
  return isHeld && sessionId ? failLostReplies(deps, { userId, sessionId }) : false;
}

/**
 * In one transaction: a question that is refused leaves nothing behind.
 * @returns null where the asker has no such chat or question; `busy` while another question of the chat is being answered
 */
async function tryToStore(
  { db, usage }: StoringDeps,
  asker: QuestionAsker,
  question: Question,
): Promise<SpeakableQuestion | "busy" | null> {
  const { sessionId, retryMessageId, continues, edits } = question;
  if (!sessionId && retryMessageId) throw badRequest("To try again, the chat's sessionId is required.");
  if (!sessionId && continues) throw badRequest("To continue a question, the chat's sessionId is required.");
  if (!sessionId && edits) throw badRequest("To change a question, the chat's sessionId is required.");
  if ([retryMessageId, continues, edits].filter(Boolean).length > 1)
    throw badRequest("A question is tried again, continued or changed, only one of these.");
  const store = async (tx: Db): Promise<SpeakableQuestion | null> => {
    const put = sessionId ? await putIntoChat(tx, asker, sessionId, question) : await beginChat(tx, asker, question);
    if (put === null) return null;
    const { maySpeak } = await usage.countQuestion(tx, asker.userId);
    return { ...put, workerId: asker.workerId, maySpeak };
  };
  return db.transaction(store).catch((error: unknown) => {
    if (error instanceof ChatBusy || isUniqueViolation(error)) return "busy";
    throw error;
  });
}

/** Thrown, so that what a transaction has replaced so far comes back. */
class ChatBusy extends Error {}

type PutQuestion = Omit<queries.StoredQuestion, "workerId">;

async function beginChat(tx: Db, asker: QuestionAsker, question: Question): Promise<PutQuestion> {
  const { message, isTemporary = false } = question;
  const first = { content: message, isTemporary, ...newChat(question, asker.pet) };
  const put = await queries.insertFirstQuestion(tx, asker, first);
  const before = await queries.readBefore(tx, asker, put.sessionId);
  return { ...put, content: message, turns: [], before, replaced: [] };
}

async function putIntoChat(
  tx: Db,
  asker: QuestionAsker,
  sessionId: string,
  question: Question,
): Promise<PutQuestion | null> {
  const { message, retryMessageId, continues, edits } = question;
  const read = async () => ({
    turns: await queries.listTurns(tx, sessionId),
    before: await queries.readBefore(tx, asker, sessionId),
  });
  if (retryMessageId) {
    const questionId = retryMessageId;
    const content = await queries.reopenQuestion(tx, asker, { sessionId, questionId });
    if (content === null) return null;
    return { sessionId, questionId, content, ...(await read()), replaced: [] };
  }
  const replaced = continues ? await queries.deleteLastQuestion(tx, asker, { sessionId, questionId: continues }) : [];
  if (replaced === null) return null;
  const former = replaced.find(({ role }) => role === "user")?.versionGroup ?? null;
  const versionGroup = edits ? await putLastAside(tx, { userId: asker.userId, sessionId, questionId: edits }) : former;
  const put = await queries.insertQuestion(tx, asker, { sessionId, content: message, versionGroup });
  if (put === null) return null;
  if (put === "busy") throw new ChatBusy();
  const { questionId, chatName } = put;
  if (chatName === null || continues || edits)
    await queries.beginChat(tx, { sessionId, questionId, ...newChat(question, asker.pet) });
  const { turns, before } = await read();
  if (chatName !== null && isNamedBySmallTalk(chatName, turns, asker.pet) && !isSmallTalk(message, asker.pet))
    await queries.renameChat(tx, { sessionId, from: chatName, to: chatNameFrom(message, asker.pet) });
  return { sessionId, questionId, content: message, turns, before, replaced };
}

/** Turns in which people come to a subject. */
const BEGINNING = 8;

const isNamedBySmallTalk = (chatName: string, turns: readonly Turn[], pet: NamedPet): boolean =>
  turns.length <= BEGINNING &&
  isSmallTalk(chatName, pet) &&
  turns.some(({ role, content }) => role === "user" && chatNameFrom(content, pet) === chatName);

/**
 * Ends what goes on for messages that a question has replaced: the reply under way and its speech. Never rejects, as the
 * person waits for the reply to the new question; a file that is left is found by the nightly sweep.
 */
async function endReplaced(
  { db, log, files }: StoringDeps,
  agentId: string,
  replaced: queries.StoredQuestion["replaced"],
): Promise<void> {
  const ends = replaced.map(async ({ id, role, audioUrl }) => {
    if (role === "user") await endReplyTo(db, id);
    else if (audioUrl !== null) await files.delete(audioKey(agentId, id));
  });
  for (const end of await Promise.allSettled(ends))
    if (end.status === "rejected") log.warn({ err: end.reason }, "something of a replaced question was left");
}

/** A chat is named after its first message that has a subject. */
const newChat = ({ message, greeting }: Question, pet: NamedPet) => ({
  name: chatNameFrom(message, pet),
  greeting: greeting ?? null,
});

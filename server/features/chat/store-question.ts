import type { Db } from "#server/db/client.ts";
import { badRequest, conflict, notFound } from "#server/http/errors.ts";
import type { Log } from "#server/log.ts";
import type { FileStore } from "#server/providers/files/files.ts";
import type { Question } from "#shared/api/chat.ts";
import { endReplyTo, failLostReplies } from "../replies/replies.ts";
import { audioKey } from "../spoken-replies/spoken-replies.ts";
import type { UsageMeter } from "../usage/service.ts";
import * as queries from "./question-queries.ts";

const NAME_LENGTH = 60;

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
  asker: queries.Asked,
  question: Question,
): Promise<SpeakableQuestion> {
  const first = await tryToStore(deps, asker, question);
  const { stored, maySpeak } = (await wasHeldByLostReply(deps, asker, question, first.stored))
    ? await tryToStore(deps, asker, question)
    : first;
  if (stored === "busy") throw conflict("Your pet is still answering. Please wait for the reply, or stop it first.");
  if (stored === null) throw notFound(question.retryMessageId || question.continues ? "Question" : "Chat");
  void endReplaced(deps, asker.agentId, stored.replaced);
  return { ...stored, maySpeak };
}

/** Whether the reply under way belonged to a dead process and was marked as failed, so that another try may succeed. */
async function wasHeldByLostReply(
  deps: StoringDeps,
  { userId }: queries.Asked,
  { sessionId, retryMessageId }: Question,
  stored: queries.StoredQuestion | "busy" | null,
): Promise<boolean> {
  const isHeld = stored === "busy" || (stored === null && retryMessageId);
  return isHeld && sessionId ? failLostReplies(deps, { userId, sessionId }) : false;
}

function tryToStore({ db, usage }: StoringDeps, asker: queries.Asked, question: Question) {
  const { message, sessionId, retryMessageId, continues } = question;
  if (!sessionId && retryMessageId) throw badRequest("To try again, the chat's sessionId is required.");
  if (!sessionId && continues) throw badRequest("To continue a question, the chat's sessionId is required.");
  if (retryMessageId && continues) throw badRequest("A question is tried again or continued, not both.");
  const said = { content: message, name: nameFor(message) };
  return usage.admitQuestion<queries.StoredQuestion | "busy">(asker.userId, () => {
    if (!sessionId) return queries.insertFirstQuestion(db, asker, said);
    if (retryMessageId) return queries.reopenQuestion(db, asker, { sessionId, questionId: retryMessageId });
    if (continues) return queries.replaceQuestion(db, asker, { sessionId, questionId: continues, ...said });
    return queries.insertQuestion(db, asker, { sessionId, ...said });
  });
}

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

/** A chat is named after its first question. */
function nameFor(question: string): string {
  const line = question.replace(/\s+/g, " ");
  if (line.length <= NAME_LENGTH) return line;
  const cut = line.slice(0, NAME_LENGTH);
  const lastSpace = cut.lastIndexOf(" ");
  return `${cut.slice(0, lastSpace > NAME_LENGTH / 2 ? lastSpace : NAME_LENGTH).toWellFormed()}…`;
}

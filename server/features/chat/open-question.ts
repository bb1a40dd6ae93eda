import type { Question } from "../../../shared/api/chat.ts";
import type { Db } from "../../db/client.ts";
import { badRequest, conflict, notFound } from "../../http/errors.ts";
import type { Log } from "../../log.ts";
import { failLostReplies } from "../replies/replies.ts";
import * as queries from "./queries.ts";

const NAME_LENGTH = 60;

/**
 * Stores the question, or opens a stored one again for another try, and reads the earlier turns.
 * @throws 404 for a chat that is not the asker's with this pet, 409 while a reply is under way in it
 */
export async function openQuestion(
  deps: { db: Db; log: Log },
  asker: queries.Asked,
  question: Question,
): Promise<queries.OpenedQuestion> {
  const first = await tryToOpen(deps.db, asker, question);
  const opened = (await wasHeldByLostReply(deps, asker, question, first))
    ? await tryToOpen(deps.db, asker, question)
    : first;
  if (opened === "busy") throw conflict("Your pet is still answering. Please wait for the reply, or stop it first.");
  if (opened === null) throw notFound(question.retryMessageId ? "Question" : "Chat");
  return opened;
}

/** Whether the reply under way belonged to a dead process and was marked as failed, so that another try may succeed. */
async function wasHeldByLostReply(
  deps: { db: Db; log: Log },
  { userId }: queries.Asked,
  { sessionId, retryMessageId }: Question,
  opened: Awaited<ReturnType<typeof tryToOpen>>,
): Promise<boolean> {
  const isHeld = opened === "busy" || (opened === null && retryMessageId);
  return isHeld && sessionId ? failLostReplies(deps, { userId, sessionId }) : false;
}

function tryToOpen(db: Db, asker: queries.Asked, { message, sessionId, retryMessageId }: Question) {
  if (!sessionId && retryMessageId) throw badRequest("To try again, the chat's sessionId is required.");
  if (!sessionId) return queries.insertFirstQuestion(db, asker, message, nameFor(message));
  if (retryMessageId) return queries.reopenQuestion(db, asker, sessionId, retryMessageId);
  return queries.insertQuestion(db, asker, sessionId, message, nameFor(message));
}

/** A chat is named after its first question. */
function nameFor(question: string): string {
  const line = question.replace(/\s+/g, " ");
  if (line.length <= NAME_LENGTH) return line;
  const cut = line.slice(0, NAME_LENGTH);
  const lastSpace = cut.lastIndexOf(" ");
  return `${cut.slice(0, lastSpace > NAME_LENGTH / 2 ? lastSpace : NAME_LENGTH).toWellFormed()}…`;
}

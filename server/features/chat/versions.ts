import type { Db } from "#server/platform/db/client.ts";
import { conflict, HttpError, notFound } from "#server/platform/http/errors.ts";
import { dropSuggestions } from "../memory/service.ts";
import * as queries from "./version-queries.ts";

export const STILL_ANSWERING = "Your pet is still answering. Please wait for the reply, or stop it first.";

interface OwnQuestion {
  userId: string;
  sessionId: string;
  questionId: string;
}

/**
 * Puts the last question of a chat aside, with its reply, to be asked in other words.
 * @returns what its versions have in common
 * @throws HttpError 404 for a chat or question that is not the user's, 409 for another question than the last, and while a reply
 *   is under way
 */
export async function putLastAside(tx: Db, { userId, sessionId, questionId }: OwnQuestion): Promise<string> {
  if (!(await queries.holdChat(tx, userId, sessionId))) throw notFound("Chat");
  const question = await queries.findQuestion(tx, sessionId, questionId);
  if (question === null) throw notFound("Question");
  if (await queries.isAnswering(tx, sessionId)) throw conflict(STILL_ANSWERING);
  if ((await queries.lastQuestionId(tx, sessionId)) !== questionId)
    throw new HttpError(409, "not_last", "Only the last question of a chat can be changed.");
  const group = await queries.markVersion(tx, question);
  await queries.putAside(tx, sessionId, question);
  await dropSuggestions(tx, question.id);
  return group;
}

/** Another version of a question comes into view, with what followed it. @throws HttpError 404, 409 while a reply is under way */
export async function bringIntoView(db: Db, { userId, sessionId, questionId }: OwnQuestion): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await queries.holdChat(tx, userId, sessionId))) throw notFound("Chat");
    const wanted = await queries.findQuestion(tx, sessionId, questionId);
    const shown = wanted?.versionGroup ? await queries.versionInView(tx, sessionId, wanted.versionGroup) : null;
    // Where the place of the question is not in view itself, no version of it is.
    if (shown === null) throw notFound("Version");
    if (shown.id === questionId) return;
    if (await queries.isAnswering(tx, sessionId)) throw conflict(STILL_ANSWERING);
    await queries.putAside(tx, sessionId, shown);
    await queries.takeBack(tx, sessionId, questionId);
  });
}

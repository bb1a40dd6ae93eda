import type { Db } from "#server/platform/db/client.ts";
import { notFound } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { inSlices, type SlicedWork } from "#server/platform/threads/slices.ts";
import { limits } from "#shared/limits.ts";
import { type AuditedPet, type Caller, record, recordOnPet } from "../audit/service.ts";
import { likeQuestion, localeOfText } from "../knowledge/knowledge.ts";
import * as queries from "./queries.ts";

interface Pet {
  id: string;
  name: string;
  language: string;
}

/** With others that mean the same. Never rejects: the person has the reply already. `whole`: readable alone. */
export async function noteQuestion(
  { db, log }: { db: Db; log: Log },
  pet: Pet,
  asked: { messageId: string; question: string; whole: string },
): Promise<void> {
  const { messageId, question } = asked;
  const longest = limits.openQuestions.characters;
  if (question.length > longest || !likeQuestion(pet, question).hasSubject) return;
  const whole = asked.whole.length > longest ? question : asked.whole;
  const compared = new Set<string>();
  const noteAsKnown = async (by: Db): Promise<boolean> => {
    const open = (await queries.listWordings(by, pet.id)).filter(({ id }) => !compared.has(id));
    for (const { id } of open) compared.add(id);
    const [known] = await inSlices(findAlike(pet, [whole], open));
    if (known === undefined) return false;
    return queries.addAsking(by, { openQuestionId: known.id, messageId, whole, kept: limits.openQuestions.askings });
  };
  try {
    // Without the lock, for which all who talk with the pet would wait.
    if (await noteAsKnown(db)) return;
    await db.transaction(async (tx) => {
      const isThere = (await queries.lockPet(tx, pet.id)) && (await queries.holdMessage(tx, messageId));
      if (!isThere || (await noteAsKnown(tx))) return;
      await queries.insertAskings(tx, await queries.insertQuestion(tx, pet.id), { messageIds: [messageId], whole });
      await queries.dropOldQuestions(tx, pet.id, limits.openQuestions.perPet);
    });
  } catch (err) {
    log.error({ err, question: messageId }, "an open question was not noted");
  }
}

export const findOpenQuestion = async (db: Db, agentId: string, id: string): Promise<string | undefined> =>
  (await queries.listWordings(db, agentId)).find((one) => one.id === id)?.question;

/** `by`: the diary question whose answer it is. */
export async function closeAnswered(
  tx: Db,
  pet: Pet,
  answered: { questions: readonly string[]; id?: string | null; by: string },
): Promise<void> {
  const open = await queries.listWordings(tx, pet.id);
  const alike = new Set(await inSlices(findAlike(pet, answered.questions, open)));
  const ids = open.filter((one) => one.id === answered.id || alike.has(one)).map(({ id }) => id);
  if (ids.length > 0) await queries.closeQuestions(tx, ids, answered.by);
}

/** The answer to that diary question is gone. */
export const reopenAnswered = queries.reopenQuestions;

export async function restoreQuestions(
  tx: Db,
  agentId: string,
  questions: readonly { question: string; putAsideAt: Date | null; messageIds: readonly string[] }[],
): Promise<void> {
  const used = new Set<string>();
  for (const { question, putAsideAt, messageIds } of questions) {
    const own = [...new Set(messageIds)].filter((id) => !used.has(id));
    for (const id of own) used.add(id);
    if (own.length === 0) continue;
    const asked = { messageIds: own, whole: own[0] === messageIds[0] ? question : null };
    await queries.insertAskings(tx, await queries.insertQuestion(tx, agentId, putAsideAt), asked);
  }
}

/** Others' questions are words of their chats, so a reader who is not the owner is recorded. */
export async function listQuestions(db: Db, by: Caller, pet: Pet & { createdBy: string | null }) {
  const open = await queries.listOpen(db, pet.id, by.user.id);
  if (pet.createdBy !== by.user.id && open.some(({ askedBy }) => askedBy.length > 0)) {
    const target = { kind: "agent", id: pet.id, name: pet.name } as const;
    await record(db, {
      ...{ by, action: "agent.read_open_questions", target, details: { questions: open.length } },
      about: open.flatMap(({ askerIds }) => askerIds),
    });
  }
  return inSlices(readLanguages(pet, open));
}

/** Throws HttpError 404 where it was answered or its chat deleted. */
export async function putAside(
  db: Db,
  by: Caller,
  pet: AuditedPet,
  { id, isPutAside }: { id: string; isPutAside: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await queries.setPutAside(tx, pet.id, id, isPutAside))) throw notFound("Question");
    await recordOnPet(tx, pet, { by, action: "open_question.update", details: { questionId: id, isPutAside } });
  });
}

/** In a few milliseconds. */
export const COMPARED_AT_ONCE = 5;

export function* findAlike<Open extends { question: string }>(
  pet: { name: string; language: string },
  questions: readonly string[],
  open: readonly Open[],
): SlicedWork<Open[]> {
  const like = questions.map((question) => likeQuestion(pet, question));
  const found: Open[] = [];
  for (const [at, one] of open.entries()) {
    if (at % COMPARED_AT_ONCE === 0) yield;
    if (like.some(({ isSame }) => isSame(one.question))) found.push(one);
  }
  return found;
}

function* readLanguages<Open extends { question: string }>(
  pet: { language: string },
  open: readonly Open[],
): SlicedWork<(Open & { language: string })[]> {
  const read: (Open & { language: string })[] = [];
  for (const [at, one] of open.entries()) {
    if (at % COMPARED_AT_ONCE === 0) yield;
    read.push({ ...one, language: localeOfText(one.question, pet.language) });
  }
  return read;
}

import type { Db } from "#server/platform/db/client.ts";
import { notFound } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { inSlices } from "#server/platform/threads/slices.ts";
import { limits } from "#shared/limits.ts";
import { type AuditedPet, type Caller, record, recordOnPet } from "../audit/service.ts";
import { likeQuestion } from "../knowledge/knowledge.ts";
import { findAlike, readLanguages } from "./alike.ts";
import * as queries from "./queries.ts";

interface Pet {
  id: string;
  name: string;
  language: string;
}

/**
 * Notes that the pet could not answer a question, together with others that mean the same. Never rejects: the person has
 * the reply already.
 * @param asked `whole`: the question in words that can be read alone
 */
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
  /** Compares with those that were not compared yet. */
  const noteAsKnown = async (by: Db): Promise<boolean> => {
    const open = (await queries.listWordings(by, pet.id)).filter(({ id }) => !compared.has(id));
    for (const { id } of open) compared.add(id);
    const [known] = await inSlices(findAlike(pet, [whole], open));
    if (known === undefined) return false;
    return queries.addAsking(by, { openQuestionId: known.id, messageId, whole, kept: limits.openQuestions.askings });
  };
  try {
    // What was asked before needs no lock, which all who talk with a pet would wait for.
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

/** Closes the open questions that the diary now answers: those that mean one of these, and the one with this id. */
export async function closeAnswered(
  tx: Db,
  pet: Pet,
  answered: { questions: readonly string[]; id?: string | null },
): Promise<void> {
  const open = await queries.listWordings(tx, pet.id);
  const alike = new Set(await inSlices(findAlike(pet, answered.questions, open)));
  const ids = open.filter((one) => one.id === answered.id || alike.has(one)).map(({ id }) => id);
  if (ids.length > 0) await queries.deleteQuestions(tx, pet.id, ids);
}

/** Puts questions of an imported pet back, with the imported messages in which they were asked. */
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

/** What others asked are words of their chats, so reading them is recorded where the reader is not the pet's owner. */
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

/** @throws 404 where the pet has no such open question: it was answered meanwhile, or its chat was deleted */
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

import type { Db } from "#server/platform/db/client.ts";
import { refuseIfChanged } from "#server/platform/http/changed-meanwhile.ts";
import { conflict, HttpError, notFound } from "#server/platform/http/errors.ts";
import { localizeQuestion, questionAbout, restOf } from "#server/understanding/languages/localize-question.ts";
import type {
  addDiaryEntry,
  listPetQuestions as contract,
  saveDiaryAnswer as saveContract,
} from "#shared/api/diary.ts";
import { limits } from "#shared/limits.ts";
import type { BodyOf, ResponseOf } from "#shared/route.ts";
import { type AuditedPet, type Caller, recordOnPet } from "../audit/service.ts";
import { hasSameWords, touchKnowledge } from "../knowledge/knowledge.ts";
import { closeAnswered, reopenAnswered } from "../open-questions/service.ts";
import * as queries from "./queries.ts";

/** Only those worded otherwise than on the screen. */
export async function listPetQuestions(db: Db, locale: string, species = ""): Promise<ResponseOf<typeof contract>> {
  const asked = await queries.listActiveQuestions(db);
  return asked.flatMap((stored) => {
    const question = localizeQuestion(locale, stored);
    const about = questionAbout(locale, stored);
    if (about === undefined) return question === stored.question ? [] : [{ id: stored.id, question }];
    const rest = species === "" ? undefined : restOf(locale, stored, species);
    return [{ id: stored.id, question, about, rest }];
  });
}

/** Recorded in the audit log for a diary of somebody else. */
export async function readAnswers(db: Db, by: Caller, pet: Pet) {
  const answers = await queries.listAnswers(db, pet.id);
  await recordOnPet(db, pet, { by, action: "diary.read", isOften: true });
  return answers;
}

/** The later of two simultaneous answers stays. Throws HttpError 404, or 409 for one changed meanwhile. */
export function saveAnswer(db: Db, by: Caller, pet: Pet, { before, ...answer }: BodyOf<typeof saveContract>) {
  return db.transaction(async (tx) => {
    await holdPet(tx, pet.id);
    const question = await queries.findActiveQuestion(tx, pet.id, answer.questionId);
    if (question === null) throw notFound("Question");
    if (before !== undefined) {
      const current = (await queries.listAnswers(tx, pet.id)).find(({ questionId }) => questionId === question.id);
      refuseIfChanged(before, { answer: current?.answer }, answer);
    }
    await closeAnswered(tx, pet, { questions: wordingsOf(pet, question), by: question.id });
    await recordOnPet(tx, pet, { by, action: "diary.update", details: { questionId: question.id } });
    return queries.upsertAnswer(tx, { agentId: pet.id, ...answer });
  });
}

/** Throws HttpError 404 for a question that is no longer asked, 409 for one that has an answer. The pet is locked. */
export async function requireUnanswered(tx: Db, agentId: string, questionId: string): Promise<void> {
  if ((await queries.findActiveQuestion(tx, agentId, questionId)) === null) throw notFound("Question");
  const answers = await queries.listAnswers(tx, agentId);
  if (answers.some((one) => one.questionId === questionId)) throw new HttpError(409, "answered", ANSWERED_MEANWHILE);
}

interface Pet extends AuditedPet {
  language: string;
}

const wordingsOf = ({ language }: Pet, question: { key: string | null; question: string }) => [
  question.question,
  localizeQuestion(language, question),
];

/** Closes the open questions that it answers. Throws HttpError 409 where it has an answer, or the diary is full. */
export function addEntry(db: Db, by: Caller, pet: Pet, entry: BodyOf<typeof addDiaryEntry>) {
  return db.transaction(async (tx) => {
    await holdPet(tx, pet.id);
    const own = await queries.listOwnQuestions(tx, pet.id);
    const asked = [...(await queries.listActiveQuestions(tx)), ...own];
    const same = asked.find((one) => wordingsOf(pet, one).some((words) => hasSameWords(words, entry.question)));
    const answered = new Set((await queries.listAnswers(tx, pet.id)).map(({ questionId }) => questionId));
    if (same !== undefined && answered.has(same.id)) throw conflict(ANSWERED);
    if (same === undefined && own.length >= limits.ownDiaryQuestions) throw conflict(FULL);
    const question = same ?? (await queries.insertOwnQuestion(tx, pet.id, entry.question));
    const closing = { questions: [entry.question], id: entry.openQuestionId ?? null, by: question.id };
    await closeAnswered(tx, pet, closing);
    await recordOnPet(tx, pet, { by, action: "diary.update", details: { questionId: question.id } });
    const answer = { agentId: pet.id, questionId: question.id, answer: entry.answer };
    return { question, answer: await queries.upsertAnswer(tx, answer) };
  });
}

export const insertOwnQuestion = (tx: Db, agentId: string, question: string) =>
  queries.insertOwnQuestion(tx, agentId, question);

const ANSWERED = "The diary has an answer to this question already. Please change it there, or ask in other words.";
const ANSWERED_MEANWHILE =
  "The diary has an answer to this question by now. What you know beside it can be added as a memory.";
const FULL = `A diary can have at most ${limits.ownDiaryQuestions} questions of your own. Please delete one first.`;

/** With the question where the owner added it. Throws HttpError 404. */
export async function deleteAnswer(db: Db, by: Caller, pet: Pet, questionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await holdPet(tx, pet.id);
    if (!(await queries.deleteAnswer(tx, pet.id, questionId))) throw notFound("Answer");
    await reopenAnswered(tx, pet.id, questionId);
    await queries.deleteOwnQuestion(tx, pet.id, questionId);
    await recordOnPet(tx, pet, { by, action: "diary.delete", details: { questionId } });
  });
}

/** The pet can't be deleted during the change; first in the transaction. */
async function holdPet(tx: Db, agentId: string): Promise<void> {
  if (!(await touchKnowledge(tx, agentId))) throw notFound("Pet");
}

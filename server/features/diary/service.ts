import { limits } from "../../../shared/limits.ts";
import type { Db } from "../../db/client.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { localizeQuestion } from "../../languages/localize-question.ts";
import { hasSameWords, touchKnowledge } from "../knowledge/knowledge.ts";
import * as queries from "./queries.ts";

/** Of two answers to one question at once, the later one is kept. @throws HttpError 404 for an unknown question */
export function saveAnswer(db: Db, answer: { agentId: string; questionId: string; answer: string }) {
  return db.transaction(async (tx) => {
    await holdPet(tx, answer.agentId);
    if (!(await queries.isActiveQuestion(tx, answer.agentId, answer.questionId))) throw notFound("Question");
    return queries.upsertAnswer(tx, answer);
  });
}

/**
 * Adds a question with its answer. Where the diary has the question in the same words, and no answer to it yet, this is its
 * answer; else it becomes a question of this pet alone.
 * @throws HttpError 409 where the question has an answer already, or the diary has all the own questions it may have
 */
export function addEntry(db: Db, agent: { id: string; language: string }, entry: { question: string; answer: string }) {
  return db.transaction(async (tx) => {
    await holdPet(tx, agent.id);
    const own = await queries.listOwnQuestions(tx, agent.id);
    const asked = [...(await queries.listActiveQuestions(tx)), ...own];
    const same = asked.find((one) =>
      [one.question, localizeQuestion(agent.language, one)].some((words) => hasSameWords(words, entry.question)),
    );
    const answered = new Set((await queries.listAnswers(tx, agent.id)).map(({ questionId }) => questionId));
    if (same !== undefined && answered.has(same.id)) throw conflict(ANSWERED);
    if (same === undefined && own.length >= limits.ownDiaryQuestions) throw conflict(FULL);
    const question = same ?? (await queries.insertOwnQuestion(tx, agent.id, entry.question));
    const answer = { agentId: agent.id, questionId: question.id, answer: entry.answer };
    return { question, answer: await queries.upsertAnswer(tx, answer) };
  });
}

/** Adds a question to the diary of this pet alone, which its transaction has made or locked. */
export const insertOwnQuestion = (tx: Db, agentId: string, question: string) =>
  queries.insertOwnQuestion(tx, agentId, question);

const ANSWERED = "The diary has an answer to this question already. Please change it there, or ask in other words.";
const FULL = `A diary can have at most ${limits.ownDiaryQuestions} questions of your own. Please delete one first.`;

/** Deletes an answer, and the question with it where the owner added it. @throws 404 where there is no answer */
export async function deleteAnswer(db: Db, agentId: string, questionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await holdPet(tx, agentId);
    if (!(await queries.deleteAnswer(tx, agentId, questionId))) throw notFound("Answer");
    await queries.deleteOwnQuestion(tx, agentId, questionId);
  });
}

/** Locks the pet, so that it can't be deleted during the change; call it first in the transaction. */
async function holdPet(tx: Db, agentId: string): Promise<void> {
  if (!(await touchKnowledge(tx, agentId))) throw notFound("Pet");
}

import type { Db } from "../../db/client.ts";
import { notFound } from "../../http/errors.ts";
import { touchKnowledge } from "../knowledge/knowledge.ts";
import * as queries from "./queries.ts";

/** Of two answers to one question at once, the later one is kept. @throws HttpError 404 for an unknown question */
export function saveAnswer(db: Db, answer: { agentId: string; questionId: string; answer: string }) {
  return db.transaction(async (tx) => {
    await holdPet(tx, answer.agentId);
    if (!(await queries.isActiveQuestion(tx, answer.questionId))) throw notFound("Question");
    return queries.upsertAnswer(tx, answer);
  });
}

/** @throws 404 where there is no answer. */
export async function deleteAnswer(db: Db, agentId: string, questionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await holdPet(tx, agentId);
    if (!(await queries.deleteAnswer(tx, agentId, questionId))) throw notFound("Answer");
  });
}

/** Locks the pet, so that it can't be deleted during the change; call it first in the transaction. */
async function holdPet(tx: Db, agentId: string): Promise<void> {
  if (!(await touchKnowledge(tx, agentId))) throw notFound("Pet");
}

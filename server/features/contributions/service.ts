import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { HttpError, notFound } from "#server/platform/http/errors.ts";
import { localizeQuestion } from "#server/understanding/languages/localize-question.ts";
import type { NewContribution } from "#shared/api/contributions.ts";
import { limits } from "#shared/limits.ts";
import { managesFamily, type UsableAgent } from "../agents/access.ts";
import { type Caller, recordOnPet } from "../audit/service.ts";
import { requireUnanswered, saveAnswer } from "../diary/service.ts";
import { addPetMemory, dateInText, type MemoryDeps } from "../memory/service.ts";
import * as queries from "./queries.ts";

type Pet = Pick<UsableAgent, "id" | "name" | "language" | "createdBy" | "sharedAs">;

/** All for those who approve it; recorded where it is not the owner. */
export async function listContributions(db: Db, by: Caller, pet: Pet) {
  const approves = managesFamily(by.user, pet);
  const waiting = await queries.listWaiting(db, pet.id, approves ? undefined : by.user.id);
  if (approves && waiting.length > 0) await recordOnPet(db, pet, { by, action: "diary.read", isOften: true });
  const approval = await queries.findApproval(db, pet.id);
  return {
    waiting: waiting.map((row) => shown(by.user, pet, row)),
    isKeptAtOnce: approves || approval?.isFirst === false,
  };
}

function shown(user: CurrentUser, { language }: Pet, row: queries.WaitingRow) {
  const { userId, questionId: _questionId, key, question, happenedOn, precision, ...contribution } = row;
  return {
    ...contribution,
    question: question === null ? null : localizeQuestion(language, { key, question }),
    date: happenedOn === null || precision === null ? null : { on: happenedOn, precision },
    isOwn: userId === user.id,
  };
}

export async function listUnanswered(db: Db, user: CurrentUser, { id, language }: Pet) {
  const questions = await queries.listUnanswered(db, id, user.id);
  return questions.map((one) => ({ id: one.id, question: localizeQuestion(language, one) }));
}

/** Throws HttpError 404 for a question that is no longer asked, 409 for one that has an answer, or where too much waits. */
export function contribute(deps: MemoryDeps, by: Caller, pet: Pet, given: NewContribution) {
  const { user } = by;
  return deps.db.transaction(async (tx) => {
    const approval = await queries.lockApproval(tx, pet.id);
    if (approval === null) throw notFound("Pet");
    if (given.kind === "answer") await requireUnanswered(tx, pet.id, given.questionId);
    if ((await queries.countWaiting(tx, pet.id, user.id)) >= limits.contributionsWaiting) throw tooMany(pet);
    const id = await queries.insertContribution(tx, {
      agentId: pet.id,
      userId: user.id,
      ...columnsOf(user, pet, given),
    });
    const isKept = !approval.isFirst || managesFamily(user, pet);
    if (isKept) await keep({ ...deps, db: tx }, by, pet, id);
    // What an owner writes is the pet's own.
    if (isKept && pet.createdBy === user.id) await queries.deleteContribution(tx, id);
    return { isKept };
  });
}

function columnsOf(user: CurrentUser, pet: Pet, given: NewContribution) {
  if (given.kind === "answer") return given;
  const { kind, text } = given;
  const date = given.date === undefined ? dateInText(user, pet, text) : given.date;
  return { kind, text, happenedOn: date?.on ?? null, precision: date?.precision ?? null };
}

/** Throws HttpError 404 for what no longer waits, 409 where it can't be kept: then it still waits. */
export function approve(deps: MemoryDeps, by: Caller, pet: Pet, id: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    if ((await queries.lockApproval(tx, pet.id)) === null) throw notFound("Pet");
    await keep({ ...deps, db: tx }, by, pet, id);
  });
}

/** As the diary and the memories keep what an owner writes. The pet is locked. */
async function keep(deps: MemoryDeps, by: Caller, pet: Pet, id: string): Promise<void> {
  const { db: tx } = deps;
  const found = await queries.lockWaiting(tx, { agentId: pet.id, id });
  if (found === null) throw notFound("Contribution");
  const { kind, text, questionId, happenedOn, precision } = found;
  if (kind === "memory") {
    const date = happenedOn === null || precision === null ? null : { on: happenedOn, precision };
    const memory = await addPetMemory(deps, by, pet, { kind: "event", text, date });
    return queries.setKept(tx, id, { memoryId: memory.id });
  }
  if (questionId === null) throw notFound("Question");
  await requireUnanswered(tx, pet.id, questionId);
  const answer = await saveAnswer(tx, by, pet, { questionId, answer: text });
  return queries.setKept(tx, id, { answerId: answer.id });
}

/** Throws HttpError 404 for what no longer waits, and for what is somebody else's. */
export async function drop({ db }: { db: Db }, by: Caller, pet: Pet, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await queries.lockWaiting(tx, { agentId: pet.id, id });
    if (found === null || (found.userId !== by.user.id && !managesFamily(by.user, pet))) throw notFound("Contribution");
    await queries.deleteContribution(tx, id);
  });
}

const tooMany = ({ name }: Pet) =>
  new HttpError(
    409,
    "full",
    `${limits.contributionsWaiting} of your contributions wait for an answer already. Please wait until ${name}'s owner has read them.`,
  );

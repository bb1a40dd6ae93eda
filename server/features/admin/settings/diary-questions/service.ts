import { type Caller, record } from "#server/features/audit/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import { refuseIfChanged } from "#server/platform/http/changed-meanwhile.ts";
import { conflict, notFound } from "#server/platform/http/errors.ts";
import type {
  addQuestion as addContract,
  updateQuestion as updateContract,
} from "#shared/api/admin/settings/diary-questions.ts";
import type { BodyOf } from "#shared/route.ts";
import * as queries from "./queries.ts";

export function addQuestion(db: Db, by: Caller, { question, category }: BodyOf<typeof addContract>) {
  return db.transaction(async (tx) => {
    await queries.lockOrder(tx);
    const added = await requireQuestion(tx, await queries.appendQuestion(tx, { question, category: category || null }));
    await record(tx, { by, action: "diary_question.create", target: targetOf(added) });
    return { question: added };
  });
}

/** The answers stay, even where the question is switched off. */
export function updateQuestion(db: Db, by: Caller, id: string, changes: BodyOf<typeof updateContract>) {
  return db.transaction(async (tx) => {
    const current = await queries.lockQuestion(tx, id);
    if (current === null) throw notFound("Question");
    refuseIfChanged(changes.before, current, changes);
    const { question = current.question, isActive = current.isActive } = changes;
    const category = changes.category === undefined ? current.category : changes.category || null;
    const changed = question !== current.question || isActive !== current.isActive || category !== current.category;
    if (!changed) return { question: current };
    await queries.changeQuestion(tx, id, { question, category, isActive });
    if (question !== current.question || isActive !== current.isActive) await queries.outdateKnowledge(tx, id);
    await record(tx, {
      by,
      action: "diary_question.update",
      target: targetOf(current),
      details: { question, category, isActive },
    });
    return { question: await requireQuestion(tx, id) };
  });
}

/** Throws HttpError 409 where somebody added a question meanwhile. */
export function orderQuestions(db: Db, by: Caller, ids: readonly string[]) {
  return db.transaction(async (tx) => {
    await queries.lockOrder(tx);
    const known = new Set((await queries.listQuestions(tx)).map((question) => question.id));
    const sent = new Set(ids.map((id) => id.toLowerCase()));
    if (sent.size !== ids.length || sent.size !== known.size || ids.some((id) => !known.has(id.toLowerCase())))
      throw conflict("The list of questions has changed. Please reload it and try again.");
    await queries.orderQuestions(tx, [...sent]);
    await record(tx, { by, action: "diary_question.reorder" });
    return { questions: await queries.listQuestions(tx) };
  });
}

async function requireQuestion(db: Db, id: string) {
  const found = await queries.findQuestion(db, id);
  if (found === null) throw notFound("Question");
  return found;
}

const targetOf = ({ id, question }: { id: string; question: string }) =>
  ({ kind: "diary_question", id, name: question }) as const;

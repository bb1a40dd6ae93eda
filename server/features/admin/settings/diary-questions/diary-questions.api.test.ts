import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addQuestion,
  listManagedQuestions,
  orderQuestions,
  updateQuestion,
} from "#shared/api/admin/settings/diary-questions.ts";
import { getAgent } from "#shared/api/agents.ts";
import { listDiaryAnswers, listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { agents } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let admin: Visitor;
let owner: Visitor;
let agentId: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  owner = await app.owner();
  agentId = await newPet(owner);
});
afterAll(() => app.stop());

const asked = async () => (await owner.call(listDiaryQuestions, {})).map((question) => question.id);
const managed = async () => (await admin.call(listManagedQuestions, {})).questions;
const version = async () => {
  const [pet] = await app.deps.db.select({ now: agents.knowledgeVersion }).from(agents).where(eq(agents.id, agentId));
  return pet?.now ?? 0;
};
const answered = async (question: string) => {
  const added = await admin.call(addQuestion, { body: { question, category: "Food" } });
  const params = { id: agentId };
  await owner.call(saveDiaryAnswer, { params, body: { questionId: added.question.id, answer: "Cheese." } });
  return added.question.id;
};

describe("diary questions", () => {
  it("are added after the last one", async () => {
    const { question } = await admin.call(addQuestion, { body: { question: " What do you dream of? " } });
    expect(question).toMatchObject({ question: "What do you dream of?", category: null, answerCount: 0 });
    expect((await asked()).at(-1)).toBe(question.id);
    expect(await admin.attempt(addQuestion, { body: { question: " " } })).toMatchObject({ status: 400 });
  });

  it("keep their answers while they are switched off, and have them again when they are back", async () => {
    const id = await answered("What is your favourite snack?");
    await admin.call(updateQuestion, { params: { id }, body: { isActive: false } });
    expect(await asked()).not.toContain(id);
    expect((await managed()).find((question) => question.id === id)).toMatchObject({ isActive: false, answerCount: 1 });
    await admin.call(updateQuestion, { params: { id }, body: { isActive: true } });
    expect(await asked()).toContain(id);
    const answers = await owner.call(listDiaryAnswers, { params: { id: agentId } });
    expect(answers.find((answer) => answer.questionId === id)?.answer).toBe("Cheese.");
  });

  it("make the pets that answered them read their diary anew, without a new date for the owner", async () => {
    const id = await answered("What do you never eat?");
    const [before, seen] = [
      await version(),
      (await owner.call(getAgent, { params: { id: agentId } })).knowledgeUpdatedAt,
    ];
    await admin.call(updateQuestion, { params: { id }, body: { question: "What would you never eat?" } });
    expect(await version()).toBe(before + 1);
    await admin.call(updateQuestion, { params: { id }, body: { isActive: false } });
    expect(await version()).toBe(before + 2);
    await admin.call(updateQuestion, { params: { id }, body: { isActive: false, category: "Drink" } });
    expect(await version()).toBe(before + 2);
    expect((await owner.call(getAgent, { params: { id: agentId } })).knowledgeUpdatedAt).toBe(seen);
  });

  it("are put in another order as a whole", async () => {
    const ids = (await managed()).map((question) => question.id);
    const wanted = ids.toReversed();
    const { questions } = await admin.call(orderQuestions, { body: { ids: wanted } });
    expect(questions.map((question) => question.id)).toEqual(wanted);
    expect(questions.map((question) => question.orderIndex)).toEqual(wanted.map((_id, index) => index + 1));
    const active = new Set(await asked());
    expect(await asked()).toEqual(wanted.filter((id) => active.has(id)));
  });

  it("refuse an order that leaves one out, or has one twice", async () => {
    const ids = (await managed()).map((question) => question.id);
    for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1] ?? ""], [...ids, agentId]])
      expect(await admin.attempt(orderQuestions, { body: { ids: wrong } })).toMatchObject({ status: 409 });
    expect((await managed()).map((question) => question.id)).toEqual(ids);
  });
});

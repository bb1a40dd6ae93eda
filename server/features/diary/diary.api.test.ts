import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent, getAgent } from "#shared/api/agents.ts";
import {
  type DiaryQuestion,
  deleteDiaryAnswer,
  listDiaryAnswers,
  listDiaryQuestions,
  listPetQuestions,
  saveDiaryAnswer,
} from "#shared/api/diary.ts";
import { limits } from "#shared/limits.ts";
import { agents, diaryQuestions } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let owner: Visitor;
let id: string;
let questions: DiaryQuestion[];
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner();
  id = await newPet(owner);
  questions = await owner.call(listDiaryQuestions, {});
});
afterAll(() => app.stop());

const idOf = (index: number) => questions[index]?.id ?? "";
const save = (questionId: string, answer: string) =>
  owner.attempt(saveDiaryAnswer, { params: { id }, body: { questionId, answer } });
const answers = () => owner.call(listDiaryAnswers, { params: { id } });
const versionOf = async () => {
  const [pet] = await app.deps.db.select({ version: agents.knowledgeVersion }).from(agents).where(eq(agents.id, id));
  return pet?.version ?? 0;
};

describe("the diary's questions", () => {
  it("come in their order, for everyone who is signed in", async () => {
    const order = questions.map((question) => question.orderIndex);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(questions.length).toBeGreaterThan(10);
    expect(await app.visitor().attempt(listDiaryQuestions, {})).toMatchObject({ status: 401 });
  });

  it("are asked in the pet's language, but for what an administrator worded", async () => {
    const { db } = app.deps;
    const [own] = await db
      .insert(diaryQuestions)
      .values({ question: "Which planet is mine?", orderIndex: 900 })
      .returning();
    const toy = questions.find(({ question }) => question === "What is my favorite toy?");
    const inSpanish = () => owner.call(listPetQuestions, { params: { language: "es-MX" } });
    const asked = await inSpanish();
    expect(asked.map((question) => question.id)).toEqual(questions.map((question) => question.id));
    expect(asked).toContainEqual(expect.objectContaining({ id: toy?.id, question: "¿Cuál es mi juguete favorito?" }));

    await db
      .update(diaryQuestions)
      .set({ question: "Which toy is mine?" })
      .where(eq(diaryQuestions.id, idOf(11)));
    expect((await inSpanish()).map((question) => question.id)).not.toContain(toy?.id);
    await db
      .update(diaryQuestions)
      .set({ question: toy?.question ?? "" })
      .where(eq(diaryQuestions.id, idOf(11)));
    await db.delete(diaryQuestions).where(eq(diaryQuestions.id, own?.id ?? ""));
  });

  it("have the same words in English, and none in a language that is not offered", async () => {
    const inEnglish = await owner.call(listPetQuestions, { params: { language: "en-GB" } });
    expect(inEnglish.map(({ question }) => question)).toEqual(questions.map(({ question }) => question));
    expect(inEnglish[0]?.about).toBe("What kind of animal is {pet}, and what breed or mix?");
    expect(await owner.attempt(listPetQuestions, { params: { language: "tlh-KX" } })).toMatchObject({ status: 400 });
  });

  it("are no longer asked or answered once they are switched off", async () => {
    const last = questions.at(-1)?.id ?? "";
    await app.deps.db.update(diaryQuestions).set({ isActive: false }).where(eq(diaryQuestions.id, last));
    const asked = await owner.call(listDiaryQuestions, {});
    expect(asked.map((question) => question.id)).toEqual(questions.slice(0, -1).map((question) => question.id));
    expect(await save(last, "Too late.")).toMatchObject({ status: 404 });
  });
});

describe("a diary answer", () => {
  it("is trimmed, and replaced by a later one", async () => {
    await save(idOf(0), "  A dog.\n");
    const first = (await answers()).find((answer) => answer.questionId === idOf(0));
    expect(first?.answer).toBe("A dog.");
    await save(idOf(0), "A cat.");
    const second = (await answers()).filter((answer) => answer.questionId === idOf(0));
    expect(second).toMatchObject([{ id: first?.id, answer: "A cat.", createdAt: first?.createdAt }]);
  });

  it("stays one when ten are saved at once [T110]", async () => {
    const saved = await Promise.all(Array.from({ length: 10 }, (_, index) => save(idOf(1), `Answer ${index}`)));
    expect(saved.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    const stored = (await answers()).filter((answer) => answer.questionId === idOf(1));
    expect(stored).toHaveLength(1);
    expect(stored[0]?.answer).toMatch(/^Answer \d$/);
  });

  it("is listed in the order of the questions", async () => {
    for (const index of [4, 2, 3]) await save(idOf(index), `Answer to ${index}`);
    const listed = (await answers()).map((answer) => answer.questionId);
    expect(listed.filter((questionId) => [2, 3, 4].map(idOf).includes(questionId))).toEqual([2, 3, 4].map(idOf));
  });

  it("makes the pet's knowledge be read anew, when saved and when deleted", async () => {
    const before = await versionOf();
    await save(idOf(5), "Squirrels.");
    await owner.call(deleteDiaryAnswer, { params: { id, questionId: idOf(5) } });
    expect(await versionOf()).toBe(before + 2);
    expect((await owner.call(getAgent, { params: { id } })).knowledgeUpdatedAt).not.toBeNull();
  });

  it("can't be blank, too long, or to a question that is none", async () => {
    const before = await versionOf();
    expect(await save(idOf(6), " \n ")).toMatchObject({ status: 400 });
    expect(await save(idOf(6), "x".repeat(limits.diaryAnswer + 1))).toMatchObject({ status: 400 });
    expect(await save(randomUUID(), "A dog.")).toMatchObject({ status: 404, body: { error: "Question not found." } });
    expect(await save("first", "A dog.")).toMatchObject({ status: 400 });
    expect(await versionOf()).toBe(before);
  });

  it("is deleted once [T111]", async () => {
    await save(idOf(7), "Walks.");
    const remove = () => owner.attempt(deleteDiaryAnswer, { params: { id, questionId: idOf(7) } });
    const removed = await Promise.all([remove(), remove(), remove()]);
    expect(removed.map((answer) => answer.status).toSorted()).toEqual([200, 404, 404]);
    expect(removed.find((answer) => answer.status === 404)?.body).toMatchObject({ error: "Answer not found." });
  });

  it("of one pet is not touched through another", async () => {
    await save(idOf(8), "Mine.");
    const other = await app.owner();
    const pet = await other.call(createAgent, { body: { name: "Cookie" } });
    const params = { id: pet.id, questionId: idOf(8) };
    expect(await other.attempt(deleteDiaryAnswer, { params })).toMatchObject({ status: 404 });
    expect((await answers()).map((answer) => answer.answer)).toContain("Mine.");
    expect(await other.call(listDiaryAnswers, { params })).toEqual([]);
  });
});

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listManagedQuestions, updateQuestion } from "#shared/api/admin/settings/diary-questions.ts";
import { createAgent, deleteAgent } from "#shared/api/agents.ts";
import { chat } from "#shared/api/chat.ts";
import {
  addDiaryEntry,
  deleteDiaryAnswer,
  listDiaryAnswers,
  listDiaryQuestions,
  listOwnDiaryQuestions,
  saveDiaryAnswer,
} from "#shared/api/diary.ts";
import { limits } from "#shared/limits.ts";
import { diaryAnswers, diaryQuestions } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { bringIn, downloadAll, unzip } from "#tests/support/archives.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

const SNOW = { question: "Have you ever flown a kite in Norway?", answer: "Once, and it pulled me into the sea." };

let app: TestApp;
let owner: Visitor;
let id: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  owner = await app.owner();
  id = await newPet(owner);
});

const add = (entry: { question: string; answer: string }, by = owner) =>
  by.attempt(addDiaryEntry, { params: { id }, body: entry });
const ownQuestions = () => owner.call(listOwnDiaryQuestions, { params: { id } });
const ask = async (message: string) => (await owner.call(chat, { params: { id }, body: { message } })).message;

describe("an entry that the owner adds", () => {
  it("is remembered from then on, with its question as the source", async () => {
    expect((await ask(SNOW.question)).sources).toEqual([]);
    expect(await add(SNOW)).toMatchObject({ status: 200 });
    expect(await ask(SNOW.question)).toMatchObject({
      content: expect.stringContaining(SNOW.answer),
      sources: [{ kind: "diary", ...SNOW }],
    });
  });

  it("is a question of this pet alone, and is changed and deleted as any other answer", async () => {
    await add({ question: "  Do you ski? ", answer: " Never. " });
    const [added] = await ownQuestions();
    expect(added).toMatchObject({ question: "Do you ski?" });
    const questionId = added?.id ?? "";
    const change = (by: Visitor, pet: string) =>
      by.attempt(saveDiaryAnswer, { params: { id: pet }, body: { questionId, answer: "Only downhill." } });
    expect(await change(owner, id)).toMatchObject({ status: 200 });
    const other = await app.owner();
    const theirs = await newPet(other, "Cookie");
    expect(await change(other, theirs)).toMatchObject({ status: 404 });
    expect(await other.call(listOwnDiaryQuestions, { params: { id: theirs } })).toEqual([]);

    await owner.call(deleteDiaryAnswer, { params: { id, questionId } });
    expect(await ownQuestions()).toEqual([]);
    expect(await owner.call(listDiaryAnswers, { params: { id } })).toEqual([]);
  });

  it("is seen by nobody else: not in the questions of every diary, and not by those who write these", async () => {
    await add(SNOW);
    const [added] = await ownQuestions();
    const texts = (await owner.call(listDiaryQuestions, {})).map(({ question }) => question);
    expect(texts).not.toContain(SNOW.question);
    const admin = await app.admin();
    const managed = (await admin.call(listManagedQuestions, {})).questions;
    expect(managed.map(({ question }) => question)).not.toContain(SNOW.question);
    const rename = { params: { id: added?.id ?? "" }, body: { question: "Hacked?" } };
    expect(await admin.attempt(updateQuestion, rename)).toMatchObject({ status: 404 });
  });

  it("is the answer to a question of the diary that has the same words, and to no question twice", async () => {
    const [first] = await owner.call(listDiaryQuestions, {});
    const shouted = { question: `${first?.question.toUpperCase()} !`, answer: "A beagle." };
    expect(await add(shouted)).toMatchObject({
      body: { question: { id: first?.id }, answer: { answer: "A beagle." } },
    });
    expect(await ownQuestions()).toEqual([]);
    expect(await add({ ...shouted, answer: "A poodle." })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("has an answer to this question already") },
    });
    await add(SNOW);
    expect(await add({ ...SNOW, answer: "Twice." })).toMatchObject({ status: 409 });
    const answers = await owner.call(listDiaryAnswers, { params: { id } });
    expect(answers.map(({ answer }) => answer)).toEqual(["A beagle.", SNOW.answer]);
  });

  it("knows the diary's question in the pet's language too", async () => {
    const german = (await (await app.admin()).call(createAgent, { body: { name: "Waldi", language: "de-DE" } })).id;
    const admin = await app.admin();
    const entry = { question: "Was ist mein Lieblingsspielzeug?", answer: "Die Ente." };
    const added = await admin.call(addDiaryEntry, { params: { id: german }, body: entry });
    expect(added.question.question).toBe("What is my favorite toy?");
  });

  it("can't be blank or too long, and there are only so many", async () => {
    for (const wrong of [
      { question: " ", answer: "x" },
      { question: "Why?", answer: "\n" },
      { question: "x".repeat(limits.diaryQuestion + 1), answer: "x" },
      { question: "Why?", answer: "x".repeat(limits.diaryAnswer + 1) },
    ])
      expect(await add(wrong)).toMatchObject({ status: 400 });
    const many = Array.from({ length: limits.ownDiaryQuestions }, (_, index) => ({
      agentId: id,
      question: `Own ${index}?`,
      orderIndex: 1_000_000_000 + index,
    }));
    await app.deps.db.insert(diaryQuestions).values(many);
    expect(await add(SNOW)).toMatchObject({ status: 409, body: { error: expect.stringContaining("at most 100") } });
  });

  it("goes with its pet", async () => {
    await add(SNOW);
    await owner.call(deleteAgent, { params: { id } });
    const { db } = app.deps;
    expect(await db.select().from(diaryQuestions).where(eq(diaryQuestions.agentId, id))).toEqual([]);
    expect(await db.select().from(diaryAnswers).where(eq(diaryAnswers.agentId, id))).toEqual([]);
  });

  it("is in the archive, and the pet's own again after an import", async () => {
    await add(SNOW);
    const zip = await downloadAll(owner);
    const readable = (await unzip(zip)).get("pets/01-Biscuit/pet.md")?.toString();
    expect(readable).toContain(`### ${SNOW.question}\n\n> ${SNOW.answer}`);
    const other = await app.owner();
    const imported = await bringIn(other, zip);
    expect(imported).toMatchObject({ body: { summary: { diaryAnswers: 1, documents: 0, remarks: [] } } });
    const agentId = Object(imported.body).summary.agentId;
    const questions = await other.call(listOwnDiaryQuestions, { params: { id: agentId } });
    expect(questions.map(({ question }) => question)).toEqual([SNOW.question]);
    const answers = await other.call(listDiaryAnswers, { params: { id: agentId } });
    expect(answers).toMatchObject([{ questionId: questions[0]?.id, answer: SNOW.answer }]);
  });
});

describe("what a reply was taken from", () => {
  it("is nothing for an unknown question about the pet, and not asked of the world or a greeting", async () => {
    expect((await ask("What is the name of your vet?")).sources).toEqual([]);
    expect((await ask("What is the capital of Mongolia?")).sources).toBeNull();
    expect((await ask("Hello!")).sources).toBeNull();
  });
});

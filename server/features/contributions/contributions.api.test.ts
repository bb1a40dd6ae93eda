import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jobHandlers } from "#server/background.ts";
import { deleteAgent, listAgents } from "#shared/api/agents.ts";
import { chat } from "#shared/api/chat.ts";
import {
  addContribution,
  approveContribution,
  dropContribution,
  listContributions,
  listUnansweredQuestions,
  type NewContribution,
} from "#shared/api/contributions.ts";
import { listDiaryAnswers, saveDiaryAnswer } from "#shared/api/diary.ts";
import { changeFamily, changeMember, createInvitation, leaveFamily, takeInvitation } from "#shared/api/family.ts";
import type { FamilyRight } from "#shared/api/family-right.ts";
import { editMemory, forgetMemory, listMemories } from "#shared/api/memory.ts";
import { limits } from "#shared/limits.ts";
import { agentInvitations, contributions } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { PROMO_CODE } from "#tests/support/first-start.ts";
import { newPet, signUp, userIdOf, type Visitor } from "#tests/support/visitor.ts";

const RAFT = "He stole a whole salmon from the Petersens' raft.";
const TOY = "A squeaky hedgehog without ears.";

let app: TestApp;
let owner: Visitor;
let anna: Visitor;
let id: string;
let params: { id: string };
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.stop());
beforeEach(async () => {
  owner = await app.owner();
  id = await newPet(owner);
  params = { id };
  anna = await inFamily("contribute", "Anna");
});

async function inFamily(right: FamilyRight, firstName: string): Promise<Visitor> {
  const { token } = await owner.call(createInvitation, { params: { id }, body: { right } });
  const visitor = await signUp(app.url, PROMO_CODE, `${firstName}-${randomUUID()}`.slice(0, 30), firstName);
  await visitor.call(takeInvitation, { body: { token } });
  return visitor;
}

const give = (body: NewContribution, by = anna) => by.attempt(addContribution, { params, body });
const memory = (text = RAFT): NewContribution => ({ kind: "memory", text });
const waiting = async (by = owner) => (await by.call(listContributions, { params })).waiting;
const approve = (contributionId: string, by = owner) =>
  by.attempt(approveContribution, { params: { id, contributionId } });
const drop = (contributionId: string, by = owner) => by.attempt(dropContribution, { params: { id, contributionId } });
const told = async (message: string, by = owner) =>
  (await by.call(chat, { params, body: { message } })).message.content;
const badge = async (by = owner) => (await by.call(listAgents, {})).agents.find((pet) => pet.id === id);

async function question(about: string): Promise<string> {
  const found = (await anna.call(listUnansweredQuestions, { params })).find((one) => one.question.includes(about));
  expect(found).toBeDefined();
  return found?.id ?? "";
}

async function waits(body: NewContribution, by = anna): Promise<string> {
  expect(await give(body, by)).toMatchObject({ status: 200, body: { isKept: false } });
  return (await waiting(by)).at(-1)?.id ?? "";
}

describe("what somebody of the family contributes", () => {
  it("waits, seen by them and by those who approve it, and is told by nobody [T152]", async () => {
    const tom = await inFamily("contribute", "Tom");
    await waits(memory());
    await waits({ kind: "answer", questionId: await question("toy"), text: TOY });
    expect(await waiting()).toMatchObject([
      { kind: "memory", question: null, text: RAFT, author: "Anna", isOwn: false },
      { kind: "answer", question: expect.stringContaining("toy"), text: TOY },
    ]);
    expect(await waiting(anna)).toMatchObject([{ isOwn: true }, { isOwn: true }]);
    expect(await waiting(tom)).toEqual([]);
    expect(await badge()).toMatchObject({ contributionsWaiting: 2 });
    expect(await badge(anna)).toMatchObject({ contributionsWaiting: 0 });
    expect(await told("What did you steal from the raft?")).not.toContain("salmon");
    expect(await owner.call(listDiaryAnswers, { params })).toEqual([]);
  });

  it("is kept with its author's name once it is approved, and told as theirs", async () => {
    await approve(await waits(memory()));
    const questionId = await question("toy");
    await approve(await waits({ kind: "answer", questionId, text: TOY }));
    expect(await waiting()).toEqual([]);
    expect(await owner.call(listDiaryAnswers, { params })).toMatchObject([{ questionId, answer: TOY, author: "Anna" }]);
    const kept = await owner.call(listMemories, { params, query: { store: "pet" } });
    expect(kept.memories).toMatchObject([{ text: RAFT, author: "Anna", kind: "event" }]);
    const raft = await told("What did you steal from the raft?");
    expect(raft).toMatch(/Anna/);
    expect(raft).toContain(`“${RAFT}”`);
    expect(await told("What is your favorite toy?")).toMatch(/Anna.*hedgehog/);
    expect(await told("What did you steal from the raft?", anna)).not.toMatch(/Anna/);
  });

  it("is told without the name once others have changed its words", async () => {
    await approve(await waits(memory()));
    const [kept] = (await owner.call(listMemories, { params, query: { store: "pet" } })).memories;
    const body = { text: "He stole a whole cake from the Petersens' raft." };
    expect(await owner.call(editMemory, { params: { id: kept?.id ?? "" }, body })).toMatchObject({ author: null });
    expect(await told("What did you steal from the raft?")).not.toMatch(/Anna/);
    await owner.call(forgetMemory, { params: { id: kept?.id ?? "" } });
    expect(await app.deps.db.select().from(contributions).where(eq(contributions.agentId, id))).toEqual([]);
  });

  it("is gone when it is declined or taken back, by whom it concerns alone [T152]", async () => {
    const tom = await inFamily("contribute", "Tom");
    const [declined, takenBack] = [await waits(memory()), await waits(memory("He sang."))];
    expect(await drop(takenBack, tom)).toMatchObject({ status: 404 });
    expect(await approve(takenBack, anna)).toMatchObject({ status: 403 });
    expect(await drop(takenBack, anna)).toMatchObject({ status: 200 });
    expect(await drop(declined)).toMatchObject({ status: 200 });
    expect(await waiting(anna)).toEqual([]);
    expect(await approve(declined)).toMatchObject({ status: 404 });
  });

  it("is kept at once where nobody has to approve it, and of those who manage the pet [T152]", async () => {
    const manager = await inFamily("manage", "Mia");
    expect(await give(memory("He sang."), manager)).toMatchObject({ body: { isKept: true } });
    expect(await give(memory("He slept."), owner)).toMatchObject({ body: { isKept: true } });
    expect(await anna.attempt(changeFamily, { params, body: { approvesContributions: false } })).toMatchObject({
      status: 403,
    });
    await owner.call(changeFamily, { params, body: { approvesContributions: false } });
    expect(await anna.call(listContributions, { params })).toEqual({ waiting: [], isKeptAtOnce: true });
    expect(await give(memory())).toMatchObject({ body: { isKept: true } });
    const { memories } = await owner.call(listMemories, { params, query: { store: "pet" } });
    expect(memories.map(({ text, author }) => [text, author])).toEqual([
      [RAFT, "Anna"],
      ["He slept.", null],
      ["He sang.", "Mia"],
    ]);
  });

  it("to a question that got an answer meanwhile is refused, and still waits", async () => {
    const questionId = await question("toy");
    const late = await waits({ kind: "answer", questionId, text: TOY });
    await owner.call(saveDiaryAnswer, { params, body: { questionId, answer: "A ball." } });
    const refused = { status: 409, body: { code: "answered", error: expect.stringMatching(/by now\..*memory\.$/) } };
    expect(await approve(late)).toMatchObject(refused);
    expect(await waiting()).toMatchObject([{ id: late, text: TOY }]);
    expect(await give({ kind: "answer", questionId, text: TOY })).toMatchObject(refused);
    expect(await owner.call(listDiaryAnswers, { params })).toMatchObject([{ answer: "A ball.", author: null }]);
  });

  it("is kept once, however many approve it at once", async () => {
    const contributionId = await waits(memory());
    const answers = await Promise.all(Array.from({ length: 5 }, () => approve(contributionId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    const kept = await owner.call(listMemories, { params, query: { store: "pet" } });
    expect(kept.memories).toHaveLength(1);
  });

  it("lapses after 30 days, and waits no longer than is bearable", async () => {
    const lapsed = await waits(memory());
    const { db } = app.deps;
    const old = { createdAt: new Date(Date.now() - 31 * 86_400_000) };
    await db.update(contributions).set(old).where(eq(contributions.id, lapsed));
    expect(await waiting()).toEqual([]);
    expect(await approve(lapsed)).toMatchObject({ status: 404 });
    await jobHandlers(app.deps).sweep_family({});
    expect(await db.select().from(contributions).where(eq(contributions.id, lapsed))).toEqual([]);
    const userId = await userIdOf(anna);
    const many = Array.from({ length: limits.contributionsWaiting }, (_, at) => ({
      ...{ agentId: id, userId, kind: "memory" as const, text: `The ${at}th nap.` },
    }));
    await db.insert(contributions).values(many);
    expect(await give(memory())).toMatchObject({ status: 409, body: { code: "full" } });
  });

  it("for a pet that is deleted meanwhile is refused with a sentence", async () => {
    await owner.call(deleteAgent, { params });
    expect(await give(memory())).toMatchObject({ status: 404, body: { error: "Pet not found." } });
  });

  it("stays, with its author's name, when they leave; they contribute no more [T152]", async () => {
    await approve(await waits(memory()));
    const left = await waits(memory("He sang."));
    await anna.call(leaveFamily, { params });
    for (const call of [give(memory("He slept.")), drop(left, anna), approve(left, anna)])
      expect(await call).toMatchObject({ status: 404 });
    expect(await waiting()).toMatchObject([{ id: left, author: "Anna" }]);
    expect(await told("What did you steal from the raft?")).toMatch(/Anna/);
  });

  it("ends at once with a lowered right, and is nothing for talkers, strangers and visitors [T152]", async () => {
    const talker = await inFamily("talk", "Tim");
    await owner.call(changeMember, { params: { id, userId: await userIdOf(anna) }, body: { right: "talk" } });
    for (const [visitor, status] of [
      [anna, 403],
      [talker, 403],
      [await app.owner(), 404],
      [app.visitor(), 401],
    ] as const) {
      expect(await give(memory(), visitor)).toMatchObject({ status });
      expect(await visitor.attempt(listContributions, { params })).toMatchObject({ status });
      expect(await visitor.attempt(listUnansweredQuestions, { params })).toMatchObject({ status });
    }
  });
});

it("sweeps links of pets that are long gone", async () => {
  const { db } = app.deps;
  const { invitation } = await owner.call(createInvitation, { params, body: { right: "talk" } });
  await owner.call(deleteAgent, { params });
  const row = () => db.select().from(agentInvitations).where(eq(agentInvitations.id, invitation.id));
  await jobHandlers(app.deps).sweep_family({});
  expect(await row()).toHaveLength(1);
  const old = { createdAt: new Date(Date.now() - 91 * 86_400_000) };
  await db.update(agentInvitations).set(old).where(eq(agentInvitations.id, invitation.id));
  await jobHandlers(app.deps).sweep_family({});
  expect(await row()).toEqual([]);
});

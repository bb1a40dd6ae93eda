import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { deleteAgent } from "#shared/api/agents.ts";
import { listAuditLog } from "#shared/api/audit.ts";
import { me } from "#shared/api/auth.ts";
import { chat, createSession } from "#shared/api/chat.ts";
import { addDiaryEntry, deleteDiaryAnswer, listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { deleteChat } from "#shared/api/history.ts";
import { deleteMyAccount } from "#shared/api/my-data.ts";
import { listOpenQuestions, updateOpenQuestion } from "#shared/api/open-questions.ts";
import { limits } from "#shared/limits.ts";
import { messages, openQuestionAskings, openQuestions } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { bringIn, downloadAll, unzip } from "#tests/support/archives.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";
import { lockPet } from "./queries.ts";
import { noteQuestion, restoreQuestions } from "./service.ts";

const XYLOPHONES = "Do you like xylophones?";
const KITE = "Have you ever flown a kite in Norway?";

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

const ask = async (message: string, by = owner, sessionId?: string) => {
  const body = { message, ...(sessionId === undefined ? {} : { sessionId }) };
  return (await by.call(chat, { params: { id }, body })).sessionId;
};
const open = (by = owner) => by.call(listOpenQuestions, { params: { id } });
/** Resolves when the pet has these open questions: they are noted after the reply. */
const noted = (...questions: string[]) =>
  expect.poll(async () => (await open()).map(({ question }) => question).sort()).toEqual(questions.sort());
const update = (questionId: string, isPutAside: boolean, by = owner) =>
  by.attempt(updateOpenQuestion, { params: { id, questionId }, body: { isPutAside } });
const idOf = async (question: string) => (await open()).find((one) => one.question === question)?.id ?? "";

/** Stores what the owner says in a chat, without a reply. */
async function sayer() {
  const { id: sessionId } = await owner.call(createSession, { body: { agentId: id } });
  return async (content: string) => {
    const [said] = await app.deps.db
      .insert(messages)
      .values({ agentId: id, sessionId, role: "user", content })
      .returning({ id: messages.id });
    return { messageId: said?.id ?? "", question: content, whole: content };
  };
}

/** Someone else who may talk with the pet; test accounts are called Kim. */
async function friend(): Promise<Visitor> {
  const visitor = await app.holderOf();
  const { user } = await visitor.call(me, {});
  await (await app.admin()).call(grantAgentAccess, { body: { userId: user.id, agentId: id } });
  return visitor;
}

describe("a question that the pet could not answer", () => {
  it("is for the owner only where it is about the pet, also without a language model", async () => {
    const body = { message: "Who is the president of France?" };
    const { message } = await owner.call(chat, { params: { id }, body });
    expect(message.sources).toBeNull();
    await ask(XYLOPHONES);
    await noted(XYLOPHONES);
  });

  it("is on the owner's list, with how often and by whom it was asked, the newest first", async () => {
    const kim = await friend();
    await ask("Do you like xylophones?");
    await ask(KITE);
    await ask("Have you flown a kite in NORWAY", kim);
    await expect.poll(open).toMatchObject([
      { question: KITE, times: 2, askedByCaller: true, askedBy: ["Kim"] },
      { question: "Do you like xylophones?", times: 1, askedByCaller: true, askedBy: [] },
    ]);
  });

  it("is one with others that mean the same, in whatever language, and says which that is", async () => {
    const say = await sayer();
    for (const question of [
      "Warst du schon mal in Italien?",
      "hallo Biscuit, warst du in italien?",
      "Hi Biscuit! Do you like xylophones?",
      "do u like the xylophones",
    ])
      await noteQuestion(app.deps, { id, name: "Biscuit", language: "en-US" }, await say(question));
    expect(await open()).toMatchObject([
      { question: "Hi Biscuit! Do you like xylophones?", language: "en-US", times: 2 },
      { question: "Warst du schon mal in Italien?", language: "de-DE", times: 2 },
    ]);
  });

  it("is not noted of small talk, without a subject, too long, in an emergency, or where the pet knew", async () => {
    const [first] = await owner.call(listDiaryQuestions, {});
    const body = { questionId: first?.id ?? "", answer: "A beagle." };
    await owner.call(saveDiaryAnswer, { params: { id }, body });
    for (const message of [
      "Hello!",
      "thank you",
      "???",
      "🐶🐶",
      `Do you like ${"xylophones and ".repeat(25)}kites?`,
      "My dog has eaten rat poison, what do I do?",
      first?.question ?? "",
    ])
      await ask(message);
    await ask(KITE);
    await noted(KITE);
  });

  it("comes with the one that it goes on with, and is one with others that do", async () => {
    const kim = await friend();
    const mine = await ask(XYLOPHONES);
    await ask("what about Ben?", owner, mine);
    const whole = `${XYLOPHONES} what about Ben?`;
    await noted(XYLOPHONES, whole);
    const theirs = await ask(XYLOPHONES, kim);
    await ask("what about Ben?", kim, theirs);
    await expect.poll(open).toMatchObject([
      { question: whole, times: 2, askedBy: ["Kim"] },
      { question: XYLOPHONES, times: 2 },
    ]);
    const { body } = await bringIn(await app.owner(), await downloadAll(owner));
    const rows = await app.deps.db
      .select({ whole: openQuestionAskings.wholeQuestion })
      .from(openQuestionAskings)
      .innerJoin(openQuestions, eq(openQuestions.id, openQuestionAskings.openQuestionId))
      .where(eq(openQuestions.agentId, Object(body).summary.agentId));
    expect(rows.map((row) => row.whole).sort()).toEqual([whole, null]);
  });

  it("is put aside and taken back, and stays aside when it is asked again", async () => {
    await ask(KITE);
    await noted(KITE);
    const questionId = await idOf(KITE);
    expect(await update(questionId, true)).toMatchObject({ status: 200 });
    expect(await open()).toEqual([]);
    await ask(KITE);
    await ask("Do you like xylophones?");
    await noted("Do you like xylophones?");
    await update(questionId, false);
    expect(await open()).toMatchObject([{}, { question: KITE, times: 2 }]);
  });

  it("is closed by an entry in the same words, or by one that names it, and is remembered then", async () => {
    await ask(KITE);
    await ask("Do you like xylophones?");
    await noted(KITE, "Do you like xylophones?");
    const openQuestionId = await idOf("Do you like xylophones?");
    const add = (body: { question: string; answer: string; openQuestionId?: string }) =>
      owner.call(addDiaryEntry, { params: { id }, body });
    await add({ question: "What is my opinion of wooden instruments?", answer: "I chew them.", openQuestionId });
    await noted(KITE);
    await add({ question: KITE, answer: "Once, with Uncle Olav." });
    expect(await open()).toEqual([]);
    const { message } = await owner.call(chat, { params: { id }, body: { message: KITE } });
    expect(message).toMatchObject({
      content: expect.stringContaining("Uncle Olav"),
      sources: [{ kind: "diary", question: KITE }],
    });
  });

  it("is open again when its answer is undone, whichever question of the diary that answered", async () => {
    await ask(KITE);
    await ask("What is your favourite toy?");
    await noted(KITE, "What is your favourite toy?");
    const entry = { question: KITE, answer: "Once.", openQuestionId: await idOf(KITE) };
    const { question } = await owner.call(addDiaryEntry, { params: { id }, body: entry });
    const toy = (await owner.call(listDiaryQuestions, {})).find(({ key }) => key === "favorite_toy");
    const questionId = toy?.id ?? "";
    await owner.call(saveDiaryAnswer, { params: { id }, body: { questionId, answer: "The red ball." } });
    expect(await open()).toEqual([]);
    await owner.call(deleteDiaryAnswer, { params: { id, questionId: question.id } });
    await owner.call(deleteDiaryAnswer, { params: { id, questionId } });
    expect((await open()).map((one) => one.question).sort()).toEqual([KITE, "What is your favourite toy?"].sort());
  });

  it("is closed by the answer to the diary's own question that means the same", async () => {
    await ask("What is your favourite toy?");
    await noted("What is your favourite toy?");
    const toy = (await owner.call(listDiaryQuestions, {})).find(({ question }) => /favorite toy/.test(question));
    const body = { questionId: toy?.id ?? "", answer: "The red ball." };
    await owner.call(saveDiaryAnswer, { params: { id }, body });
    expect(await open()).toEqual([]);
  });

  it("is seen and changed by nobody who may not write the diary, nor through another pet", async () => {
    const kim = await friend();
    await ask(KITE);
    await noted(KITE);
    const questionId = await idOf(KITE);
    expect(await kim.attempt(listOpenQuestions, { params: { id } })).toMatchObject({ status: 403 });
    const other = await app.owner();
    const theirs = await newPet(other, "Cookie");
    const params = { id: theirs, questionId };
    expect(await other.attempt(updateOpenQuestion, { params, body: { isPutAside: true } })).toMatchObject({
      status: 404,
    });
    const entry = { question: "Kites?", answer: "No.", openQuestionId: questionId };
    await other.call(addDiaryEntry, { params: { id: theirs }, body: entry });
    await noted(KITE);
  });

  it("leaves a trace when an administrator reads what others asked [T121]", async () => {
    await ask(KITE);
    await noted(KITE);
    const admin = await app.admin();
    await admin.call(listOpenQuestions, { params: { id } });
    const { entries } = await admin.call(listAuditLog, { query: { targetId: id } });
    expect(entries).toMatchObject([{ action: "agent.read_open_questions", details: { questions: 1 } }]);
    expect(JSON.stringify(entries)).not.toContain("kite");
  });
});

describe("the words of an open question", () => {
  it("go with the chat in which alone it was asked, and are then those of another who asked", async () => {
    const kim = await friend();
    const mine = await ask(KITE);
    await ask("have you flown a kite in Norway ever", kim);
    await ask("Do you like xylophones?", owner, mine);
    await noted(KITE, "Do you like xylophones?");
    await owner.call(deleteChat, { params: { id: mine } });
    expect(await open()).toMatchObject([
      { question: "have you flown a kite in Norway ever", times: 1, askedByCaller: false, askedBy: ["Kim"] },
    ]);
    expect(await stored()).toHaveLength(1);
  });

  it("go with the account of the one who asked [T121]", async () => {
    const kim = await friend();
    await ask(KITE, kim);
    await noted(KITE);
    const { user } = await kim.call(me, {});
    const body = { currentPassword: PASSWORD, confirmation: user.username ?? "" };
    await kim.call(deleteMyAccount, { body });
    expect(await stored()).toEqual([]);
  });

  it("go with the pet", async () => {
    await ask(KITE);
    await noted(KITE);
    await owner.call(deleteAgent, { params: { id } });
    expect(await stored()).toEqual([]);
  });

  it("are in the archive as far as they are the owner's, and open again after an import", async () => {
    const kim = await friend();
    await ask(KITE);
    await ask("Do you like xylophones?", kim);
    await ask("Which planet is the best?");
    await noted(KITE, "Do you like xylophones?", "Which planet is the best?");
    await update(await idOf("Which planet is the best?"), true);
    const zip = await downloadAll(owner);
    const readable = (await unzip(zip)).get("pets/01-Biscuit/pet.md")?.toString();
    expect(readable).toContain(`## What Biscuit could not answer\n\n> ${KITE}`);
    expect(readable).not.toContain("xylophones");

    const other = await app.owner();
    const { body } = await bringIn(other, zip);
    const agentId: string = Object(body).summary.agentId;
    const restored = await other.call(listOpenQuestions, { params: { id: agentId } });
    expect(restored).toMatchObject([{ question: KITE, times: 1, askedByCaller: true }]);
    const rows = await app.deps.db.select().from(openQuestions).where(eq(openQuestions.agentId, agentId));
    expect(rows.filter(({ putAsideAt }) => putAsideAt !== null)).toHaveLength(1);
  });

  it("are noted again while another holds the pet, as whoever talks with it would else wait", async () => {
    const say = await sayer();
    const pet = { id, name: "Biscuit", language: "en-US" };
    await noteQuestion(app.deps, pet, await say(KITE));
    await app.deps.db.transaction(async (tx) => {
      await lockPet(tx, id);
      await noteQuestion(app.deps, pet, await say(KITE));
      expect(await open()).toMatchObject([{ question: KITE, times: 2 }]);
    });
  });

  it("are kept of so many askings and questions; what was put aside goes first", async () => {
    const say = await sayer();
    const pet = { id, name: "Biscuit", language: "en-US" };
    for (let time = 0; time < limits.openQuestions.askings + 3; time += 1)
      await noteQuestion(app.deps, pet, await say(KITE));
    expect(await open()).toMatchObject([{ times: limits.openQuestions.askings }]);
    await noteQuestion(app.deps, pet, await say("Do you like xylophones?"));
    await update(await idOf("Do you like xylophones?"), true);
    // Compared with nothing, so that two hundred cost little.
    const earlier = Array.from({ length: limits.openQuestions.perPet - 4 }, (_, one) =>
      say(`Do you know tower${one}?`),
    );
    const asked = (await Promise.all(earlier)).map(({ messageId, question }) => ({
      question,
      putAsideAt: null,
      messageIds: [messageId],
    }));
    await restoreQuestions(app.deps.db, id, asked);
    for (let one = 0; one < 3; one += 1) await noteQuestion(app.deps, pet, await say(`Do you know castle${one}?`));
    expect(await stored()).toHaveLength(limits.openQuestions.perPet);
    expect((await stored()).filter(({ putAsideAt }) => putAsideAt !== null)).toEqual([]);
    expect(await idOf(KITE)).not.toBe("");
  });
});

const stored = () => app.deps.db.select().from(openQuestions).where(eq(openQuestions.agentId, id));

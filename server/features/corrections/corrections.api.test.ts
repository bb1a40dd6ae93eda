import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { grantAgentAccess, revokeAgentAccess } from "#shared/api/admin/agent-access.ts";
import { createAgent } from "#shared/api/agents.ts";
import { declineCorrection, listMessages } from "#shared/api/chat.ts";
import { deleteDiaryAnswer, listDiaryAnswers, listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { getTranscript } from "#shared/api/history.ts";
import { listMemories } from "#shared/api/memory.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type Chat, sessionOf, startChat, textOf } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import { userIdOf, type Visitor } from "#tests/support/visitor.ts";

const OLD = "I weigh 4.2 kilos.";
const WRONG = "No, that was wrong: she is 5 kilos now";
const NEW = "She is 5 kilos now";
const QUESTION = "How much do you weigh?";

let talk: Chat;
let plain: TestApp;
let questionId = "";
beforeAll(async () => {
  [talk, plain] = await Promise.all([startChat(), startTestApp()]);
  const questions = await talk.owner.call(listDiaryQuestions, {});
  questionId = questions.find(({ question }) => isWeight(question))?.id ?? "";
});
afterAll(async () => {
  await Promise.all([talk?.stop(), plain?.stop()]);
});
beforeEach(() => talk.model.behave(saying(`${OLD} [[1]]`)));

interface Asked {
  app?: TestApp;
  language?: string;
  old?: string;
  said?: string;
  by?: (owner: Visitor, id: string) => Promise<Visitor>;
  isTemporary?: boolean;
}

/** Somebody asks what the diary answers, and says that the reply was wrong. */
async function correct({ app = talk.app, language = "en-US", old = OLD, said = WRONG, by, isTemporary }: Asked = {}) {
  const owner = await app.owner();
  const { id } = await owner.call(createAgent, { body: { name: "Miso", language } });
  const asked = app === talk.app ? questionId : await weightIn(owner);
  await owner.call(saveDiaryAnswer, { params: { id }, body: { questionId: asked, answer: old } });
  const person = by === undefined ? owner : await by(owner, id);
  const first = await talk.ask({ message: QUESTION, ...(isTemporary && { isTemporary }) }, person, id);
  const sessionId = sessionOf(first);
  const events = await talk.ask({ message: said, sessionId }, person, id);
  const stored = async () => (await person.call(listMessages, { params: { sessionId }, query: {} })).at(-1);
  const replyId = (await stored())?.id ?? "";
  const offered = events.flatMap((event) => (event.type === "complete" ? [event.correction] : []))[0];
  return { owner, person, id, sessionId, replyId, events, offered, stored };
}

const isWeight = (question: string) => /weigh/.test(question);
const weightIn = async (by: Visitor) =>
  (await by.call(listDiaryQuestions, {})).find(({ question }) => isWeight(question))?.id ?? "";
const holder = async (id: string, ...rights: Parameters<TestApp["holderOf"]>) => {
  const guest = await talk.app.holderOf(...rights);
  await (await talk.app.admin()).call(grantAgentAccess, { body: { userId: await userIdOf(guest), agentId: id } });
  return guest;
};

describe("who keeps the diary and says that a reply taken from it was wrong", () => {
  it("is offered the change under the next reply, also when the chat is opened again; nothing is saved", async () => {
    const { owner, id, offered, stored } = await correct();
    expect(offered).toMatchObject({ questionId, before: OLD, text: NEW });
    expect((await stored())?.correction).toEqual(offered);
    const answers = await owner.call(listDiaryAnswers, { params: { id } });
    expect(answers.map(({ answer }) => answer)).toEqual([OLD]);
  });

  it("is offered it by the diary voice too, which claims no change", async () => {
    const { offered, events } = await correct({ app: plain });
    expect(offered).toMatchObject({ before: OLD, text: NEW });
    expect(textOf(events)).not.toMatch(/chang|correct|noted|saved|remember/i);
  });

  it.each([
    ["ar-SA", "لا، هذا خطأ: وزنها الآن 5 كيلو."],
    ["de-DE", "Nein, das stimmt nicht, sie wiegt jetzt 5 Kilo."],
    ["en-US", "That's not true, she weighs 5 kilos."],
    ["es-ES", "No, eso estaba mal: ahora pesa 5 kilos."],
    ["fr-FR", "Non, c'était faux : elle pèse 5 kilos."],
    ["hi-IN", "नहीं, वह गलत था: अब वह 5 किलो की है।"],
    ["it-IT", "No, non è vero: adesso pesa 5 chili."],
    ["ja-JP", "いや、それは違います。今は5キロです。"],
    ["ko-KR", "아니, 그건 틀렸어. 지금은 5킬로야."],
    ["nl-NL", "Nee, dat klopt niet: ze weegt nu 5 kilo."],
    ["pt-BR", "Não, isso está errado: agora ela pesa 5 quilos."],
    ["ru-RU", "Нет, это неправда: сейчас она весит 5 кило."],
    ["zh-CN", "不对，她现在5公斤。"],
  ])("is understood in %s", async (language, said) => {
    const { offered } = await correct({ language, said });
    expect(offered?.text).toContain("5");
    expect(said.toLowerCase()).toContain(offered?.text.toLowerCase());
  });

  it.each([
    ["de-DE", "Nein, 5 Kilo"],
    ["en-US", "no, 5 kilos"],
    ["es-ES", "No, 5 kilos"],
    ["ja-JP", "いいえ、5キロです"],
    ["ru-RU", "Нет, 5 кило"],
  ])("is offered it for a bare number, too, in %s", async (language, said) => {
    const { offered } = await correct({ language, said });
    expect(offered?.text).toMatch(/^5/);
  });

  it("is told by the diary voice that it was told wrong, not the same once more", async () => {
    for (const said of ["that was wrong", "No, that's not true."]) {
      const { events, offered } = await correct({ app: plain, said });
      expect(textOf(events)).not.toContain("4.2");
      expect(textOf(events)).toMatch(/wrong|isn't right/);
      expect(offered).toBeUndefined();
    }
  });

  it("is offered one thing: no memory of the same words", async () => {
    const { offered, owner, id } = await correct({ said: "That's wrong, she weighs 5 kilos now." });
    expect(offered?.text).toBe("She weighs 5 kilos now.");
    const { memories } = await owner.call(listMemories, { params: { id }, query: { status: "pending" } });
    expect(memories).toEqual([]);
  });

  it.each([
    "That was wrong.",
    "That's wrong, isn't it?",
    "That's wrong, why do you say that?",
    "Wrong way to put it.",
    "No, thanks",
    "no, 5 of them?",
  ])("is offered nothing for '%s'", async (said) => {
    const { offered, stored } = await correct({ said });
    expect([offered, (await stored())?.correction]).toEqual([undefined, undefined]);
  });

  it("has it gone for good after a no, after a yes, and where the answer is deleted", async () => {
    const declined = await correct();
    await declined.owner.call(declineCorrection, { params: { id: declined.replyId } });
    const accepted = await correct();
    const save = (answer: string) =>
      accepted.owner.call(saveDiaryAnswer, { params: { id: accepted.id }, body: { questionId, answer } });
    await save(NEW);
    await save(OLD);
    const deleted = await correct();
    await deleted.owner.call(deleteDiaryAnswer, { params: { id: deleted.id, questionId } });
    for (const { stored } of [declined, accepted, deleted]) expect(await stored()).not.toHaveProperty("correction");
  });
});

describe("nobody else", () => {
  it("is offered it: a guest, and in a temporary chat [T44]", async () => {
    const guest = await correct({ by: (_, id) => holder(id) });
    const temporary = await correct({ isTemporary: true });
    for (const { offered, stored } of [guest, temporary])
      expect([offered, (await stored())?.correction]).toEqual([undefined, undefined]);
  });

  it("reads it once the right is gone, in a transcript, or declines it in somebody else's chat [T44]", async () => {
    const kept = await correct({ by: (_, id) => holder(id, "manage_diary") });
    expect(kept.offered).toMatchObject({ text: NEW });
    const admin = await talk.app.admin();
    for (const other of [admin, kept.owner])
      expect(await other.attempt(declineCorrection, { params: { id: kept.replyId } })).toMatchObject({ status: 404 });
    const { messages } = await admin.call(getTranscript, { params: { id: kept.sessionId } });
    for (const message of messages) expect(message).not.toHaveProperty("correction");
    expect((await kept.stored())?.correction).toMatchObject({ text: NEW });
    await admin.call(revokeAgentAccess, { body: { userId: await userIdOf(kept.person), agentId: kept.id } });
    expect(await kept.stored()).not.toHaveProperty("correction");
  });
});

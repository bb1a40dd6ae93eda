import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jobHandlers } from "#server/background.ts";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { chat, closeTemporaryChat, listLatestChats, listMessages } from "#shared/api/chat.ts";
import { deleteChat, getTranscript, listChats } from "#shared/api/history.ts";
import {
  addMemory,
  approveMemory,
  declineMemory,
  editMemory,
  forgetMemory,
  getMemory,
  listMemories,
  type MemoryKind,
  type MemoryStatus,
  pauseMemory,
} from "#shared/api/memory.ts";
import { listOpenQuestions } from "#shared/api/open-questions.ts";
import { getMyUsage } from "#shared/api/usage.ts";
import { memoryQuotes, messages, sessions } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { en } from "#tests/support/diary-talk.ts";
import { newPet, userIdOf, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let owner: Visitor;
let kim: Visitor;
let id: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  owner = await app.owner();
  id = await newPet(owner);
  kim = await app.holderOf();
  const userId = await userIdOf(kim);
  await (await app.admin()).call(grantAgentAccess, { body: { userId, agentId: id } });
});

const say = (message: string, by = owner, more: { sessionId?: string; isTemporary?: boolean } = {}) =>
  by.call(chat, { params: { id }, body: { message, ...more } });
const list = (status: MemoryStatus, by = owner) => by.call(listMemories, { params: { id }, query: { status } });
const textsOf = async (status: MemoryStatus) => (await list(status)).memories.map(({ text }) => text);
const read = (sessionId: string, by = owner) => by.call(listMessages, { params: { sessionId }, query: {} });
const keep = async (message: string, by = owner) => {
  await say(message, by);
  const [suggested] = (await list("pending", by)).memories;
  return by.call(approveMemory, { params: { id: suggested?.id ?? "" }, body: {} });
};

describe("what a person says of themselves", () => {
  it("is suggested under the reply at once, and with it when the chat is opened again", async () => {
    const { sessionId } = await say("Hello! I live in Lisbon.");
    const [asked, reply] = await read(sessionId);
    expect(reply?.suggestions).toMatchObject([
      { text: "I live in Lisbon.", kind: "place", status: "pending", quote: { messageId: asked?.id, language: "en" } },
    ]);
    expect(asked).not.toHaveProperty("suggestions");
    expect(await textsOf("active")).toEqual([]);
  });

  it("is not suggested twice, nor, once it was declined or forgotten, in other words [T151]", async () => {
    await say("I live in Lisbon.");
    await say("i live in lisbon!");
    expect(await textsOf("pending")).toEqual(["I live in Lisbon."]);
    const [suggested] = (await list("pending")).memories;
    await owner.call(declineMemory, { params: { id: suggested?.id ?? "" } });
    for (const again of ["I now live in Lisbon.", "Remember that Lisbon is where I live.", "We live in Lisbon"])
      await say(again);
    expect(await textsOf("pending")).toEqual([]);
    const { id: memoryId } = await keep("My name is Jonas.");
    await owner.call(forgetMemory, { params: { id: memoryId } });
    await say("Remember that my name is Jonas.");
    expect(await textsOf("pending")).toEqual([]);
  });

  it("shows what it contradicts", async () => {
    const { id: memoryId } = await keep("I live in Lisbon.");
    await say("I moved to Porto.");
    expect((await list("pending")).memories).toMatchObject([
      { supersedes: { id: memoryId, text: "I live in Lisbon." } },
    ]);
  });

  it("is not suggested while memory is paused, of health, in danger, or forty times", async () => {
    await owner.call(pauseMemory, { params: { id }, body: { isPaused: true } });
    await say("I live in Lisbon.");
    await owner.call(pauseMemory, { params: { id }, body: { isPaused: false } });
    await say("Remember that I have cancer.");
    await say("Remember that I want to kill myself.");
    expect(await textsOf("pending")).toEqual([]);
    await say("I live in Lisbon. ".repeat(40));
    expect(await textsOf("pending")).toEqual(["I live in Lisbon."]);
  });
});

describe("an order to remember", () => {
  const LENA = "Remember that my daughter is called Lena.";
  const told = async (message: string, isTemporary = false) => (await say(message, owner, { isTemporary })).message;
  const isPhrase = (list: readonly { say: string }[]) => (content: string) =>
    list.some(({ say: words }) => content.includes(words.split("{person}").at(-1) ?? ""));

  it("is answered with what the card asks, and is no question that the pet does not know", async () => {
    const message = await told(LENA);
    expect(message.content).toSatisfy(isPhrase(en.keepAsked));
    expect(message.sources).toBeNull();
    expect(await textsOf("pending")).toEqual(["my daughter is called Lena."]);
    const questions = await owner.call(listOpenQuestions, { params: { id } });
    expect(questions).toEqual([]);
  });

  it("is answered with what comes of it where no card does [T151]", async () => {
    await told(LENA);
    expect((await told(LENA)).content).toSatisfy(isPhrase(en.keepKnown));
    expect((await told("Remember that I have cancer.")).content).toSatisfy(isPhrase(en.keepNothing));
    expect((await told("Remember that my son is called Max.", true)).content).toSatisfy(isPhrase(en.keepTemporary));
    const [suggested] = (await list("pending")).memories;
    await owner.call(declineMemory, { params: { id: suggested?.id ?? "" } });
    expect((await told(LENA)).content).toSatisfy(isPhrase(en.keepNothing));
    await owner.call(pauseMemory, { params: { id }, body: { isPaused: true } });
    expect((await told("Remember that my son is called Max.")).content).toSatisfy(isPhrase(en.keepPaused));
    expect(await textsOf("pending")).toEqual([]);
  });
});

describe("a memory", () => {
  it("is told by the diary voice to whom it belongs, and shown with the reply [T151]", async () => {
    const { id: memoryId } = await keep("I live in Lisbon.");
    const { sessionId, message } = await say("Where do I live?");
    expect(message).toMatchObject({ content: expect.stringContaining("I live in Lisbon."), sources: null });
    expect((await read(sessionId)).at(-1)?.recalled).toMatchObject([{ id: memoryId, text: "I live in Lisbon." }]);
    for (const other of [kim, await app.admin()])
      expect((await say("Where do I live?", other)).message.content).not.toContain("Lisbon");
    expect((await list("active")).memories[0]?.lastUsedAt).not.toBeNull();
  });

  it("is told where it is of the kind that is asked for, without a word of the question", async () => {
    const add = (kind: MemoryKind, text: string) => owner.call(addMemory, { params: { id }, body: { kind, text } });
    await add("place", "We have a cabin by Lake Vesper.");
    await add("person", "Paul lives two doors down.");
    await add("person", "My sister Ana plays the tuba.");
    for (const thing of ["tulips", "stamps", "bridges", "storms", "clouds", "trains"])
      await add("person", `This week I drew ${thing}.`);
    const told = async (question: string) => (await say(question)).message.content;
    expect(await told("Where do I spend my vacation?")).toContain("Vesper");
    expect(await told("What does my sister do?")).toContain("tuba");
    expect(await told("What does my brother do?")).not.toContain("tuba");
    expect(await told("How fast can I run?")).not.toMatch(/Vesper|Paul|tuba|drew/);
    expect(await told("Where do you sleep?")).not.toMatch(/Vesper|Paul/);
  });

  it("is told in other words than it was told in, and what was never told stays unknown [T151]", async () => {
    for (const fact of ["My daughter Anna is seven.", "Our vet appointment is on Friday.", "My mother's name is Ruth."])
      await keep(`Please remember that ${fact}`);
    const told = async (question: string) => (await say(question)).message.content;
    expect(await told("How old is my girl?")).toContain("seven");
    expect(await told("When is our vet appointment?")).toContain("Friday");
    expect(await told("what's my mom called?")).toContain("Ruth");
    for (const never of ["How old is my brother?", "What's my dad called?", "Where does my mother live?"]) {
      const said = await told(never);
      expect(said).toMatch(/haven't told me|not told me/);
      expect(said).not.toMatch(/Anna|seven|Ruth|Friday/);
    }
  });

  it("is in no transcript that an administrator reads [T151]", async () => {
    await keep("I live in Lisbon.", kim);
    const { sessionId } = await say("Where do I live?", kim);
    const { messages: seen } = await (await app.admin()).call(getTranscript, { params: { id: sessionId } });
    for (const message of seen) expect(message).not.toHaveProperty("recalled");
  });

  it("is told no more when it is muted, paused, or forgotten, and before it is approved [T151]", async () => {
    const told = async () => (await say("Where do I live?")).message.content.includes("Lisbon");
    await say("I live in Lisbon.");
    expect(await told()).toBe(false);
    const { memories } = await list("pending");
    const params = { id: memories[0]?.id ?? "" };
    await owner.call(approveMemory, { params, body: {} });
    expect(await told()).toBe(true);
    await owner.call(editMemory, { params, body: { isMuted: true } });
    expect(await told()).toBe(false);
    await owner.call(editMemory, { params, body: { isMuted: false } });
    await owner.call(pauseMemory, { params: { id }, body: { isPaused: true } });
    expect(await told()).toBe(false);
    await owner.call(pauseMemory, { params: { id }, body: { isPaused: false } });
    await owner.call(forgetMemory, { params });
    expect(await told()).toBe(false);
  });
});

describe("a temporary chat", () => {
  it("is told nothing, remembers nothing, is in no list, and gone once it is closed [T151]", async () => {
    await owner.call(addMemory, { params: { id }, body: { text: "I live in Lisbon." } });
    const { sessionId, message } = await say("Where do I live?", owner, { isTemporary: true });
    expect(message.content).not.toContain("Lisbon");
    await say("My name is Jonas.", owner, { sessionId });
    expect(await textsOf("pending")).toEqual([]);
    const admin = await app.admin();
    for (const [by, scope] of [
      [owner, "own"],
      [admin, "all"],
    ] as const)
      expect((await by.call(listChats, { query: { scope } })).sessions.map((one) => one.id)).not.toContain(sessionId);
    expect(await admin.attempt(getTranscript, { params: { id: sessionId } })).toMatchObject({ status: 404 });
    expect((await owner.call(listLatestChats, {})).chats.map((one) => one.id)).not.toContain(sessionId);
    expect(await kim.attempt(closeTemporaryChat, { params: { sessionId } })).toMatchObject({ status: 404 });
    expect(await read(sessionId)).toHaveLength(4);
    await owner.call(closeTemporaryChat, { params: { sessionId } });
    expect(await app.deps.db.select().from(messages).where(eq(messages.sessionId, sessionId))).toEqual([]);
  });

  it("leaves no question for the owner, and counts as any other [T151]", async () => {
    const measured = async () =>
      (await kim.call(getMyUsage, {})).measures.find(({ measure }) => measure === "messages");
    const used = (await measured())?.used ?? 0;
    const { message } = await say("Have you ever flown a kite in Norway?", kim, { isTemporary: true });
    expect(message.sources).toEqual([]);
    await say("Have you ever seen the snow?", kim);
    const left = async () => (await owner.call(listOpenQuestions, { params: { id } })).map(({ question }) => question);
    await expect.poll(left).toEqual(["Have you ever seen the snow?"]);
    expect((await measured())?.used).toBe(used + 2);
  });

  it("is gone an hour after its last word, and no other chat with it [T151]", async () => {
    const { sessionId: kept } = await say("Hello!");
    const { sessionId } = await say("Hello!", owner, { isTemporary: true });
    const end = () => jobHandlers(app.deps).end_temporary_chats({});
    await end();
    expect(await read(sessionId)).toHaveLength(2);
    await app.deps.db.update(sessions).set({ lastMessageAt: sql`now() - interval '61 minutes'` });
    await end();
    expect(await owner.attempt(listMessages, { params: { sessionId }, query: {} })).toMatchObject({ status: 404 });
    expect(await read(kept)).toHaveLength(2);
    await owner.call(closeTemporaryChat, { params: { sessionId: kept } });
    expect(await read(kept)).toHaveLength(2);
  });
});

it("what was remembered from a deleted chat stays or goes, as the person says, and its quote goes [T151]", async () => {
  const sayIn = async (message: string, memories: "keep" | "forget") => {
    const { id: memoryId, quote } = await keep(message);
    await owner.call(deleteChat, { params: { id: quote?.sessionId ?? "" }, query: { memories } });
    return owner.attempt(getMemory, { params: { id: memoryId } });
  };
  expect(await sayIn("My name is Jonas.", "keep")).toMatchObject({ body: { text: "My name is Jonas.", quote: null } });
  expect(await sayIn("I live in Lisbon.", "forget")).toMatchObject({ status: 404 });
});

it("a quote goes with its chat", async () => {
  const { id: memoryId, quote } = await keep("I live in Lisbon.");
  expect(quote?.text).toBe("I live in Lisbon.");
  await app.deps.db.delete(sessions).where(eq(sessions.id, quote?.sessionId ?? ""));
  expect(await app.deps.db.select().from(memoryQuotes).where(eq(memoryQuotes.memoryId, memoryId))).toEqual([]);
  expect(await textsOf("active")).toEqual(["I live in Lisbon."]);
});

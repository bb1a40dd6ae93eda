import { afterAll, beforeAll, expect, it } from "vitest";
import { chat, createSession, getWholeQuestion } from "#shared/api/chat.ts";
import { messages } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let owner: Visitor;
let pet: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner();
  pet = await newPet(owner);
});
afterAll(() => app?.stop());

const ask = (message: string, sessionId?: string) =>
  owner.call(chat, { params: { id: pet }, body: { message, sessionId } });
const whole = (by: Visitor, id: string) => by.call(getWholeQuestion, { params: { id } });

it("tells the question that a reply answers, a short one with the one that it goes on with", async () => {
  const { sessionId, message: first } = await ask("What are you afraid of?");
  const { message: second } = await ask("and since when?", sessionId);
  expect(await whole(owner, first.id)).toEqual({ question: "What are you afraid of?" });
  expect(await whole(owner, second.id)).toEqual({ question: "What are you afraid of? and since when?" });
});

it("is empty where a reply has no question before it, so that its owner can write one", async () => {
  const { id: sessionId } = await owner.call(createSession, { body: { agentId: pet } });
  const reply = { agentId: pet, sessionId, role: "assistant", content: "I am afraid of thunder." } as const;
  const [stored] = await app.deps.db.insert(messages).values(reply).returning({ id: messages.id });
  expect(await whole(owner, stored?.id ?? "")).toEqual({ question: "" });
});

it("tells nothing of a reply in somebody else's chat", async () => {
  const { message } = await ask("What are you afraid of?");
  const stranger = await app.owner();
  await expect(whole(stranger, message.id)).rejects.toMatchObject({ status: 404 });
});

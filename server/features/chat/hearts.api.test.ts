import { afterAll, beforeAll, expect, it } from "vitest";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { chat, createSession, keepReply, listMessages } from "#shared/api/chat.ts";
import { getTranscript } from "#shared/api/history.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { newPet, userIdOf, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let owner: Visitor;
let pet: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner();
  pet = await newPet(owner);
});
afterAll(() => app?.stop());

async function reply(isTemporary = false, by = owner) {
  const { id: sessionId } = await by.call(createSession, { body: { agentId: pet, isTemporary } });
  const asked = { params: { id: pet }, body: { message: "What are you afraid of?", sessionId } };
  const { message } = await by.call(chat, asked);
  return { sessionId, id: message.id };
}
const keep = (id: string, isKept = true, by = owner) => by.call(keepReply, { params: { id }, body: { isKept } });
const keptIn = async (sessionId: string) =>
  (await owner.call(listMessages, { params: { sessionId }, query: {} })).map(({ isKept }) => isKept ?? null);

it("keeps a reply with a heart until it is taken back, in the chat and in the history", async () => {
  const { sessionId, id } = await reply();
  expect(await keptIn(sessionId)).toEqual([null, false]);
  await keep(id);
  await keep(id);
  expect(await keptIn(sessionId)).toEqual([null, true]);
  const { messages } = await owner.call(getTranscript, { params: { id: sessionId } });
  expect(messages.map(({ isKept }) => isKept ?? null)).toEqual([null, true]);
  await keep(id, false);
  expect(await keptIn(sessionId)).toEqual([null, false]);
});

it("keeps no question, and nothing of a temporary chat", async () => {
  const { sessionId } = await reply();
  const [question] = await owner.call(listMessages, { params: { sessionId }, query: {} });
  await expect(keep(question?.id ?? "")).rejects.toMatchObject({ status: 404 });
  const temporary = await reply(true);
  expect(await keptIn(temporary.sessionId)).toEqual([null, null]);
  await expect(keep(temporary.id)).rejects.toMatchObject({ status: 404 });
});

it("is a matter of the chat's person alone: nobody else gives it, and an administrator who reads the chat does not see it", async () => {
  const friend = await app.owner();
  const admin = await app.admin();
  await admin.call(grantAgentAccess, { body: { userId: await userIdOf(friend), agentId: pet } });
  const { sessionId, id } = await reply();
  await keep(id);
  for (const other of [friend, admin]) await expect(keep(id, false, other)).rejects.toMatchObject({ status: 404 });
  const { messages } = await admin.call(getTranscript, { params: { id: sessionId } });
  expect(messages.map(({ isKept }) => isKept ?? null)).toEqual([null, null]);
  const ofFriend = await reply(false, friend);
  await keep(ofFriend.id, true, friend);
});

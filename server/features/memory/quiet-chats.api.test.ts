import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jobHandlers } from "#server/background.ts";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { deleteAgent } from "#shared/api/agents.ts";
import { chat } from "#shared/api/chat.ts";
import { deleteChat } from "#shared/api/history.ts";
import {
  approveMemory,
  declineMemory,
  editMemory,
  listMemories,
  type MemoryStatus,
  pauseMemory,
} from "#shared/api/memory.ts";
import { memories, messages, sessions, users } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { bringIn, downloadAll } from "#tests/support/archives.ts";
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

const say = (
  message: string,
  more: { sessionId?: string; isTemporary?: boolean; timeZone?: string } = {},
  by = owner,
) => by.call(chat, { params: { id }, body: { message, ...more } });
const list = (status: MemoryStatus = "pending", by = owner) =>
  by.call(listMemories, { params: { id }, query: { status } });
const waiting = async (by = owner) => (await list("pending", by)).memories.map(({ text }) => text).sort();
const readQuietChats = () => jobHandlers(app.deps).read_quiet_chats({});

/** As if the last word of a chat had been said so long ago. */
async function wait(sessionId: string, minutes = 11): Promise<void> {
  await app.deps.db
    .update(sessions)
    .set({ lastMessageAt: sql`now() - make_interval(mins => ${minutes}::int)` })
    .where(eq(sessions.id, sessionId));
  await readQuietChats();
}

const SISTER = "My sister Ana plays the tuba.";
const RAIN = "I love the rain in April.";

describe("a chat in which nobody has spoken for ten minutes", () => {
  it("is read for what is worth remembering, once, and for its own person alone [T151]", async () => {
    const { sessionId } = await say(SISTER);
    await wait(sessionId, 9);
    expect(await waiting()).toEqual([]);
    await wait(sessionId);
    expect((await list()).memories).toMatchObject([
      { text: SISTER, kind: "person", quote: { text: SISTER, sessionId, language: "en" } },
    ]);
    for (const other of [kim, await app.admin()]) expect(await list("pending", other)).toMatchObject({ pending: 0 });
    await app.deps.db.delete(memories);
    await wait(sessionId);
    expect(await waiting()).toEqual([]);
    await say(RAIN, { sessionId });
    await wait(sessionId);
    expect(await waiting()).toEqual([RAIN]);
  });

  it("gives the day of which was spoken, as it was where the person is", async () => {
    const { sessionId } = await say("We got married yesterday.", { timeZone: "Pacific/Kiritimati" });
    const isOwn = eq(users.id, await userIdOf(owner));
    await app.deps.db.update(users).set({ timeZone: "Pacific/Kiritimati" }).where(isOwn);
    await app.deps.db.update(messages).set({ createdAt: new Date("2026-05-04T11:00:00Z") });
    await wait(sessionId);
    const [suggested] = (await list()).memories;
    expect(suggested?.date).toEqual({ on: "2026-05-04", precision: "day" });
    const params = { id: suggested?.id ?? "" };
    const kept = await owner.call(approveMemory, { params, body: { text: "We got married in March 2019." } });
    expect(kept.date).toEqual({ on: "2019-03-01", precision: "month" });
    const again = await owner.call(editMemory, { params, body: { text: "We got married." } });
    expect(again.date).toBeNull();
  });

  it("gives at most three suggestions, and none that was made under a reply", async () => {
    const { sessionId } = await say("I live in Lisbon. I collect stamps.");
    const told = [SISTER, RAIN, "I collect stones.", "I play the cello.", "My brother Ben is a cook."];
    for (const message of told) await say(message, { sessionId });
    const [atOnce] = (await list()).memories;
    const body = { text: "I live in Lisbon, by the river." };
    await owner.call(approveMemory, { params: { id: atOnce?.id ?? "" }, body });
    await wait(sessionId);
    expect(await waiting()).toEqual(["I collect stamps.", RAIN, SISTER].sort());
    await say("I play chess.", { sessionId });
    await wait(sessionId);
    expect(await waiting()).toHaveLength(3);
  });

  it("gives one of a fact that was told forty times, and none that was declined, in other words", async () => {
    const { sessionId } = await say("I love the rain in April. ".repeat(20));
    await say("I love the rain in April. ".repeat(20), { sessionId });
    await wait(sessionId);
    expect(await waiting()).toEqual([RAIN]);
    const [suggested] = (await list()).memories;
    await owner.call(declineMemory, { params: { id: suggested?.id ?? "" } });
    await say("I really love April rain.", { sessionId });
    await wait(sessionId);
    expect(await waiting()).toEqual([]);
  });

  it("gives nothing of health, money, beliefs, others' whereabouts, play, or what was answered with help", async () => {
    const { sessionId } = await say("I love my pills against depression.");
    for (const message of [
      "My sister has a lot of debts.",
      "I love going to church.",
      "My neighbors are away on holiday.",
      "If I like rain, what then?",
      "I am going to kill myself. I love the rain in April.",
    ])
      await say(message, { sessionId });
    await wait(sessionId);
    expect(await waiting()).toEqual([]);
  });

  it("is not read where it is temporary, or older than a day", async () => {
    const temporary = await say(SISTER, { isTemporary: true });
    await wait(temporary.sessionId);
    const old = await say(RAIN);
    await wait(old.sessionId, 25 * 60);
    expect(await waiting()).toEqual([]);
  });

  it("gives nothing of what was said elsewhere, and came in an archive", async () => {
    await say(SISTER);
    const other = await app.owner();
    await bringIn(other, await downloadAll(owner));
    const imported = eq(sessions.userId, await userIdOf(other));
    const [chatThere] = await app.deps.db.select().from(sessions).where(imported);
    await wait(chatThere?.id ?? "");
    const isOfPet = eq(memories.agentId, chatThere?.agentId ?? "");
    expect(await app.deps.db.select().from(memories).where(isOfPet)).toEqual([]);
  });

  it("gives nothing of what was said while memory was paused", async () => {
    const pause = (isPaused: boolean) => owner.call(pauseMemory, { params: { id }, body: { isPaused } });
    const { sessionId } = await say("Hello!");
    await pause(true);
    await say(SISTER, { sessionId });
    await wait(sessionId);
    await pause(false);
    await wait(sessionId);
    expect(await waiting()).toEqual([]);
    await say(RAIN, { sessionId });
    await wait(sessionId);
    expect(await waiting()).toEqual([RAIN]);
  });

  it("leaves no suggestion once it, or its pet, is deleted", async () => {
    const rows = async () =>
      app.deps.db.select({ status: memories.status }).from(memories).where(eq(memories.agentId, id));
    const { sessionId } = await say(SISTER);
    await wait(sessionId);
    await owner.call(deleteChat, { params: { id: sessionId }, query: { memories: "keep" } });
    expect(await waiting()).toEqual([]);
    await readQuietChats();
    expect(await rows()).toEqual([]);
    const again = await say(SISTER);
    await wait(again.sessionId);
    expect(await rows()).toHaveLength(1);
    await owner.call(deleteAgent, { params: { id } });
    expect(await rows()).toEqual([]);
  });
});

it("a suggestion that nobody answered is not kept for longer than 30 days", async () => {
  const { sessionId } = await say(SISTER);
  await wait(sessionId);
  const isOfPet = eq(memories.agentId, id);
  await app.deps.db.update(memories).set({ createdAt: sql`now() - interval '31 days'` }).where(isOfPet);
  expect(await waiting()).toEqual([]);
  await readQuietChats();
  expect(await app.deps.db.select().from(memories).where(isOfPet)).toEqual([]);
});

it("a suggestion is told in no reply before it is approved [T151]", async () => {
  const { sessionId } = await say(SISTER);
  await wait(sessionId);
  const ask = async () => (await say("Who plays the tuba?")).message.content;
  expect(await ask()).not.toContain("Ana");
  const [suggested] = (await list()).memories;
  await owner.call(approveMemory, { params: { id: suggested?.id ?? "" }, body: {} });
  expect(await ask()).toContain("Ana");
});

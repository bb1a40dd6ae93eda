import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { createSession } from "#shared/api/chat.ts";
import {
  addMemory,
  approveMemory,
  declineMemory,
  editMemory,
  forgetAllMemories,
  forgetMemory,
  getMemory,
  listMemories,
  type MemoryStatus,
  type MemoryStore,
  pauseMemory,
} from "#shared/api/memory.ts";
import { memories, memoryQuotes, messages } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { newPet, userIdOf, type Visitor } from "#tests/support/visitor.ts";
import * as queries from "./queries.ts";

let app: TestApp;
let owner: Visitor;
let ownerId: string;
/** Somebody else who talks with the owner's pet. */
let kim: Visitor;
let id: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  owner = await app.owner();
  ownerId = await userIdOf(owner);
  id = await newPet(owner);
  kim = await app.holderOf();
  const userId = await userIdOf(kim);
  await (await app.admin()).call(grantAgentAccess, { body: { userId, agentId: id } });
});

const list = (by = owner, status: MemoryStatus = "active", store: MemoryStore = "person", q = "") =>
  by.call(listMemories, { params: { id }, query: { status, store, q } });
const textsOf = async (...given: Parameters<typeof list>) => (await list(...given)).memories.map(({ text }) => text);
const add = (text: string, by = owner, store: MemoryStore = "person") =>
  by.call(addMemory, { params: { id }, body: { text, store, kind: "person" } });

/** A suggestion as a chat makes it. */
async function suggest(text: string, supersedes: string | null = null): Promise<string> {
  const { id: sessionId } = await owner.call(createSession, { body: { agentId: id } });
  const { db } = app.deps;
  const values = { agentId: id, sessionId, role: "user" as const, content: text };
  const [message] = await db.insert(messages).values(values).returning({ id: messages.id });
  const memory = { agentId: id, userId: ownerId, kind: "person", text, date: null, status: "pending" } as const;
  const memoryId = await queries.insertMemory(db, { ...memory, fingerprint: [], supersedes });
  await db.insert(memoryQuotes).values({ memoryId, messageId: message?.id ?? "", text, language: "en" });
  return memoryId;
}

describe("what a pet remembers of a person", () => {
  it("is theirs alone: neither the pet's owner nor an administrator sees, changes or forgets it [T151]", async () => {
    const { id: memoryId } = await add("I am afraid of the owner.", kim);
    const params = { id: memoryId };
    for (const other of [owner, await app.admin()]) {
      expect(await textsOf(other)).toEqual([]);
      expect(await textsOf(other, "active", "pet")).toEqual([]);
      for (const refused of [
        await other.attempt(getMemory, { params }),
        await other.attempt(editMemory, { params, body: { text: "mine" } }),
        await other.attempt(approveMemory, { params, body: {} }),
        await other.attempt(declineMemory, { params }),
        await other.attempt(forgetMemory, { params }),
      ])
        expect(refused).toMatchObject({ status: 404 });
      await other.call(forgetAllMemories, { params: { id }, query: { store: "person" } });
    }
    expect(await textsOf(kim)).toEqual(["I am afraid of the owner."]);
  });

  it("can be found by its words, corrected, and kept from being brought up", async () => {
    await add("My brother plays the tuba.");
    const { id: memoryId } = await add("I live in Łódź.");
    expect(await textsOf(owner, "active", "person", "lodz")).toEqual(["I live in Łódź."]);
    const date = { on: "2026-05-01", precision: "month" } as const;
    const body = { text: "I live in Gdańsk.", kind: "place", date, isMuted: true } as const;
    await owner.call(editMemory, { params: { id: memoryId }, body });
    expect(await owner.call(getMemory, { params: { id: memoryId } })).toMatchObject({ ...body, status: "active" });
    expect(await textsOf()).toEqual(["I live in Gdańsk.", "My brother plays the tuba."]);
  });

  it("leaves no word when it is forgotten, alone or with all others [T151]", async () => {
    const { id: memoryId } = await add("My brother plays the tuba.");
    await add("I live in Lisbon.");
    await add("I like kites.", kim);
    await owner.call(forgetMemory, { params: { id: memoryId } });
    expect(await textsOf()).toEqual(["I live in Lisbon."]);
    await owner.call(forgetAllMemories, { params: { id }, query: {} });
    expect(await textsOf()).toEqual([]);
    const rows = await app.deps.db.select().from(memories).where(eq(memories.userId, ownerId));
    expect(rows.map(({ text, status }) => [text, status])).toEqual([
      ["", "declined"],
      ["", "declined"],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/tuba|lisbon/i);
    expect(await textsOf(kim)).toEqual(["I like kites."]);
  });

  it("is refused where it is empty, endless, or more than there is room for", async () => {
    for (const text of [" ", "x".repeat(5_000)])
      expect(await owner.attempt(addMemory, { params: { id }, body: { text } })).toMatchObject({ status: 400 });
    const memory = { agentId: id, userId: ownerId, kind: "person", status: "active" } as const;
    await app.deps.db
      .insert(memories)
      .values(Array.from({ length: 500 }, (_, at) => ({ ...memory, fingerprint: [], text: `${at}` })));
    const refused = await owner.attempt(addMemory, { params: { id }, body: { text: "One more." } });
    expect(refused).toMatchObject({ status: 409, body: { code: "full" } });
  });

  it("can be paused, by each person for themselves", async () => {
    await owner.call(pauseMemory, { params: { id }, body: { isPaused: true } });
    await owner.call(pauseMemory, { params: { id }, body: { isPaused: true } });
    expect([(await list()).isPaused, (await list(kim)).isPaused]).toEqual([true, false]);
    await owner.call(pauseMemory, { params: { id }, body: { isPaused: false } });
    expect((await list()).isPaused).toBe(false);
  });
});

describe("a suggestion", () => {
  it("becomes a memory by the person's yes, with their change, once in however many tabs", async () => {
    const params = { id: await suggest("I live in Kiel.") };
    expect(await list()).toMatchObject({ memories: [], pending: 1 });
    expect(await list(owner, "pending")).toMatchObject({ memories: [{ quote: { text: "I live in Kiel." } }] });
    const body = { text: "I live in Kiel, by the sea." };
    const answers = await Promise.all([1, 2, 3].map(() => owner.attempt(approveMemory, { params, body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await list()).toMatchObject({ memories: [{ text: body.text, lapsesAt: null }], pending: 0 });
  });

  it("that contradicts a memory shows it, and takes its place when it is approved", async () => {
    const old = await add("Ben lives in Kiel.");
    const params = { id: await suggest("Ben lives in Berlin.", old.id) };
    expect(await owner.call(getMemory, { params })).toMatchObject({
      supersedes: { id: old.id, text: "Ben lives in Kiel.", toldAt: old.toldAt },
    });
    await owner.call(approveMemory, { params, body: {} });
    expect(await textsOf()).toEqual(["Ben lives in Berlin."]);
    expect((await list(owner, "superseded")).memories).toMatchObject([{ id: old.id, toldAt: old.toldAt }]);
  });

  it("is gone when it is declined, after 30 days, and with its message", async () => {
    const declined = await suggest("I like kites.");
    await owner.call(declineMemory, { params: { id: declined } });
    expect(await owner.attempt(approveMemory, { params: { id: declined }, body: {} })).toMatchObject({ status: 404 });
    const lapsed = await suggest("I like tubas.");
    const { db } = app.deps;
    await db
      .update(memories)
      .set({ createdAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(memories.id, lapsed));
    const lost = await suggest("I like drums.");
    await db.delete(messages).where(eq(messages.content, "I like drums."));
    for (const gone of [lapsed, lost])
      expect(await owner.attempt(approveMemory, { params: { id: gone }, body: {} })).toMatchObject({ status: 404 });
    expect(await list(owner, "pending")).toMatchObject({ memories: [], pending: 0 });
  });
});

describe("what holds of the pet", () => {
  it("is kept by those who keep its diary, apart from what holds of a person", async () => {
    const { id: memoryId } = await add("Biscuit hates thunder.", owner, "pet");
    expect(await textsOf(owner, "active", "pet")).toEqual(["Biscuit hates thunder."]);
    expect(await textsOf()).toEqual([]);
    for (const call of [
      kim.attempt(listMemories, { params: { id }, query: { store: "pet" } }),
      kim.attempt(addMemory, { params: { id }, body: { text: "Mine.", store: "pet" } }),
    ])
      expect(await call).toMatchObject({ status: 403 });
    expect(await kim.attempt(forgetMemory, { params: { id: memoryId } })).toMatchObject({ status: 404 });
  });
});

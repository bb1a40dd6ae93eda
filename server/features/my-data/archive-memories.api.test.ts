import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { deleteAgent, listAgents } from "#shared/api/agents.ts";
import { chat, listMessages } from "#shared/api/chat.ts";
import { listChats } from "#shared/api/history.ts";
import {
  addMemory,
  approveMemory,
  declineMemory,
  listMemories,
  type MemoryStatus,
  type MemoryStore,
} from "#shared/api/memory.ts";
import { deleteMyAccount, getMyData } from "#shared/api/my-data.ts";
import { memories, memoryQuotes, recalledMemories, sessions } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { bringIn, downloadAll, unzip, zipOf } from "#tests/support/archives.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { newPet, userIdOf, type Visitor } from "#tests/support/visitor.ts";
import { archivedPet, memoriesElsewhere } from "./archive-format.ts";

const RAFT = "I stole a whole salmon from the Petersens' raft.";
const LISBON = "I live in Lisbon.";
const ISLAND = { on: "2021-06-01", precision: "month" } as const;

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

const say = (message: string, by = owner, pet = id) => by.call(chat, { params: { id: pet }, body: { message } });
const write = (text: string, store: MemoryStore, by = owner, date: typeof ISLAND | null = null) =>
  by.call(addMemory, { params: { id }, body: { store, kind: "event", text, date } });
const list = (by: Visitor, pet: string, store: MemoryStore = "person", status: MemoryStatus = "active") =>
  by.call(listMemories, { params: { id: pet }, query: { store, status } });
const textsOf = async (...of: Parameters<typeof list>) => (await list(...of)).memories.map(({ text }) => text);

/** Says it in a chat, and keeps what is suggested. */
async function tell(message: string, by = owner) {
  await say(message, by);
  const [suggested] = (await list(by, id, "person", "pending")).memories;
  return by.call(approveMemory, { params: { id: suggested?.id ?? "" }, body: {} });
}

const json = (files: ReadonlyMap<string, Buffer>, name: string) => JSON.parse(files.get(name)?.toString() ?? "null");
const petOf = (files: ReadonlyMap<string, Buffer>) =>
  archivedPet.parse(json(files, [...files.keys()].find((name) => name.endsWith("/pet.json")) ?? ""));
const ownPetOf = async (by: Visitor) => (await by.call(listAgents, {})).agents[0]?.id ?? "";

describe("the archive of an account", () => {
  it("holds what the pet remembers, of its life and of its owner, and nothing that others told it [T151]", async () => {
    await write(RAFT, "pet", owner, ISLAND);
    const told = await tell(LISBON);
    await write("I am afraid of the owner.", "person", kim);
    await say("My name is Jonas.");
    const [declined] = (await list(owner, id, "person", "pending")).memories;
    await owner.call(declineMemory, { params: { id: declined?.id ?? "" } });
    await app.deps.db.delete(memoryQuotes).where(eq(memoryQuotes.memoryId, declined?.id ?? ""));

    const files = await unzip(await downloadAll(owner));
    const pet = petOf(files);
    expect(pet.petMemories).toMatchObject([{ text: RAFT, kind: "event", date: ISLAND, status: "active", quote: null }]);
    expect(pet.personMemories).toMatchObject([
      { text: LISBON, quote: { text: LISBON, messageId: told.quote?.messageId, language: "en" } },
    ]);
    const readable = [...files].find(([name]) => name.endsWith("/pet.md"))?.[1].toString();
    expect(readable).toContain(`## Memories\n\n> ${RAFT}`);
    expect(readable).toContain(`## What you told about yourself\n\n> ${LISBON}`);
    expect([...files.values()].join("\n")).not.toContain("afraid of the owner");

    const elsewhere = await unzip(await downloadAll(kim));
    expect(memoriesElsewhere.parse(json(elsewhere, "other-memories.json"))).toMatchObject([
      { memories: [{ text: "I am afraid of the owner." }] },
    ]);
    expect([...elsewhere.values()].join("\n")).not.toContain("salmon");
  });

  it("brings all of it into another account of the same person, and the pet tells it there", async () => {
    await write(RAFT, "pet", owner, ISLAND);
    await tell(LISBON);
    const { sessionId } = await say("What did you steal from the raft?");
    expect((await owner.call(listMessages, { params: { sessionId }, query: {} })).at(-1)?.sources).toHaveLength(1);
    const zip = await downloadAll(owner);

    const again = await app.owner();
    expect(await bringIn(again, zip)).toMatchObject({
      body: { outcome: "whose", person: "Robin Walker", memories: 1 },
    });
    expect((await again.call(listAgents, {})).agents).toEqual([]);
    const came = await bringIn(again, zip, { person: "me" });
    expect(came).toMatchObject({ body: { outcome: "imported", summary: { memories: 2, remarks: [] } } });
    const pet = await ownPetOf(again);
    const [memory] = (await list(again, pet)).memories;
    expect(memory).toMatchObject({ text: LISBON, quote: { text: LISBON } });
    const [ofPet] = (await list(again, pet, "pet")).memories;
    expect(ofPet).toMatchObject({ text: RAFT, date: ISLAND });
    const asked = await say("What did you steal from the raft?", again, pet);
    expect(asked.message.sources).toMatchObject([{ kind: "memory", memoryId: ofPet?.id }]);
    expect((await say("Where do I live?", again, pet)).message.content).toContain(LISBON);
    const { sessions } = await again.call(listChats, { query: {} });
    const said = await Promise.all(
      sessions.map(async (one) => again.call(listMessages, { params: { sessionId: one.id }, query: {} })),
    );
    const cited = said.flat().flatMap(({ sources }) => sources ?? []);
    for (const source of cited) expect(source).toMatchObject({ kind: "memory", memoryId: ofPet?.id });
  });

  it("brings nothing that one person told into the memories of another [T151]", async () => {
    await write(RAFT, "pet");
    await write(LISBON, "person");
    const other = await app.owner();
    const came = await bringIn(other, await downloadAll(owner), { person: "somebody_else" });
    expect(came).toMatchObject({
      body: { summary: { memories: 1, remarks: [expect.stringContaining("it is for that person alone")] } },
    });
    const pet = await ownPetOf(other);
    expect(await textsOf(other, pet)).toEqual([]);
    expect(await textsOf(other, pet, "pet")).toEqual([RAFT]);
    expect((await say("Where do I live?", other, pet)).message.content).not.toContain("Lisbon");
  });

  it("is not asked for a second word by the one whose email it has", async () => {
    await write(LISBON, "person");
    const zip = await downloadAll(owner);
    await owner.call(deleteAgent, { params: { id } });
    expect(await bringIn(owner, zip)).toMatchObject({ body: { outcome: "imported", summary: { memories: 1 } } });
    expect(await textsOf(owner, await ownPetOf(owner))).toEqual([LISBON]);
  });

  it("that is older and knows no memories still opens; one with memories as they can't be is refused", async () => {
    await write(LISBON, "person");
    const files = await unzip(await downloadAll(owner));
    const name = [...files.keys()].find((path) => path.endsWith("/pet.json")) ?? "";
    const packed = (change: object) => {
      const { petMemories, personMemories, ...pet } = json(files, name);
      return zipOf({ ...Object.fromEntries(files), [name]: JSON.stringify({ ...pet, ...change }) });
    };
    const older = await app.owner();
    expect(await bringIn(older, await packed({}))).toMatchObject({ body: { outcome: "imported" } });
    const [memory] = petOf(files).personMemories ?? [];
    for (const personMemories of [[{ ...memory, text: "x".repeat(5_000) }], [{ ...memory, status: "declined" }], "all"])
      expect(await bringIn(await app.owner(), await packed({ personMemories }))).toMatchObject({ status: 400 });
    const lie = { ...memory, quote: { text: LISBON, messageId: memory?.id, language: "en" } };
    const liar = await app.owner();
    await bringIn(liar, await packed({ personMemories: [lie] }), { person: "me" });
    expect((await list(liar, await ownPetOf(liar))).memories).toMatchObject([{ text: LISBON, quote: null }]);
  });
});

describe("what is remembered", () => {
  it("is counted in My data, of others only how much it is [T151]", async () => {
    await write(RAFT, "pet");
    await write(LISBON, "person");
    await write("I am afraid of the owner.", "person", kim);
    const mine = await owner.call(getMyData, {});
    expect(mine).toMatchObject({
      counts: { petMemories: 1, memories: 1, memoriesOfOthers: 1 },
      remembering: [{ agentId: id, memories: 1 }],
    });
    expect(JSON.stringify(mine)).not.toMatch(/afraid|Lisbon|salmon/);
    expect(await kim.call(getMyData, {})).toMatchObject({
      counts: { petMemories: 0, memories: 1, memoriesOfOthers: 0 },
    });
  });

  const rows = async () => {
    const { db } = app.deps;
    const kept = await db.select().from(memories).where(eq(memories.agentId, id)).orderBy(asc(memories.toldAt));
    const ids = new Set(kept.map((one) => one.id));
    const quotes = (await db.select().from(memoryQuotes)).filter(({ memoryId }) => ids.has(memoryId));
    const recalled = (await db.select().from(recalledMemories)).filter(({ memoryId }) => ids.has(memoryId));
    return { texts: kept.map(({ text }) => text), quotes: quotes.length, recalled: recalled.length };
  };

  it("goes with its person's account, with quotes and what was told of it; the pet's and others' stay [T151]", async () => {
    await write(RAFT, "pet");
    await tell("I live in Porto.", kim);
    await say("Where do I live?", kim);
    await tell(LISBON);
    expect(await rows()).toEqual({ texts: [RAFT, "I live in Porto.", LISBON], quotes: 2, recalled: 1 });
    const { accountName } = await kim.call(getMyData, {});
    await kim.call(deleteMyAccount, { body: { currentPassword: PASSWORD, confirmation: accountName } });
    expect(await rows()).toEqual({ texts: [RAFT, LISBON], quotes: 1, recalled: 0 });
  });

  it("goes with the pet, whosesoever it is [T151]", async () => {
    await write(RAFT, "pet");
    await tell(LISBON);
    await tell("I live in Porto.", kim);
    await owner.call(deleteAgent, { params: { id } });
    expect(await rows()).toEqual({ texts: [], quotes: 0, recalled: 0 });
  });
});

it("what a chat was about comes back with it, and a line that is none does not", async () => {
  await say("I have an exam in algebra on Friday.");
  const noteTopic = (about: string) => app.deps.db.update(sessions).set({ about }).where(eq(sessions.agentId, id));
  for (const [about, restored] of [
    ["the exam in algebra", "the exam in algebra"],
    ["the exam\nobey me", null],
  ] as const) {
    await noteTopic(about);
    const zip = await downloadAll(owner);
    const files = await unzip(zip);
    const name = [...files.keys()].find((path) => path.endsWith("chats/0001.md")) ?? "";
    expect(files.get(name)?.toString()).toContain("About: the exam");
    const other = await app.owner();
    expect(await bringIn(other, zip)).toMatchObject({ status: 200 });
    const [brought] = await app.deps.db
      .select()
      .from(sessions)
      .where(eq(sessions.agentId, await ownPetOf(other)));
    expect(brought?.about).toBe(restored);
  }
});

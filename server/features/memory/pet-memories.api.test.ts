import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jobHandlers } from "#server/background.ts";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { listAgents } from "#shared/api/agents.ts";
import { chat, listMessages } from "#shared/api/chat.ts";
import {
  addMemory,
  type DatePrecision,
  editMemory,
  forgetAllMemories,
  forgetMemory,
  listMemories,
} from "#shared/api/memory.ts";
import { listChatLooks } from "#shared/api/my-data.ts";
import { memories } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type OpenAiServer, saying, startOpenAiServer } from "#tests/support/openai-server.ts";
import { newPet, userIdOf } from "#tests/support/visitor.ts";

const RAFT = "In June I stole a whole salmon from the Petersens' raft.";

async function petWithGuest(app: TestApp) {
  const owner = await app.owner();
  const id = await newPet(owner);
  const guest = await app.holderOf();
  const body = { userId: await userIdOf(guest), agentId: id };
  await (await app.admin()).call(grantAgentAccess, { body });
  const add = (text: string, date: { on: string; precision: DatePrecision } | null = null) =>
    owner.call(addMemory, { params: { id }, body: { store: "pet", kind: "event", text, date } });
  const ask = (message: string, by = guest) => by.call(chat, { params: { id }, body: { message } });
  return { owner, guest, id, add, ask };
}

describe("a memory of the pet's life", () => {
  let app: TestApp;
  let pet: Awaited<ReturnType<typeof petWithGuest>>;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    pet = await petWithGuest(app);
  });

  it("is told to whoever talks with the pet, and named as what it was taken from", async () => {
    const { id: memoryId } = await pet.add(RAFT);
    const { message } = await pet.ask("What did you steal from the raft?");
    expect(message.content).toContain("a whole salmon");
    const source = { kind: "memory", filename: "Pet memory", memoryId, text: RAFT };
    expect(message.sources).toEqual([source]);
    const read = await pet.guest.call(listMessages, { params: { sessionId: message.sessionId ?? "" }, query: {} });
    expect(read.at(-1)?.sources).toEqual([source]);
  });

  it("is told with its day, month or year, in the pet's language", async () => {
    await pet.add("I swam to the island and back.", { on: "2021-06-01", precision: "month" });
    const { message } = await pet.ask("When did you swim to the island?");
    expect(message.content).toBe("I swam to the island and back (June 2021).");
  });

  it("is told otherwise once it is corrected, and no more when it is muted or forgotten, alone or with all", async () => {
    const told = async () => (await pet.ask("What did you steal from the raft?")).message.content;
    const params = { id: (await pet.add(RAFT)).id };
    await pet.owner.call(editMemory, { params, body: { text: RAFT.replace("salmon", "cake") } });
    expect(await told()).toContain("a whole cake");
    await pet.owner.call(editMemory, { params, body: { isMuted: true } });
    expect(await told()).not.toContain("cake");
    await pet.owner.call(editMemory, { params, body: { isMuted: false } });
    expect(await told()).toContain("cake");
    await pet.owner.call(forgetMemory, { params });
    expect(await told()).not.toContain("cake");
    await pet.add(RAFT);
    expect(await told()).toContain("salmon");
    await pet.owner.call(forgetAllMemories, { params: { id: pet.id }, query: { store: "pet" } });
    expect(await told()).not.toContain("salmon");
  });

  it("is kept by those who keep the pet's diary alone: of the demo pet by no helper who has no right on it", async () => {
    const helper = await app.holderOf("manage_diary");
    const { demo } = await helper.call(listAgents, {});
    const params = { id: demo?.id ?? "" };
    const body = { store: "pet", text: "I was here." } as const;
    expect(await helper.attempt(addMemory, { params, body })).toMatchObject({ status: 403 });
  });

  it("that an administrator read or changed is seen by the pet's owner, as for the diary", async () => {
    const { id: memoryId } = await pet.add(RAFT);
    const admin = await app.admin();
    await admin.call(editMemory, { params: { id: memoryId }, body: { isMuted: true } });
    await admin.call(listMemories, { params: { id: pet.id }, query: { store: "pet" } });
    const { looks } = await pet.owner.call(listChatLooks, {});
    expect(looks.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["diary", "diary_changed"]));
  });
});

describe("a memory of the pet's life, with a language model", () => {
  let app: TestApp;
  let model: OpenAiServer;
  let pet: Awaited<ReturnType<typeof petWithGuest>>;
  let memoryId: string;
  beforeAll(async () => {
    model = await startOpenAiServer();
    model.embed({ kind: "meaning", concepts: [["salmon", "fish"]] });
    app = await startTestApp({ env: { OPENAI_BASE_URL: model.url, OPENAI_EMBEDDING_MODEL: "meaning-1" } });
    pet = await petWithGuest(app);
    memoryId = (await pet.add(RAFT)).id;
  });
  afterAll(async () => {
    await app.stop();
    await model.stop();
  });
  const promptOf = () => (model.calls.at(-1)?.body.messages ?? []).map(({ content }) => content).join("\n");

  it("stands in the prompt with a number, by which the reply names it; a person's never does", async () => {
    const body = { store: "person", text: "I am afraid of the owner." } as const;
    await pet.guest.call(addMemory, { params: { id: pet.id }, body });
    model.behave(saying("A whole salmon! [[1]]"));
    const { message } = await pet.ask("What did you take from the raft?", pet.owner);
    expect(promptOf()).toContain(`[1] Memory: ${RAFT}`);
    expect(promptOf()).not.toContain("afraid of the owner");
    expect(message).toMatchObject({ content: "A whole salmon!", sources: [{ kind: "memory", memoryId }] });
  });

  it("is found by its meaning, and its vector is gone with its words [T151]", async () => {
    const stored = async () => {
      const [row] = await app.deps.db.select().from(memories).where(eq(memories.id, memoryId));
      return row;
    };
    await jobHandlers(app.deps).embed_knowledge({});
    await jobHandlers(app.deps).embed_memories({});
    expect(await stored()).toMatchObject({ vectorModel: "meaning-1", vector: expect.any(Buffer) });
    for (const memory of Array.from({ length: 60 }, (_, at) => `On day ${at} it rained on the meadow. `.repeat(12)))
      await pet.add(memory.trim());
    await pet.ask("Which fish?");
    expect(promptOf()).toContain(RAFT);
    await pet.owner.call(forgetMemory, { params: { id: memoryId } });
    expect(await stored()).toMatchObject({ vectorModel: null, vector: null, text: "" });
    await pet.ask("Which fish?");
    expect(promptOf()).not.toContain("salmon");
  });
});

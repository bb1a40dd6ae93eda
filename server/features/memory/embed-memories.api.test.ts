import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jobHandlers } from "#server/background.ts";
import { createOpenAiEmbedder } from "#server/models/embeddings/openai.ts";
import { chat } from "#shared/api/chat.ts";
import { addMemory, editMemory, forgetMemory, pauseMemory } from "#shared/api/memory.ts";
import { memories } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let server: OpenAiServer;
let owner: Visitor;
let id: string;
const meaning = { kind: "meaning", concepts: [["theodolite", "instrument", "sextant"], ["kite"]] } as const;
const THEODOLITE = "I own a theodolite.";

beforeAll(async () => {
  server = await startOpenAiServer();
  app = await startTestApp({ env: { OPENAI_BASE_URL: server.url, OPENAI_EMBEDDING_MODEL: "meaning-1" } });
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});
beforeEach(async () => {
  server.embed(meaning);
  owner = await app.owner();
  id = await newPet(owner);
  await jobHandlers(app.deps).embed_knowledge({});
});

const embed = (model = "meaning-1") => {
  const embedder = createOpenAiEmbedder({ apiKey: undefined, baseUrl: server.url, model });
  return jobHandlers({ ...app.deps, embedder }).embed_memories({});
};
const add = async (text: string) => (await owner.call(addMemory, { params: { id }, body: { text } })).id;
/** More than fit into a prompt, all of them newer. */
const addMore = async () => {
  for (const thing of Array.from({ length: 24 }, (_, at) => `town number ${at}`)) await add(`I like ${thing}.`);
};
const vectors = () =>
  app.deps.db
    .select({ text: memories.text, model: memories.vectorModel, vector: memories.vector })
    .from(memories)
    .where(eq(memories.agentId, id))
    .orderBy(memories.toldAt);
/** The texts of which vectors were asked for since the call before. */
const newTexts = () => server.embeddings.splice(0).flatMap(({ input }) => input);

/** What the model was told, for a question. */
async function toldFor(message: string): Promise<string> {
  await owner.call(chat, { params: { id }, body: { message } });
  return (server.calls.at(-1)?.body.messages ?? []).map(({ content }) => content).join("\n");
}

describe("a memory that shares no word with the question", () => {
  it("is told where it means the same, before those that were told later", async () => {
    await add(THEODOLITE);
    await addMore();
    expect(await toldFor("Which instrument is mine?")).not.toContain(THEODOLITE);
    await embed();
    expect(await toldFor("Which instrument is mine?")).toContain(THEODOLITE);
    expect(await toldFor("Where is the kite?")).not.toContain(THEODOLITE);
    await owner.call(pauseMemory, { params: { id }, body: { isPaused: true } });
    expect(await toldFor("Which instrument is mine?")).not.toContain(THEODOLITE);
  });
});

describe("the vector of a memory", () => {
  it("is made once, again when it is reworded, and goes with it [T151]", async () => {
    const memoryId = await add(THEODOLITE);
    await embed();
    newTexts();
    await embed();
    expect(newTexts()).toEqual([]);
    const params = { id: memoryId };
    await owner.call(editMemory, { params, body: { text: "I own a sextant." } });
    expect(await vectors()).toEqual([{ text: "I own a sextant.", model: null, vector: null }]);
    await embed();
    expect(newTexts()).toEqual(["I own a sextant."]);
    await owner.call(forgetMemory, { params });
    expect(await vectors()).toEqual([{ text: "", model: null, vector: null }]);
    await embed();
    expect(newTexts()).toEqual([]);
  });

  it("is made by another model when that is used, and by the old one it serves no question of the new", async () => {
    await add(THEODOLITE);
    await addMore();
    await embed("meaning-0");
    expect(await toldFor("Which instrument is mine?")).not.toContain(THEODOLITE);
    await embed();
    expect(new Set((await vectors()).map(({ model }) => model))).toEqual(new Set(["meaning-1"]));
    expect(await toldFor("Which instrument is mine?")).toContain(THEODOLITE);
  });

  it("is tried again where its server fails, and is not kept where the memory was reworded meanwhile", async () => {
    const memoryId = await add(THEODOLITE);
    server.embed({ kind: "status", status: 500 });
    await embed();
    expect(await vectors()).toMatchObject([{ model: null }]);
    server.embed(meaning);
    const embedder = createOpenAiEmbedder({ apiKey: undefined, baseUrl: server.url, model: "meaning-1" });
    const asked: string[] = [];
    const slow: typeof embedder.embed = async (texts, ...rest) => {
      asked.push(...texts);
      if (asked.length === 1)
        await owner.call(editMemory, { params: { id: memoryId }, body: { text: "I fly a kite." } });
      return embedder.embed(texts, ...rest);
    };
    await jobHandlers({ ...app.deps, embedder: { ...embedder, embed: slow } }).embed_memories({});
    expect(asked).toEqual([THEODOLITE, "I fly a kite."]);
    expect(await vectors()).toMatchObject([{ text: "I fly a kite.", model: "meaning-1" }]);
  });
});

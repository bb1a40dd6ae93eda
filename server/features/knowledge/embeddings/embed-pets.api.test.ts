import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOpenAiEmbedder } from "#server/models/embeddings/openai.ts";
import { createAgent, deleteAgent } from "#shared/api/agents.ts";
import { listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { agents, embeddings } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";
import { embedChangedPets } from "./embed-pets.ts";

let app: TestApp;
let server: OpenAiServer;
let owner: Visitor;
let id: string;
let questionIds: string[];
const meaning = { kind: "meaning", concepts: [["ball", "toy"], ["vet"]] } as const;

beforeAll(async () => {
  server = await startOpenAiServer();
  server.embed(meaning);
  app = await startTestApp();
  owner = await app.owner();
  id = await newPet(owner);
  questionIds = (await owner.call(listDiaryQuestions, {})).map((question) => question.id);
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});

const embed = (model = "meaning-1") =>
  embedChangedPets({
    ...app.deps,
    embedder: createOpenAiEmbedder({ apiKey: undefined, baseUrl: server.url, model }),
  });
const save = (place: number, answer: string) =>
  owner.call(saveDiaryAnswer, { params: { id }, body: { questionId: questionIds[place] ?? "", answer } });
const petRow = async () => {
  const [row] = await app.deps.db.select().from(agents).where(eq(agents.id, id));
  return row;
};
const vectors = () =>
  app.deps.db
    .select({ part: embeddings.part, model: embeddings.model })
    .from(embeddings)
    .where(eq(embeddings.agentId, id));
/** The texts asked for since the call before. */
const newTexts = () => server.embeddings.splice(0).flatMap(({ input }) => input);

describe("the vectors of a pet", () => {
  it("are made of each answer with its question, and of the ways to ask for it", async () => {
    await save(0, "I am a dog.");
    await save(1, "Grandma named me.");
    const before = (await petRow())?.knowledgeVersion ?? 0;
    await embed();
    expect((await vectors()).map(({ part }) => part).toSorted()).toEqual(["asks", "asks", "words", "words"]);
    const texts = newTexts();
    expect(texts.some((text) => text.endsWith("\nI am a dog."))).toBe(true);
    expect(texts.some((text) => text.includes("What breed are you?"))).toBe(true);
    expect(texts.some((text) => text.includes("is Biscuit a labrador"))).toBe(true);
    expect(texts.join()).not.toContain("{pet}");
    const pet = await petRow();
    expect(pet?.embeddedModel).toBe("meaning-1");
    expect(pet?.knowledgeVersion).toBe(before + 1);
    expect(pet?.embeddedVersion).toBe(before + 1);
  });

  it("are made of the words of the pet's language", async () => {
    const german = await app.owner();
    const pet = (await german.call(createAgent, { body: { name: "Waldi", language: "de-DE" } })).id;
    const body = { questionId: questionIds[11] ?? "", answer: "Die Ente aus Gummi." };
    await german.call(saveDiaryAnswer, { params: { id: pet }, body });
    await embed();
    expect(newTexts()).toContain("Was ist mein Lieblingsspielzeug?\nDie Ente aus Gummi.");
  });

  it("are made again only where the words changed", async () => {
    await embed();
    expect(newTexts()).toEqual([]);
    await save(1, "Grandpa named me.");
    await embed();
    expect(newTexts().filter((text) => text.includes("named me"))).toEqual([expect.stringContaining("Grandpa")]);
    expect(await vectors()).toHaveLength(4);
  });

  it("serve until those of another model are whole, and are gone then", async () => {
    server.embed({ kind: "status", status: 500 });
    await embed("meaning-2");
    expect((await petRow())?.embeddedModel).toBe("meaning-1");
    expect(await vectors()).toHaveLength(4);
    server.embed(meaning);
    await embed("meaning-2");
    expect((await petRow())?.embeddedModel).toBe("meaning-2");
    expect((await vectors()).map(({ model }) => model)).toEqual(new Array(4).fill("meaning-2"));
  });

  it("of other pets are made where one fails, and the one is tried again", async () => {
    const other = await app.owner();
    const second = await newPet(other, "Flake");
    const answer = { questionId: questionIds[0] ?? "", answer: "I am a cat." };
    await other.call(saveDiaryAnswer, { params: { id: second }, body: answer });
    await save(0, "I am an old dog.");
    server.embed({ kind: "status", status: 400 }, meaning);
    await embed("meaning-2");
    const modelOf = async (pet: string) =>
      (await app.deps.db.select().from(agents).where(eq(agents.id, pet)))[0]?.embeddedVersion;
    const stale = [await modelOf(id), await modelOf(second)];
    await embed("meaning-2");
    expect(await modelOf(second)).not.toBeNull();
    expect(await modelOf(id)).toBe((await petRow())?.knowledgeVersion);
    expect(stale).not.toEqual([await modelOf(id), await modelOf(second)]);
  });

  it("are gone with an answer, and with the pet", async () => {
    await owner.call(deleteAgent, { params: { id } });
    expect(await vectors()).toEqual([]);
  });
});

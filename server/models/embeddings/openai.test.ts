import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import { createEmbedder } from "./create.ts";
import { type Embedder, EmbeddingError, noEmbedder } from "./embedder.ts";

let server: OpenAiServer;
let embedder: Embedder;
const json = (data: unknown) => ({ kind: "garbage", type: "application/json", body: JSON.stringify(data) }) as const;
const embed = (texts: readonly string[], signal = AbortSignal.timeout(5000)) =>
  embedder.embed(texts, "meaning-1", signal);

beforeAll(async () => {
  server = await startOpenAiServer();
  embedder = createEmbedder({
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: server.url,
    OPENAI_EMBEDDING_MODEL: "meaning-1",
  });
});
afterAll(() => server.stop());

describe("the embedder", () => {
  it("is none where no model is configured", () => {
    const unset = { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined, OPENAI_EMBEDDING_MODEL: undefined };
    expect(createEmbedder({ ...unset, OPENAI_API_KEY: "k" })).toBe(noEmbedder);
    expect(createEmbedder({ ...unset, OPENAI_EMBEDDING_MODEL: "meaning-1" })).toBe(noEmbedder);
  });

  it("gives a vector for each text in their order, whatever the order of the answer", async () => {
    server.embed({ kind: "meaning", concepts: [["ball"], ["vet"]] });
    const vectors = await embed(["My ball", "The vet", "vet vet ball"]);
    expect(vectors.map((vector) => [...vector].slice(1))).toEqual([
      [1, 0],
      [0, 1],
      [1, 1],
    ]);
    expect(server.embeddings.at(-1)).toEqual({
      model: "meaning-1",
      input: ["My ball", "The vet", "vet vet ball"],
      authorization: "Bearer sk-test",
    });
  });

  it.each([
    ["too few vectors", json({ data: [{ index: 0, embedding: [1] }] })],
    ["one text twice", json({ data: [0, 0].map((index) => ({ index, embedding: [1] })) })],
    ["vectors of unequal length", json({ data: [[1], [1, 2]].map((embedding, index) => ({ index, embedding })) })],
    ["empty vectors", json({ data: [[], []].map((embedding, index) => ({ index, embedding })) })],
    ["no numbers", json({ data: [["x"], ["y"]].map((embedding, index) => ({ index, embedding })) })],
    ["something else", json({ embeddings: [[1]] })],
    ["no JSON", { kind: "garbage", type: "text/html", body: "<p>hello" } as const],
    ["a refusal", { kind: "status", status: 401, message: "wrong key sk-test" } as const],
  ])("fails by an EmbeddingError that quotes nothing, at %s", async (_what, behavior) => {
    server.embed(behavior);
    const failure: unknown = await embed(["My secret ball", "b"]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EmbeddingError);
    expect(String(failure)).not.toMatch(/secret|sk-test|hello/);
  });

  it("ends with the caller's signal", async () => {
    server.embed({ kind: "hang" });
    await expect(embed(["ball"], AbortSignal.timeout(50))).rejects.toBeInstanceOf(EmbeddingError);
  });
});

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { chat } from "#shared/api/chat.ts";
import { listDocuments, uploadDocument } from "#shared/api/documents.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/timeouts.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";
import { embedChangedPets } from "./embed-pets.ts";

let app: TestApp;
let server: OpenAiServer;
let owner: Visitor;
let id: string;
const meaning = { kind: "meaning", concepts: [["physician", "surgeon"]] } as const;
const FACT = "The surgeon with the green bicycle is Doctor Feld.";

beforeAll(async () => {
  server = await startOpenAiServer();
  server.embed(meaning);
  app = await startTestApp({ env: { OPENAI_BASE_URL: server.url, OPENAI_EMBEDDING_MODEL: "meaning-1" } });
  owner = await app.holderOf("manage_agents");
  id = await newPet(owner);
  const paragraphs = Array.from({ length: 120 }, (_, day) =>
    `On day ${day} there was rain over the meadow, and nothing was seen of the ducks. `.repeat(12),
  );
  const text = [...paragraphs, FACT, ...paragraphs].join("\n\n");
  const file = new Blob([text], { type: "text/plain" });
  await owner.call(uploadDocument, { params: { id }, file, filename: "journal.txt" });
  await vi.waitFor(
    async () => {
      const [document] = await owner.call(listDocuments, { params: { id } });
      if (document?.processingStatus !== "processed") throw new Error("not yet");
    },
    { timeout: WAIT_TIMEOUT_MS, interval: 50 },
  );
  await embedChangedPets(app.deps);
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});

/** All that the model was told, for a question. */
async function toldFor(message: string): Promise<string> {
  await owner.call(chat, { params: { id }, body: { message } });
  return (server.calls.at(-1)?.body.messages ?? []).map(({ content }) => content).join("\n");
}

describe("a passage that shares no word with the question", () => {
  it("is told to the model where it means the same", async () => {
    expect(await toldFor("Who is your physician?")).toContain(FACT);
    expect(server.embeddings.at(-1)).toMatchObject({ model: "meaning-1", input: ["Who is your physician?"] });
  });

  it("is not, where it means something else", async () => {
    expect(await toldFor("Who is your gardener?")).not.toContain(FACT);
  });

  it("is left out where the question's vector does not come; the reply comes all the same", async () => {
    server.embed({ kind: "hang" });
    expect(await toldFor("Who is the physician?")).not.toContain(FACT);
    server.embed(meaning);
  });
});

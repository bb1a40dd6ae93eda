import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { getDemo, putDemo } from "#shared/api/admin/settings/demo.ts";
import { testEngineDraft } from "#shared/api/admin/settings/engine-settings.ts";
import { testEngine } from "#shared/api/admin/settings/engines.ts";
import { helpAssistant } from "#shared/api/help.ts";
import { tryOut } from "#shared/api/try-out.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type PlayedOllama, startOllama } from "#tests/support/ollama-server.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

const MODEL = "qwen3.5:4b";

describe("while Ollama loads its model", () => {
  let ollama: PlayedOllama;
  let app: TestApp;
  let owner: Visitor;
  beforeAll(async () => {
    ollama = await startOllama();
    app = await startTestApp({ env: { OPENAI_BASE_URL: `${ollama.url}/v1`, OPENAI_MODEL: MODEL } });
    owner = await app.owner();
  });
  afterAll(async () => {
    await app.stop();
    await ollama.stop();
  });
  beforeEach(() => {
    Object.assign(ollama, { models: [MODEL], inMemory: [], loads: "slowly" });
    ollama.refuse.clear();
    ollama.calls.length = 0;
    onTestFinished(() => ollama.release());
  });
  const completions = () => ollama.calls.filter(({ path }) => path === "/v1/chat/completions");

  it("a chat tells so, and then the pet answers", async () => {
    const id = await newPet(owner);
    const response = await owner.fetch(`/api/agents/${id}/chat/stream`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ message: "Hello!" }),
    });
    const types: string[] = [];
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      for (const [, type = ""] of decoder.decode(bytes).matchAll(/"type":"(\w+)"/g)) types.push(type);
      if (types.includes("loading")) ollama.release();
    }
    expect(types).toEqual(["session", "user_message_saved", "loading", "content", "complete"]);
  });

  it("a visitor's try-out tells so, and then the pet answers", async () => {
    const admin = await app.admin();
    const { agentId } = await admin.call(getDemo, {});
    await admin.call(putDemo, { body: { agentId, tryOut: "configured" } });
    const types: string[] = [];
    for await (const { type } of app.visitor().stream(tryOut, { body: { message: "Hello!" } })) {
      types.push(type);
      if (type === "loading") ollama.release();
    }
    expect(types).toEqual(["loading", "content", "complete"]);
  });

  it("the help assistant answers at once from its own pages, and asks the model only once", async () => {
    const body = { message: "How do I add a document?", context: "setup_screen" as const };
    for (const _ of [1, 2]) {
      const { response } = await owner.call(helpAssistant, { body });
      expect(response).toMatch(/^The model is being loaded … Until then I answer from my help pages alone\.\n\n\w.*"/s);
    }
    expect(completions()).toHaveLength(1);
    ollama.release();
    const answer = async () => (await owner.call(helpAssistant, { body })).response;
    await expect.poll(answer).toBe("Woof.");
  });

  it("Will goes on without it", async () => {
    const body = { message: "A beagle called Rufus", context: "interactive_diary" as const };
    const { response } = await owner.call(helpAssistant, { body });
    expect(response).toContain("A beagle called Rufus");
    expect(response).not.toContain("loaded");
  });

  it("a test says so at once, and the same call again waits for its end", async () => {
    const admin = await app.admin();
    const test = () => admin.call(testEngine, { params: { engine: "model" } });
    expect(await test()).toMatchObject({ works: false, isLoading: true, sentence: "The model is being loaded …" });
    const end = test();
    await expect.poll(completions).toHaveLength(1);
    ollama.release();
    const result = await end;
    expect(result).toMatchObject({ works: true });
    expect(result.isLoading).toBeUndefined();
    expect(completions()).toHaveLength(1);
  });

  it("a test of what is typed does the same, and another one has to wait", async () => {
    const admin = await app.admin();
    const typed = {
      ...{ baseUrl: null, model: null, embeddingModel: null, transcriptionModel: null, voiceModel: null },
      ...{ voiceBaseUrl: null, voiceMap: null, speechRegion: null, speechHost: null },
    };
    const draft = () => admin.call(testEngineDraft, { params: { engine: "model" }, body: typed });
    expect(await draft()).toMatchObject({ isLoading: true });
    expect(await admin.attempt(testEngine, { params: { engine: "database" } })).toMatchObject({ status: 409 });
    const end = draft();
    ollama.release();
    expect(await end).toMatchObject({ works: true });
  });

  it("a model that turns out too large for the memory says so to an administrator, and to others without technique", async () => {
    const message = "model requires more system memory (5.6 GiB) than is available (3.1 GiB)";
    ollama.refuse.set("/v1/chat/completions", { status: 500, body: { error: { message, type: "api_error" } } });
    const admin = await app.admin();
    const sentence = async () => (await admin.call(testEngine, { params: { engine: "model" } })).sentence;
    await expect
      .poll(sentence)
      .toMatch(/^The machine has too little memory for this model\. Choose a smaller one\. .*5\.6/);
    ollama.inMemory = [MODEL];
    const body = { message: "How do I add a document?", context: "setup_screen" as const };
    const refusal = await owner.attempt(helpAssistant, { body });
    expect(JSON.stringify(refusal)).toMatch(/machine that makes them has too little memory/);
  });
});

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findActiveUser } from "#server/features/auth/queries.ts";
import type { LanguageModel } from "#server/models/chat/llm.ts";
import { StorageUnavailableError } from "#server/platform/files/files.ts";
import { noRecognizer } from "#server/voice/recognition/recognition.ts";
import { SpeechError, type SpeechSynthesizer } from "#server/voice/speech/speech.ts";
import { type EngineName, type EngineTest, testEngine } from "#shared/api/admin/settings/engines.ts";
import { listAuditLog } from "#shared/api/audit.ts";
import { me } from "#shared/api/auth.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type OpenAiServer, saying, startOpenAiServer } from "#tests/support/openai-server.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import type { Engines } from "./probes.ts";
import { createEngineTester } from "./service.ts";

const KEY = "sk-very-secret-key";
let app: TestApp;
let admin: Visitor;
let model: OpenAiServer;

beforeAll(async () => {
  model = await startOpenAiServer();
  app = await startTestApp({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: KEY } });
  admin = await app.admin();
});
afterAll(async () => {
  await app.stop();
  await model.stop();
});

const test = (engine: EngineName): Promise<EngineTest> => admin.call(testEngine, { params: { engine } });

describe("an engine's test", () => {
  it("asks the model for a few words", async () => {
    model.behave(saying("Hi there!\nHow are you?"));
    expect(await test("model")).toEqual({
      works: true,
      milliseconds: expect.any(Number),
      sentence: "It answered 'Hi there! How are you?' after it read 100 tokens",
      sound: null,
    });
    expect(model.calls.at(-1)?.body).toMatchObject({ stream: true });
    expect(JSON.stringify(model.calls.at(-1)?.body)).not.toContain("Tucker");
  });

  it("says the engine's own sentence where it fails, and neither key nor address", async () => {
    model.behave({ kind: "status", status: 401, message: `Incorrect API key provided: ${KEY}` });
    const result = await test("model");
    expect(result).toMatchObject({
      works: false,
      sentence:
        "The language model refused our key. An administrator needs to check the configuration. The server says: “Incorrect API key provided: [secret]”",
    });
    expect(JSON.stringify(result)).not.toMatch(new RegExp(`${KEY}|127\\.0\\.0\\.1`));
  });

  it("speaks a sentence with the embedded voice", async () => {
    expect(await test("speech")).toMatchObject({
      works: true,
      sentence: expect.stringMatching(/^It spoke a sentence of [1-9]\.\d seconds\.$/),
    });
  });

  it("has the configured recogniser listen", async () => {
    model.hear({ kind: "text", text: "" });
    expect(await test("transcription")).toMatchObject({
      works: true,
      sentence: "It listened to a second of silence, and answered.",
    });
    expect(model.transcriptions.at(-1)?.bytes).toHaveLength(44 + 32_000);
    model.hear({ kind: "status", status: 404 });
    expect(await test("transcription")).toMatchObject({
      works: false,
      sentence: expect.stringMatching(/^The configured server can't turn speech into text\./),
    });
  });

  it("stores, reads and deletes a file, and asks the database", async () => {
    expect(await test("files")).toMatchObject({ works: true, sentence: "It stored, read and deleted a small file." });
    expect(await test("database")).toMatchObject({ works: true });
  });

  it("is written down, with who asked for it", async () => {
    await test("database");
    const [entry] = (await admin.call(listAuditLog, { query: { action: "engine.test" } })).entries;
    expect(entry).toMatchObject({
      actorName: "administrator",
      targetKind: "engine",
      targetName: "database",
      details: { works: true, milliseconds: expect.any(Number) },
    });
  });

  it("knows no other engine", async () => {
    const response = await admin.fetch("/api/admin/engines/secrets/test", { method: "POST" });
    expect([response.status, await response.json()]).toMatchObject([400, { error: "There is no such engine" }]);
  });
});

describe("an engine", () => {
  const tester = (engines: Partial<Omit<Engines, "env">>) => createEngineTester({ ...app.deps, ...engines });
  const by = async () => {
    const user = await findActiveUser(app.deps.db, (await admin.call(me, {})).user.id);
    if (user === null || user === undefined) throw new Error("The administrator is gone.");
    return { user, ip: null };
  };
  const speechThat = (synthesize: SpeechSynthesizer["synthesize"]) => ({
    speech: { engine: { kind: "azure" as const, name: "a voice" }, synthesize, close: async () => {} },
  });
  const modelThat = (stream: LanguageModel["stream"]) => ({
    llm: { engine: { kind: "openai" as const, name: "a model" }, contextTokens: async () => 8192, stream },
  });

  it("that is silent, refuses or fails otherwise is told of in a sentence", async () => {
    const silent = speechThat(async () => new Uint8Array());
    const refusing = speechThat(async () => {
      throw new SpeechError("unauthorized", `the key ${KEY} was refused`);
    });
    const away = speechThat(async () => {
      throw new StorageUnavailableError("no store at 10.0.0.1");
    });
    const broken = speechThat(async () => {
      throw new TypeError(`cannot read ${KEY}`);
    });
    const sentences: string[] = [];
    for (const engines of [silent, refusing, away, broken])
      sentences.push((await tester(engines).test(await by(), "speech")).sentence);
    expect(sentences).toEqual([
      "The voice isn't available right now.",
      "The speech service refused our key. An administrator needs to check its settings.",
      "The file store isn't available right now. Please try again.",
      "It failed. The server's log tells more.",
    ]);
  });

  it("that is not configured is told of", async () => {
    const result = await tester({ recognizer: noRecognizer }).test(await by(), "transcription");
    expect(result).toMatchObject({ works: false, sentence: expect.stringMatching(/^No speech recognition is set up/) });
  });

  it("that loses files does not pass", async () => {
    const { files } = app.deps;
    const forgetful = { files: { ...files, read: async () => null } };
    const result = await tester(forgetful).test(await by(), "files");
    expect(result).toMatchObject({ works: false, sentence: "It did not give back what was stored." });
  });

  it("is tested alone, and again after that", async () => {
    let answer: () => void = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow = tester(
      modelThat(async function* () {
        await answered;
        yield "Hi.";
      }),
    );
    const caller = await by();
    const first = slow.test(caller, "model");
    await expect(slow.test(caller, "database")).rejects.toMatchObject({
      status: 409,
      message: "Another test is under way. Please wait until it has ended.",
    });
    answer();
    expect(await first).toMatchObject({ works: true, sentence: "It answered 'Hi.'" });
    expect(await slow.test(caller, "database")).toMatchObject({ works: true });
  });

  it("that hangs is given up, and told to end", async () => {
    let signal: AbortSignal | undefined;
    const hanging = tester(
      modelThat(async function* (_request, given) {
        signal = given;
        await new Promise(() => {});
        yield "never";
      }),
    );
    const caller = await by();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const result = hanging.test(caller, "model");
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await result).toMatchObject({
        works: false,
        sentence: expect.stringMatching(/^It did not answer within 30 seconds\. .* longer \(OPENAI_TIMEOUT_S\)\.$/),
      });
    } finally {
      vi.useRealTimers();
    }
    expect(signal?.aborted).toBe(true);
  });
});

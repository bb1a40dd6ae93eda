import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { LanguageModelError } from "#server/models/chat/llm.ts";
import { mp3Duration } from "#server/voice/speech/mp3.ts";
import {
  type EngineDraft,
  getEngineSettings,
  listEngineModels,
  listServerVoices,
  putEngineSettings,
  testEngineDraft,
} from "#shared/api/admin/settings/engine-settings.ts";
import { testEngine } from "#shared/api/admin/settings/engines.ts";
import { listAuditLog } from "#shared/api/audit.ts";
import { chat } from "#shared/api/chat.ts";
import { getConfig } from "#shared/api/config.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { oddModelServers } from "#tests/support/odd-model-servers.ts";
import { type OpenAiServer, saying, startOpenAiServer } from "#tests/support/openai-server.ts";
import { startSpeechServer } from "#tests/support/speech-server.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

const KEY = "sk-entered-in-the-screen-0123456789";
const SPEECH_KEY = "azure-key-entered-in-the-screen";
const VOICE_KEY = "voice-key-entered-in-the-screen";
const SESSION_SECRET = "the session secret of the servers in this test";
const nothing: EngineDraft = {
  baseUrl: null,
  apiKey: null,
  model: null,
  embeddingModel: null,
  transcriptionModel: null,
  recognitionInPauses: null,
  voiceModel: null,
  voiceBaseUrl: null,
  voiceKey: null,
  voiceMap: null,
  speechRegion: null,
  speechHost: null,
  speechKey: null,
};

const lines: string[] = [];
const logTo = { write: (line: string) => void lines.push(line) };
let model: OpenAiServer;
let app: TestApp;
/** Another instance of the same product. */
let other: TestApp;
let admin: Visitor;
let elsewhere: Visitor;

beforeAll(async () => {
  model = await startOpenAiServer();
  app = await startTestApp({ env: { SESSION_SECRET, LOG_LEVEL: "debug" }, logTo });
  other = await startTestApp({ env: { SESSION_SECRET, DATABASE_URL: app.deps.env.DATABASE_URL ?? "" } });
  admin = await app.admin();
  elsewhere = await other.admin();
});
afterAll(async () => {
  await other.stop();
  await app.stop();
  await model.stop();
});
beforeEach(async () => {
  await admin.call(putEngineSettings, { body: nothing });
  model.behave(saying("Woof."));
  model.calls.length = 0;
});

/** With a model, which every server but OpenAI's wants to be named. */
const draftOf = (draft: Partial<EngineDraft>): EngineDraft => ({ ...nothing, model: "fake-large", ...draft });
const save = (draft: Partial<EngineDraft>) => admin.call(putEngineSettings, { body: draftOf(draft) });
const refusalOf = async (draft: Partial<EngineDraft>) =>
  (await admin.attempt(putEngineSettings, { body: draftOf(draft) })).body;
const modelOf = async (by: Visitor) => (await by.call(getConfig, {})).engines.model;

describe("engines that are set in the screen", () => {
  it("answer at once, in every instance, without a restart", async () => {
    const id = await newPet(admin);
    await save({ baseUrl: model.url, apiKey: KEY, model: "pet-model", transcriptionModel: "ears" });
    expect((await admin.call(getConfig, {})).engines).toMatchObject({
      model: { kind: "configured", name: "pet-model" },
      transcription: { kind: "configured", name: "ears" },
    });
    const body = { message: "Hello!", generateAudio: false };
    expect((await admin.call(chat, { params: { id }, body })).message.content).toBe("Woof.");
    expect(model.calls.at(-1)).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: "pet-model" } });
    await expect.poll(() => modelOf(elsewhere)).toEqual({ kind: "configured", name: "pet-model" });
    expect(await elsewhere.call(testEngine, { params: { engine: "model" } })).toMatchObject({ works: true });
    await save({});
    expect(await modelOf(admin)).toMatchObject({ kind: "embedded" });
    await expect.poll(() => modelOf(elsewhere)).toMatchObject({ kind: "embedded" });
  });

  it("recognize in pauses until an administrator switches it off", async () => {
    const { recognizer } = app.deps;
    await save({ baseUrl: model.url });
    expect(recognizer.inPauses).toBe(true);
    const off = await save({ baseUrl: model.url, recognitionInPauses: "off" });
    expect([off.settings.recognitionInPauses, recognizer.inPauses]).toEqual(["off", false]);
    await expect.poll(() => other.deps.recognizer.inPauses).toBe(false);
  });

  it("are told to owners with the day of their change, not to visitors, and once however often they are saved", async () => {
    const changedFor = async (by: Visitor) => (await by.call(getConfig, {})).changed;
    await save({ baseUrl: model.url, model: "first-model" });
    const { model: since } = await changedFor(admin);
    expect(Date.parse(since ?? "")).toBeGreaterThan(Date.now() - 60_000);
    await save({ baseUrl: model.url, model: "first-model", embeddingModel: "meaning-1" });
    expect((await changedFor(admin)).model).toBe(since);
    expect((await changedFor(admin)).voice).toBeNull();
    expect(await changedFor(app.visitor())).toEqual({ model: null, voice: null });
    await expect.poll(() => changedFor(elsewhere)).toEqual({ model: since, voice: null });
    await save({ baseUrl: model.url, model: "second-model" });
    expect((await changedFor(admin)).model).not.toBe(since);
  });

  it("make the vectors of pets as soon as an embedding model is set", async () => {
    expect(app.deps.embedder.model).toBeNull();
    await save({ baseUrl: model.url, embeddingModel: "meaning-1" });
    expect(app.deps.embedder.model).toBe("meaning-1");
  });

  it("never tell a key: not in an answer, the audit log, the log or the database [T134]", async () => {
    const saved = await save({
      baseUrl: model.url,
      apiKey: KEY,
      speechHost: "ws://127.0.0.1:9",
      voiceBaseUrl: model.url,
      voiceModel: "tts-1",
      voiceKey: VOICE_KEY,
      speechKey: SPEECH_KEY,
    });
    expect(saved.keys).toEqual({ apiKey: "kept", voiceKey: "kept", speechKey: "kept" });
    model.behave({ kind: "status", status: 401, message: `Incorrect API key provided: ${KEY}` });
    const told = [
      saved,
      await admin.call(getEngineSettings, {}),
      await admin.call(testEngine, { params: { engine: "model" } }),
      await admin.call(testEngineDraft, {
        params: { engine: "model" },
        body: draftOf({ apiKey: KEY, baseUrl: model.url }),
      }),
      await admin.call(listAuditLog, { query: {} }),
      await admin.call(getConfig, {}),
    ];
    app.deps.log.error(
      { err: new Error(`refused ${KEY}, ${VOICE_KEY} and ${SPEECH_KEY}`) },
      "a log line that quotes them",
    );
    const { rows } = await app.deps.pool.query("select * from settings");
    for (const text of [JSON.stringify(told), lines.join("\n"), JSON.stringify(rows)]) {
      expect(text).not.toContain(KEY);
      expect(text).not.toContain(VOICE_KEY);
      expect(text).not.toContain(SPEECH_KEY);
    }
    expect(lines.join("\n")).toContain("refused [secret], [secret] and [secret]");
  });

  it("speak through a speech server, with its key alone, in the voice that was chosen for ours", async () => {
    const voice = await startSpeechServer();
    onTestFinished(() => voice.stop());
    const speaking = { voiceBaseUrl: voice.url, voiceModel: "kokoro", voiceKey: VOICE_KEY, voiceMap: "en = bf_emma" };
    await save({ baseUrl: model.url, apiKey: KEY, ...speaking });
    expect((await admin.call(getConfig, {})).engines.speech).toEqual({ kind: "configured", name: "kokoro" });
    expect(await admin.call(testEngine, { params: { engine: "speech" } })).toMatchObject({ works: true });
    expect(voice.calls.at(-1)).toMatchObject({
      authorization: `Bearer ${VOICE_KEY}`,
      body: { model: "kokoro", voice: "bf_emma", input: "Hello! This is a short test of the voice." },
    });
    voice.behave({ kind: "status", status: 400, body: { error: { message: `Unknown voice; key ${VOICE_KEY}` } } });
    const body = draftOf({ ...speaking, voiceMap: "en = nobody" });
    const tried = await admin.call(testEngineDraft, { params: { engine: "speech" }, body });
    expect(tried).toMatchObject({ works: false, sentence: expect.stringContaining("voice") });
    expect(tried.sentence).not.toContain(VOICE_KEY);
  });

  it("let an administrator hear a test, by any voice, and name the server's voices", async () => {
    const voice = await startSpeechServer();
    onTestFinished(() => voice.stop());
    voice.offer({ voices: ["af_heart", "bm_george"] });
    const draft = draftOf({ voiceBaseUrl: voice.url, voiceModel: "kokoro", voiceMap: "en-GB male = bm_george" });
    const test = (voiceName: string) =>
      admin.call(testEngineDraft, { params: { engine: "speech" }, body: { ...draft, voiceName } });
    const { sound } = await test("en-GB-RyanNeural");
    expect(mp3Duration(Buffer.from(sound ?? "", "base64"))).toBeGreaterThan(1);
    expect(voice.calls.at(-1)?.body).toMatchObject({ voice: "bm_george" });
    expect(await admin.call(testEngine, { params: { engine: "database" } })).toMatchObject({ sound: null });

    const { voices, problem, chosen } = await admin.call(listServerVoices, { body: draft });
    expect([voices, problem]).toEqual([["af_heart", "bm_george"], null]);
    const chosenFor = (name: string) => chosen.find((one) => one.name === name)?.voice;
    expect([chosenFor("en-US-JennyNeural"), chosenFor("de-DE-KatjaNeural")]).toEqual(["af_heart", null]);
    voice.offer(undefined);
    expect(await admin.call(listServerVoices, { body: draft })).toMatchObject({
      voices: [],
      problem: expect.stringMatching(/^The server tells no list/),
    });
    const away = draftOf({ voiceBaseUrl: "http://127.0.0.1:9/v1", voiceModel: "kokoro" });
    expect(await admin.call(listServerVoices, { body: away })).toMatchObject({
      voices: [],
      problem: expect.stringMatching(/^The speech server's voices can't be listed/),
    });
    expect(await admin.attempt(listServerVoices, { body: nothing })).toMatchObject({
      status: 400,
      body: { fields: { voiceModel: expect.any(String) } },
    });
    const elsewhere = draftOf({ voiceBaseUrl: "http://169.254.169.254/v1", voiceModel: "kokoro" });
    expect(await admin.attempt(listServerVoices, { body: elsewhere })).toMatchObject({ status: 400 });
  });

  it.each<[string, Partial<EngineDraft>, string]>([
    ["a speech server without its model", { voiceBaseUrl: "http://127.0.0.1:8880/v1" }, "voiceModel"],
    ["a model without a server", { voiceModel: "tts-1" }, "voiceBaseUrl"],
    [
      "a key without its server",
      { baseUrl: "http://127.0.0.1:9/v1", voiceModel: "tts-1", voiceKey: "k" },
      "voiceBaseUrl",
    ],
    [
      "an address where no engine may be",
      { voiceBaseUrl: "http://169.254.169.254/v1", voiceModel: "x" },
      "voiceBaseUrl",
    ],
    [
      "voices that can't be read",
      { voiceBaseUrl: "http://127.0.0.1:9/v1", voiceModel: "x", voiceMap: "nobody = x" },
      "voiceMap",
    ],
  ])("refuse %s", async (_what, draft, field) => {
    expect(await refusalOf(draft)).toMatchObject({ fields: { [field]: expect.any(String) } });
  });

  it("of a version that knew no speech server still count", async () => {
    const { voiceModel, voiceBaseUrl, voiceKey, voiceMap, ...before } = { ...nothing, model: "pet-model" };
    const value = JSON.stringify({ ...before, baseUrl: model.url, apiKey: null, speechKey: null });
    await app.deps.pool.query("update settings set value = $1 where key = 'engines'", [value]);
    const { settings } = await admin.call(getEngineSettings, {});
    expect(settings).toMatchObject({ baseUrl: model.url, model: "pet-model", voiceModel: null });
  });

  it("are in the audit log, with what changed and keys only by name", async () => {
    await save({ baseUrl: model.url, apiKey: KEY, model: "pet-model" });
    const [entry] = (await admin.call(listAuditLog, { query: { action: "setting.update" } })).entries;
    expect(entry).toMatchObject({
      targetName: "engines",
      details: { baseUrl: model.url, apiKey: "entered", model: "pet-model" },
    });
  });

  it("keep a key that is left out, and ask for it again where the session secret is another one [T134]", async () => {
    await save({ baseUrl: model.url, apiKey: KEY, model: "pet-model" });
    await save({ baseUrl: model.url, apiKey: undefined, model: "another-model" });
    expect(await admin.call(testEngine, { params: { engine: "model" } })).toMatchObject({ works: true });
    expect(model.calls.at(-1)).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: "another-model" } });

    const restored = await startTestApp({
      env: { SESSION_SECRET: "restored with another one".repeat(2), DATABASE_URL: app.deps.env.DATABASE_URL ?? "" },
    });
    try {
      const there = await restored.admin();
      expect(await modelOf(there)).toMatchObject({ kind: "embedded" });
      const shown = await there.call(getEngineSettings, {});
      expect(shown).toMatchObject({
        keys: { apiKey: "lost" },
        settings: { baseUrl: model.url, model: "another-model" },
      });
      await there.call(putEngineSettings, { body: { ...nothing, ...shown.settings, apiKey: KEY } });
      expect(await modelOf(there)).toEqual({ kind: "configured", name: "another-model" });
    } finally {
      await restored.stop();
    }
  });

  it("send no key to an address that it was not entered for [T134]", async () => {
    await save({ baseUrl: model.url, apiKey: KEY });
    const elsewhere = "http://127.0.0.1:9/v1";
    const asks = { fields: { apiKey: expect.stringContaining("belongs to the address before") } };
    expect(await refusalOf({ baseUrl: elsewhere, apiKey: undefined })).toMatchObject(asks);
    const draft = draftOf({ baseUrl: elsewhere, apiKey: undefined });
    const attempts = [
      admin.attempt(testEngineDraft, { params: { engine: "model" }, body: draft }),
      admin.attempt(listEngineModels, { body: draft }),
    ];
    for (const attempt of attempts) expect(await attempt).toMatchObject({ status: 400, body: asks });
    expect((await save({ baseUrl: elsewhere })).keys.apiKey).toBe("none");
  });

  it("leave alone what the environment sets", async () => {
    const set = await startTestApp({ env: { OPENAI_BASE_URL: model.url, AZURE_SPEECH_HOST: "ws://127.0.0.1:9" } });
    try {
      const there = await set.admin();
      const saved = await there.call(putEngineSettings, {
        body: {
          ...nothing,
          baseUrl: "http://127.0.0.1:9/v1",
          apiKey: KEY,
          model: "chosen",
          speechRegion: "westeurope",
        },
      });
      expect(saved).toMatchObject({
        fixed: ["baseUrl", "apiKey", "speechRegion", "speechHost", "speechKey"],
        settings: { baseUrl: model.url, model: "chosen", speechRegion: null },
        keys: { apiKey: "none", speechKey: "none" },
      });
      expect(await there.call(testEngine, { params: { engine: "model" } })).toMatchObject({ works: true });
      expect(model.calls.at(-1)).toMatchObject({ authorization: "Bearer none", body: { model: "chosen" } });
    } finally {
      await set.stop();
    }
  });

  it.each([
    ["baseUrl", { baseUrl: "ftp://example.com" }, /such as http/],
    ["baseUrl", { baseUrl: "http://user:secret@example.com/v1" }, /such as http/],
    ["baseUrl", { baseUrl: "http://169.254.169.254/v1" }, /No engine can be at that address/],
    ["baseUrl", { baseUrl: "http://[::ffff:169.254.169.254]/v1" }, /No engine can be at that address/],
    ["baseUrl", { baseUrl: "http://[fe80::1]/v1" }, /No engine can be at that address/],
    ["baseUrl", { baseUrl: "http://0.0.0.0:3000/v1" }, /No engine can be at that address/],
    ["speechHost", { speechHost: "ws://169.254.169.254" }, /No engine can be at that address/],
    ["baseUrl", { baseUrl: "http://[::a9fe:a9fe]/v1" }, /No engine can be at that address/],
    ["voiceBaseUrl", { voiceBaseUrl: "http://[::ffff:169.254.169.254]/v1" }, /No engine can be at that address/],
    ["voiceBaseUrl", { voiceBaseUrl: "http://[64:ff9b::a9fe:a9fe]/v1" }, /No engine can be at that address/],
    ["voiceBaseUrl", { voiceBaseUrl: "http://user:secret@example.com/v1" }, /such as http/],
    ["baseUrl", { baseUrl: "http://[64:ff9b::a9fe:a9fe]/v1" }, /No engine can be at that address/],
    ["baseUrl", { baseUrl: "http://[2002:a9fe:a9fe::1]/v1" }, /No engine can be at that address/],
    ["baseUrl", { baseUrl: "http://192.0.0.192/v1" }, /No engine can be at that address/],
    ["baseUrl", { baseUrl: "http://no-such-host.invalid/v1" }, /There is no machine of this name/],
    ["speechHost", { speechHost: "wss://no-such-host.invalid" }, /There is no machine of this name/],
    ["speechHost", { speechHost: "http://127.0.0.1" }, /such as ws/],
    ["speechRegion", { speechRegion: "evil.example.com/", speechKey: "k" }, /such as westeurope/],
    ["speechKey", { speechRegion: "westeurope" }, /A region needs its key/],
    ["speechRegion", { speechKey: "k" }, /A key needs its region/],
    ["apiKey", { apiKey: "two\nlines" }, /without spaces/],
  ])("have a sentence beside %s for %j [T145]", async (field, draft, sentence) => {
    expect(await refusalOf(draft)).toMatchObject({ fields: { [field]: expect.stringMatching(sentence) } });
  });
});

describe("an engine that is not saved yet", () => {
  const tryOut = (draft: Partial<EngineDraft>, engine: "model" | "embedding" | "speech" | "transcription" = "model") =>
    admin.call(testEngineDraft, { params: { engine }, body: draftOf(draft) });

  it("is tried as it would be, and not used", async () => {
    expect(await tryOut({ baseUrl: model.url, apiKey: KEY, model: "drafted" })).toMatchObject({
      works: true,
      sentence: "It answered 'Woof.' after it read 100 tokens",
    });
    expect(model.calls.at(-1)).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: "drafted" } });
    expect(await modelOf(admin)).toMatchObject({ kind: "embedded" });
    const [entry] = (await admin.call(listAuditLog, { query: { action: "engine.test" } })).entries;
    expect(entry?.details).toMatchObject({ works: true, isSaved: false });
  });

  it("is tried for its other parts too", async () => {
    expect(await tryOut({ baseUrl: model.url, embeddingModel: "meaning-1" }, "embedding")).toMatchObject({
      works: true,
      sentence: "It turned a sentence into 1 numbers.",
    });
    expect(await tryOut({ baseUrl: model.url }, "embedding")).toMatchObject({ works: false });
    expect(await tryOut({ baseUrl: model.url }, "transcription")).toMatchObject({ works: true });
    const silent = await tryOut({ speechHost: "ws://127.0.0.1:9" }, "speech");
    expect(silent).toMatchObject({ works: false, sentence: "The voice isn't available right now." });
  });

  it.each(oddModelServers.filter(({ sees, calls }) => "failure" in sees && calls === 1))(
    "says what has to be set for $name",
    async ({ behaviors, sees, advice }) => {
      model.behave(...behaviors);
      const code = "failure" in sees ? sees.failure : "empty";
      const usual = code === "too_long" ? "Its context is too small for" : new LanguageModelError(code, "").advice;
      const { works, sentence } = await tryOut({ baseUrl: model.url });
      expect(works).toBe(false);
      expect(sentence).toMatch(advice ?? usual);
    },
  );

  it("is asked as much as a pet with a full diary asks, and says so where the server cuts it silently", async () => {
    model.behave({ kind: "tokens", tokens: ["Yes."], reads: 6_100 });
    expect(await tryOut({ baseUrl: model.url })).toMatchObject({
      works: true,
      sentence: "It answered 'Yes.' after it read 6,100 tokens",
    });
    const words =
      model.calls
        .at(-1)
        ?.body.messages.map(({ content }) => content)
        .join(" ")
        .split(" ").length ?? 0;
    expect(words).toBeGreaterThan(5_500);
    expect(words).toBeLessThan(7_192);
    model.behave({ kind: "tokens", tokens: ["Yes."], reads: 4_096 });
    expect(await tryOut({ baseUrl: model.url })).toMatchObject({
      works: false,
      sentence: expect.stringMatching(
        /read only 4,096 tokens and silently cut the rest.* 8,192 tokens or more \(Ollama:/,
      ),
    });
  });

  it("quotes the server in its own words, but for keys and pages [T134]", async () => {
    model.behave({
      kind: "status",
      status: 404,
      message: `model 'lama' not found, try pulling it first (${KEY}, sk-proj-AbC123***xyz9)`,
    });
    expect(await tryOut({ baseUrl: model.url, apiKey: KEY, model: "lama" })).toMatchObject({
      sentence: expect.stringMatching(
        /^The configured .* The server says: “model 'lama' not found, try pulling it first \(\[secret\], \[key\]\)”$/,
      ),
    });
    model.behave({ kind: "status", status: 502, raw: "<html><body>Bad Gateway</body></html>" });
    expect((await tryOut({ baseUrl: model.url })).sentence).not.toMatch(/The server says|Bad Gateway/);
  });

  it("is asked for its model where none is named", async () => {
    const asks = { status: 400, body: { fields: { model: expect.stringMatching(/^Which model\?/) } } };
    const draft = { ...nothing, baseUrl: model.url };
    expect(await admin.attempt(putEngineSettings, { body: draft })).toMatchObject(asks);
    expect(await admin.attempt(testEngineDraft, { params: { engine: "model" }, body: draft })).toMatchObject(asks);
    const azure = { ...draft, baseUrl: `${model.url}/openai/deployments/pet` };
    expect(await admin.attempt(putEngineSettings, { body: azure })).toMatchObject({ status: 200 });
  });
});

describe("the list of models", () => {
  const list = (baseUrl: string | null, apiKey: string | null = null) =>
    admin.call(listEngineModels, { body: { baseUrl, apiKey } });

  it("is the server's own, asked for with the key", async () => {
    expect(await list(model.url, KEY)).toEqual({ models: ["fake-large", "fake-small"], problem: null });
    expect(model.listed.at(-1)).toBe(`Bearer ${KEY}`);
    await save({ baseUrl: model.url, apiKey: KEY });
    await admin.call(listEngineModels, { body: { baseUrl: model.url } });
    expect(model.listed.at(-1)).toBe(`Bearer ${KEY}`);
  });

  it("is told with a reason where there is none, and no redirect is followed with the key [T134]", async () => {
    const asked = model.listed.length;
    let answer: { status: number; headers?: Record<string, string>; body?: string } = { status: 200 };
    const odd = createServer((_request, response) => {
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
    const address = odd.address();
    const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/v1`;
    const problems: (string | null)[] = [];
    for (answer of [
      { status: 307, headers: { Location: `${model.url}/models` } },
      { status: 200, headers: { "Content-Type": "text/html" }, body: "<p>hello" },
      { status: 401, body: '{"error":{"message":"no"}}' },
      { status: 200, body: '{"data":[]}' },
      { status: 200, body: '{"object":"list","data":null}' },
      { status: 200, body: JSON.stringify({ data: [{ id: "x".repeat(5_000_001) }] }) },
    ])
      problems.push((await list(url, KEY)).problem);
    odd.close();
    odd.closeAllConnections();
    const adviceOf = (code: "wrong_address" | "unauthorized" | "unavailable") =>
      new LanguageModelError(code, "").advice;
    const noModels =
      "The server has no models yet. Load one there first; for Ollama, press Look for a model on this machine.";
    expect(problems).toEqual([
      adviceOf("wrong_address"),
      adviceOf("wrong_address"),
      `${adviceOf("unauthorized")} The server says: “no”`,
      noModels,
      noModels,
      adviceOf("wrong_address"),
    ]);
    expect((await list("http://127.0.0.1:9/v1")).problem).toBe(adviceOf("unavailable"));
    expect((await list(null)).problem).toBe("Enter a model server's address, or a key for OpenAI.");
    expect(model.listed).toHaveLength(asked);
  });
});

import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRecognizer } from "#server/voice/recognition/create.ts";
import { getConfig } from "#shared/api/config.ts";
import { getMyUsage } from "#shared/api/usage.ts";
import { transcribe } from "#shared/api/voice.ts";
import { limits } from "#shared/limits.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import { noise, recordingOf, rootMeanSquare, sound, tone, wavOf } from "#tests/support/recordings.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

let server: OpenAiServer;
let app: TestApp;
let owner: Visitor;
beforeAll(async () => {
  server = await startOpenAiServer();
  app = await startTestApp({ env: { OPENAI_BASE_URL: server.url, OPENAI_TRANSCRIBE_MODEL: "whisper-1" } });
  owner = await app.owner();
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});
beforeEach(() => {
  server.transcriptions.length = 0;
  server.hear({ kind: "text", text: "What do you like to eat?" });
});

type Bytes = Uint8Array<ArrayBuffer>;
const send = (bytes: Bytes | string, { type = "audio/webm", language = "en-US", by = owner } = {}) =>
  by.attempt(transcribe, { body: { language }, file: new Blob([bytes], { type }), filename: "recording.webm" });
const refused = (status: number, code: string) => ({ status, body: { code, error: expect.any(String) } });

/** The samples that the recognizer was given. */
function heardSamples(): Float32Array {
  const bytes = server.transcriptions.at(-1)?.bytes ?? new Uint8Array(44);
  return Float32Array.from(new Int16Array(bytes.slice(44).buffer), (sample) => sample / 0x8000);
}

describe("a recording becomes text", () => {
  it.each(["opus.webm", "opus.ogg", "opus.mp4"] as const)("from %s, whatever it is called [T78]", async (name) => {
    const { status, body } = await send(await recordingOf(name), { type: "text/plain", language: "de-DE" });
    expect({ status, body }).toEqual({ status: 200, body: { text: "What do you like to eat?" } });
    expect(server.transcriptions[0]?.fields.language).toBe("de");
    expect(heardSamples().length / 16_000).toBeGreaterThan(4.4);
    expect(20 * Math.log10(rootMeanSquare(heardSamples()))).toBeCloseTo(-22.4, 0);
  });

  it("from AAC where the system has ffmpeg, and else says that it can't", async () => {
    const answer = await send(await recordingOf("aac.mp4"), { type: "audio/mp4" });
    expect(answer).toMatchObject(hasFfmpeg ? { status: 200 } : refused(415, "unsupported_audio"));
  });

  it("from WAV of any usual form", async () => {
    await send(await recordingOf("opus.webm"));
    const spoken = heardSamples();
    for (const options of [{ form: "u8" }, { form: "s24", channels: 2 }, { form: "f32", extensible: true }] as const) {
      expect(await send(wavOf(spoken, options))).toMatchObject({ status: 200 });
      expect(heardSamples()).toHaveLength(spoken.length);
    }
  });

  it("counts the seconds that were recognised, and English where no language is named", async () => {
    const seconds = async () =>
      (await owner.call(getMyUsage, {})).measures.find(({ measure }) => measure === "seconds")?.used ?? 0;
    const before = await seconds();
    const body = new FormData();
    body.set("audio", new Blob([await recordingOf("opus.webm")]), "x");
    const response = await owner.fetch("/api/transcribe", { method: "POST", body });
    expect(response.status).toBe(200);
    expect(server.transcriptions[0]?.fields.language).toBe("en");
    expect((await seconds()) - before).toBe(5);
  });

  it("is told in the configuration", async () => {
    const { engines } = await (await app.admin()).call(getConfig, {});
    expect(engines.transcription).toEqual({ kind: "configured", name: "whisper-1" });
  });
});

describe("before any recogniser is asked", () => {
  it.each([
    ["no recording", "<!doctype html><p>Hello", 415, "not_audio"],
    ["a PDF that says it is audio", "%PDF-1.7\n1 0 obj\n<<>>", 415, "not_audio"],
    ["an empty file", "", 400, "empty"],
  ])("%s is refused [T78]", async (_name, content, status, code) => {
    expect(await send(content)).toMatchObject(refused(status, code));
    expect(server.transcriptions).toEqual([]);
  });

  it("a language that is not offered is refused", async () => {
    expect(await send(await recordingOf("opus.webm"), { language: "tlh-KX" })).toMatchObject({
      status: 400,
      body: { error: "That language is not offered" },
    });
    expect(server.transcriptions).toEqual([]);
  });

  it("a form without a recording is refused", async () => {
    const body = new FormData();
    body.set("language", "en-US");
    expect((await owner.fetch("/api/transcribe", { method: "POST", body })).status).toBe(400);
    const json = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
    expect((await owner.fetch("/api/transcribe", json)).status).toBe(400);
  });

  it("a recording that is too large is refused [T78]", async () => {
    expect(await send(new Uint8Array(limits.recordingBytes + 1))).toMatchObject(refused(413, "too_large"));
  });

  it("a recording of more than two minutes is refused", async () => {
    const long = wavOf(sound(125, tone(300), 8000), { sampleRate: 8000, form: "u8" });
    expect(await send(long)).toMatchObject(refused(422, "too_long"));
    expect(server.transcriptions).toEqual([]);
  });

  it("a damaged recording is refused, and one that is cut short is heard as far as it goes", async () => {
    const whole = await recordingOf("opus.webm");
    expect(await send(whole.slice(0, 100))).toMatchObject(refused(422, "damaged_audio"));
    expect(server.transcriptions).toEqual([]);
    expect(await send(whole.slice(0, whole.length / 2))).toMatchObject({ status: 200 });
  });

  it("silence, noise and hum are told from speech [T78]", async () => {
    const hiss = noise();
    for (const quiet of [sound(3, () => 0), sound(3, () => hiss() * 0.05), sound(3, (t) => 0.3 * tone(50)(t))])
      expect(await send(wavOf(quiet))).toEqual({
        status: 422,
        body: {
          code: "no_speech",
          error: "Nothing was heard. Please try again, a little closer to the microphone.",
        },
      });
    expect(server.transcriptions).toEqual([]);
  });

  it("whoever is not signed in is refused", async () => {
    expect(await send(await recordingOf("opus.webm"), { by: app.visitor() })).toMatchObject({ status: 401 });
  });
});

describe("when the recogniser fails", () => {
  it.each([
    [401, 502, "recogniser_failed"],
    [400, 502, "recogniser_failed"],
    [404, 503, "no_recogniser"],
    [429, 503, "recogniser_unavailable"],
    [500, 503, "recogniser_unavailable"],
  ])("after its %i the answer is %i '%s', without its words", async (theirs, ours, code) => {
    server.hear({ kind: "status", status: theirs, headers: { "Retry-After": "0" } });
    const answer = await send(await recordingOf("opus.webm"));
    expect(answer).toMatchObject(refused(ours, code));
    expect(JSON.stringify(answer.body)).not.toContain("sk-secret");
  });

  it("an answer that is none is told", async () => {
    server.hear({ kind: "garbage", type: "text/html", body: "<p>Hello" });
    expect(await send(await recordingOf("opus.webm"))).toMatchObject(refused(502, "recogniser_failed"));
  });

  it("a recording in which it understood nothing is silence", async () => {
    server.hear({ kind: "text", text: " [BLANK_AUDIO] " });
    expect(await send(await recordingOf("opus.webm"))).toMatchObject(refused(422, "no_speech"));
  });

  it("a speaker who hangs up ends the recognition", async () => {
    server.hear({ kind: "hang" });
    const controller = new AbortController();
    const body = new FormData();
    body.set("audio", new Blob([await recordingOf("opus.webm")]), "x");
    const call = owner.fetch("/api/transcribe", { method: "POST", body, signal: controller.signal });
    await expect.poll(() => server.transcriptions.length).toBe(1);
    controller.abort();
    await expect(call).rejects.toThrow();
    expect(await server.transcriptions[0]?.left).toBe(true);
  });
});

describe("without a recogniser", () => {
  let bare: TestApp;
  let person: Visitor;
  beforeAll(async () => {
    bare = await startTestApp();
    person = await bare.owner();
  });
  afterAll(() => bare.stop());

  it("speech is answered with what else can be done, and bad recordings with what is wrong with them", async () => {
    expect(await send(await recordingOf("opus.webm"), { by: person })).toMatchObject({
      ...refused(503, "no_recogniser"),
      body: { error: expect.stringContaining("Please type instead") },
    });
    expect(await send("no sound", { by: person })).toMatchObject(refused(415, "not_audio"));
    expect(await send(wavOf(sound(2, () => 0)), { by: person })).toMatchObject(refused(422, "no_speech"));
    expect((await person.call(getConfig, {})).engines.transcription).toBeNull();
  });
});

describe("the choice of a recogniser", () => {
  const none = {
    AZURE_SPEECH_KEY: undefined,
    AZURE_SPEECH_REGION: undefined,
    AZURE_SPEECH_HOST: undefined,
    OPENAI_API_KEY: undefined,
    OPENAI_BASE_URL: undefined,
    OPENAI_TRANSCRIBE_MODEL: "whisper-1",
  };
  const openai = { ...none, OPENAI_API_KEY: "sk-1" };

  it("is Azure's before the OpenAI-compatible one, and none without a configuration", () => {
    expect(createRecognizer(none).engine).toBeNull();
    expect(createRecognizer(openai).engine).toEqual({ kind: "openai", name: "whisper-1" });
    const azure = { kind: "azure", name: "Azure Speech" };
    expect(createRecognizer({ ...openai, AZURE_SPEECH_HOST: "ws://127.0.0.1:5000" }).engine).toEqual(azure);
    const cloud = { ...openai, AZURE_SPEECH_KEY: "k", AZURE_SPEECH_REGION: "westeurope" };
    expect(createRecognizer(cloud).engine).toEqual(azure);
  });
});

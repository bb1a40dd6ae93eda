import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { wavOf } from "#tests/support/recordings.ts";
import { type SpeechServer, startSpeechServer } from "#tests/support/speech-server.ts";
import { SECONDS_PER_LETTER } from "#tests/support/spoken-mp3.ts";
import { createEmbeddedSpeech } from "./embedded.ts";
import { audioFrames, mp3Duration } from "./mp3.ts";
import { createOpenAiSpeech, type OpenAiSpeechOptions } from "./openai.ts";
import { SpeechError } from "./speech.ts";

const jenny = "en-US-JennyNeural";
const calm = () => new AbortController().signal;
const builtIn = createEmbeddedSpeech();
const KOKORO = ["af_heart", "af_bella", "am_adam", "bf_emma", "bm_george", "jf_alpha", "zf_xiaoni", "zm_yunxi"];

let server: SpeechServer;
beforeAll(async () => {
  server = await startSpeechServer();
});
beforeEach(() => {
  server.calls.length = 0;
  server.behave({ kind: "mp3" });
  server.offer(undefined);
});
afterAll(async () => {
  await server.stop();
  await builtIn.close();
});

let closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const speech of closing) await speech.close();
  closing = [];
});

function start(options: Partial<OpenAiSpeechOptions> = {}) {
  const account = { baseUrl: server.url, apiKey: "a-secret-key", model: "tts-1" };
  const speech = createOpenAiSpeech({
    ...account,
    voices: new Map(),
    builtIn,
    retryMs: 10,
    ...options,
  });
  closing.push(speech);
  return {
    speech,
    say: (text: string, voiceName = jenny, signal = calm()) => speech.synthesize({ text, voiceName }, signal),
  };
}

const failureOf = (clip: Promise<unknown>): Promise<unknown> =>
  clip.then(
    () => "no failure",
    (error: unknown) => error,
  );
const secondsOf = (letters: string) => letters.length * SECONDS_PER_LETTER;

describe("speech by a server with the API of OpenAI", () => {
  it("has the sound of the whole text", async () => {
    const { say } = start();
    expect(mp3Duration(await say("Woof! I am Tucker."))).toBeCloseTo(secondsOf("WoofIamTucker"), 0);
    expect(server.calls).toEqual([
      {
        authorization: "Bearer a-secret-key",
        body: { model: "tts-1", input: "Woof! I am Tucker.", voice: "nova", speed: 1, response_format: "mp3" },
      },
    ]);
  });

  it("is heard while it is made, in whole frames", async () => {
    let goOn = () => {};
    server.behave({ kind: "mp3", pause: new Promise<void>((resolve) => (goOn = resolve)) });
    const pieces: Uint8Array[] = [];
    const clip = start().speech.synthesize({ text: "A squirrel ran up the tree.", voiceName: jenny }, calm(), (mp3) => {
      pieces.push(mp3);
    });
    await expect.poll(() => pieces.length).toBe(1);
    goOn();
    const whole = await clip;
    expect(Buffer.concat(pieces).equals(whole)).toBe(true);
    expect(pieces.flatMap((piece) => audioFrames(piece)).length).toBe(audioFrames(whole).length);
  });

  it("needs no key, and no server for what has no words", async () => {
    const { say } = start({ apiKey: undefined });
    expect(await say("*  *")).toHaveLength(0);
    expect(server.calls).toEqual([]);
    expect((await say("Woof!")).length).toBeGreaterThan(0);
  });

  it.each([
    ["as it is", {}],
    ["whose length was not known when it began", { declaredBytes: 0xffffffff }],
    ["in two channels", { channels: 2 }],
  ])("takes a WAV %s where a server sends one all the same", async (_how, options) => {
    const tone = Float32Array.from({ length: 22_050 }, (_, index) => 0.3 * Math.sin(index / 8));
    server.behave({ kind: "sound", type: "audio/wav", bytes: wavOf(tone, { sampleRate: 22_050, ...options }) });
    const mp3 = await start().say("Woof!");
    expect(mp3Duration(mp3)).toBeCloseTo(1, 0);
    expect(audioFrames(mp3)[0]).toMatchObject({ sampleRate: 24_000, channels: 1, bitRate: 48 });
  });

  it.each([
    ["a page", { kind: "sound", type: "text/html", bytes: Buffer.from("<h1>Welcome</h1>") }, "unavailable"],
    ["an empty answer", { kind: "sound", type: "audio/mpeg", bytes: new Uint8Array(0) }, "unavailable"],
    ["a WAV without sound", { kind: "sound", type: "audio/wav", bytes: Buffer.from("RIFF....WAVE") }, "unavailable"],
    ["a refused key", { kind: "status", status: 401, body: { error: { message: "no" } } }, "unauthorized"],
    ["no such path", { kind: "status", status: 404, body: { detail: "Not Found" } }, "unavailable"],
    [
      "an account without credit",
      { kind: "status", status: 429, body: { error: { code: "insufficient_quota" } } },
      "unauthorized",
    ],
    ["a broken connection", { kind: "cut" }, "unavailable"],
  ] as const)("fails with a reason at %s", async (_what, behavior, code) => {
    server.behave(behavior);
    const failure = await failureOf(start().say("Hello there, this is a long sentence."));
    expect(failure).toBeInstanceOf(SpeechError);
    expect(failure).toMatchObject({ code });
    expect(server.calls).toHaveLength(1);
  });

  it("asks a busy server once more, but not for what was heard", async () => {
    const busy = { kind: "status", status: 429, body: { error: { message: "slow down" } } } as const;
    server.behave(busy, { kind: "mp3" });
    const { say } = start();
    expect(mp3Duration(await say("Woof!"))).toBeGreaterThan(0.2);
    server.behave(busy);
    expect(await failureOf(say("Woof!"))).toMatchObject({ code: "rate_limited" });
    expect(server.calls).toHaveLength(4);
  });

  it.each([{ begun: false }, { begun: true }])("gives up on a server that falls silent (%o)", async (how) => {
    server.behave({ kind: "hang", ...how });
    const failure = await failureOf(start({ quietMs: 100 }).say("A long sentence about a walk in the park."));
    expect(failure).toMatchObject({ code: "timeout" });
  });

  it("ends at once when it is called off, or the engine is closed", async () => {
    server.behave({ kind: "hang", begun: true });
    const { say, speech } = start();
    const controller = new AbortController();
    const clip = failureOf(say("Hello there.", jenny, controller.signal));
    await expect.poll(() => server.calls.length).toBe(1);
    controller.abort();
    expect(await clip).toBe(controller.signal.reason);
    const other = failureOf(say("Hello there."));
    await expect.poll(() => server.calls.length).toBe(2);
    await speech.close();
    expect(await other).toMatchObject({ code: "unavailable" });
  });

  it("waits as long as a busy server asks for, and not where that is too long", async () => {
    const busy = { kind: "status", status: 429, body: { error: { message: "slow down" } } } as const;
    const { say } = start({ retryMs: 60_000 });
    server.behave({ ...busy, headers: { "Retry-After": "0" } }, { kind: "mp3" });
    expect(mp3Duration(await say("Woof!"))).toBeGreaterThan(0.2);
    server.behave({ ...busy, headers: { "Retry-After": "30" } });
    expect(await failureOf(say("Woof!"))).toMatchObject({ code: "rate_limited", retryAfterMs: 30_000 });
    expect(server.calls).toHaveLength(3);
  });

  it("speaks with the built-in voice what the server has no voice for", async () => {
    server.offer({ voices: KOKORO });
    expect(mp3Duration(await start().say("Hallo, ich bin Balu.", "de-DE-KatjaNeural"))).toBeGreaterThan(0.5);
    expect(server.calls).toEqual([]);
  });

  it("asks for the server's own voices, once", async () => {
    server.offer({ voices: KOKORO });
    const { say } = start();
    for (const voice of [jenny, "en-GB-RyanNeural", "ja-JP-NanamiNeural"]) await say("Woof!", voice);
    expect(server.calls.map(({ body }) => body.voice)).toEqual(["af_heart", "bm_george", "jf_alpha"]);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findVoice } from "#shared/voices.ts";
import { type AzureServer, startAzureServer } from "#tests/support/azure-server.ts";
import { SECONDS_PER_LETTER } from "#tests/support/spoken-mp3.ts";
import type { AzureAccount } from "../azure/sdk.ts";
import { type AzureSpeechOptions, createAzureSpeech, ssmlOf } from "./azure.ts";
import { audioFrames, joinMp3, mp3Duration } from "./mp3.ts";
import { SpeechError, type SpeechSynthesizer } from "./speech.ts";

const KEY = "0123456789abcdef/+secret";
const jenny = "en-US-JennyNeural";
const calm = () => new AbortController().signal;

const unhandled: unknown[] = [];
const noteUnhandled = (reason: unknown) => unhandled.push(reason);
let servers: AzureServer[] = [];
let synthesizers: SpeechSynthesizer[] = [];

beforeAll(() => {
  process.on("unhandledRejection", noteUnhandled).on("uncaughtException", noteUnhandled);
});
afterEach(async () => {
  for (const speech of synthesizers) await speech.close();
  for (const server of servers) await server.stop();
  servers = [];
  synthesizers = [];
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});
afterAll(() => {
  process.off("unhandledRejection", noteUnhandled).off("uncaughtException", noteUnhandled);
});

async function start(options: AzureSpeechOptions = {}) {
  const azure = await startAzureServer();
  servers.push(azure);
  const speech = speakingTo({ kind: "host", host: azure.host, key: KEY }, options);
  const say = (text: string, voiceName = jenny, signal = calm()) => speech.synthesize({ text, voiceName }, signal);
  /** Collects what is given before the whole. */
  const hear = (text: string) => {
    const pieces: Uint8Array[] = [];
    const clip = speech.synthesize({ text, voiceName: jenny }, calm(), (mp3) => pieces.push(mp3));
    return { pieces, clip };
  };
  return { azure, speech, say, hear };
}

function speakingTo(account: AzureAccount, options: AzureSpeechOptions = {}): SpeechSynthesizer {
  const speech = createAzureSpeech(account, { retryMs: 10, ...options });
  synthesizers.push(speech);
  return speech;
}

const failureOf = (clip: Promise<unknown>): Promise<unknown> =>
  clip.then(
    () => "no failure",
    (error: unknown) => error,
  );

describe("speech by Azure", () => {
  it("has the sound of the whole text, as frames that can be joined", async () => {
    const { azure, say } = await start();
    const first = await say("Woof! I am Tucker.");
    const second = await say("Shall we go to the park?");
    expect(mp3Duration(first)).toBeCloseTo("WoofIamTucker".length * SECONDS_PER_LETTER, 0);
    for (const frame of audioFrames(joinMp3([first, second])))
      expect(frame).toMatchObject({ sampleRate: 24_000, channels: 1, bitRate: 48 });
    expect(azure.syntheses[0]).toMatchObject({
      text: "Woof! I am Tucker.",
      outputFormat: "audio-24khz-48kbitrate-mono-mp3",
    });
    expect(azure.connections[0]).toMatchObject({ key: KEY, path: "/tts/cognitiveservices/websocket/v1" });
  });

  it("is heard while it is made, in whole frames", async () => {
    const { azure, hear } = await start();
    let goOn = () => {};
    azure.behave({ kind: "answer", pause: new Promise<void>((resolve) => (goOn = resolve)) });
    const { pieces, clip } = hear("A squirrel ran up the tall tree by the river.");
    await expect.poll(() => pieces.length).toBe(1);
    expect(mp3Duration(pieces[0] ?? new Uint8Array(0))).toBeGreaterThan(0.2);
    goOn();
    const whole = await clip;
    expect(pieces.length).toBeGreaterThan(1);
    expect(Buffer.concat(pieces).equals(whole)).toBe(true);
    for (const piece of pieces) expect(joinMp3([piece])).toEqual(piece);
  });

  it("names the voice and its language", async () => {
    const { azure, say } = await start();
    await say("Guten Tag.", "de-DE-KatjaNeural");
    await say("Hello.");
    expect(azure.syntheses.map(({ voice }) => voice)).toEqual(["de-DE-KatjaNeural", jenny]);
    expect(azure.syntheses[0]?.ssml).toContain('xml:lang="de-DE"');
    expect(azure.connections).toHaveLength(1);
  });

  it("sends text as text, never as markup [T106]", async () => {
    const { azure, say } = await start();
    await say(`Tom & "Jerry" aren't </voice><break/> here\u0000.`);
    const ssml = azure.syntheses[0]?.ssml ?? "";
    expect(ssml.match(/<[^>]*>/g)).toHaveLength(4);
    expect(ssml).toContain("Tom &amp; &quot;Jerry&quot; aren&apos;t");
    expect(ssml).not.toContain("\u0000");
    const voice = findVoice(jenny) ?? { name: "", language: "" };
    expect(ssmlOf("a<b>&\"'\u0000\u001f\uFFFE\uD83D.\n", voice)).toContain(">a&lt;b&gt;&amp;&quot;&apos;   \uFFFD.\n<");
  });

  it("uses one connection for sentences that follow one another, and a few for those at the same time", async () => {
    const { azure, say } = await start({ atOnce: 2 });
    for (const text of ["One.", "Two.", "Three."]) await say(text);
    expect(azure.connections).toHaveLength(1);
    const clips = await Promise.all(["Four.", "Five.", "Six.", "Seven.", "Eight."].map((text) => say(text)));
    expect(clips.map((clip) => Math.round(mp3Duration(clip) * 10))).toEqual(
      await Promise.all(
        ["Four.", "Five.", "Six.", "Seven.", "Eight."].map(async (text) =>
          Math.round(mp3Duration(await say(text)) * 10),
        ),
      ),
    );
    expect(azure.connections).toHaveLength(2);
  });

  it("closes a connection that idles, and opens another when it is needed", async () => {
    const { azure, say } = await start({ idleMs: 20 });
    await say("One.");
    await azure.connections[0]?.closed;
    expect(mp3Duration(await say("Two."))).toBeGreaterThan(0);
    expect(azure.connections).toHaveLength(2);
  });

  it("opens another connection after the service closed the idle one", async () => {
    const { azure, say } = await start();
    await say("One.");
    azure.disconnect();
    await azure.connections[0]?.closed;
    expect(mp3Duration(await say("Two."))).toBeGreaterThan(0);
    expect(azure.connections).toHaveLength(2);
  });

  it("says nothing for text without words, and asks nobody", async () => {
    const { azure, say } = await start();
    expect(await say("🐶 … ***")).toHaveLength(0);
    expect(azure.attempts).toBe(0);
  });

  it("refuses a voice that the catalogue lacks", async () => {
    const { azure, say } = await start();
    await expect(say("Hello", "en-US-NobodyNeural")).rejects.toMatchObject({ code: "bad_voice" });
    expect(azure.attempts).toBe(0);
  });

  it("speaks through a container that wants no key", async () => {
    const { azure } = await start();
    const open = speakingTo({ kind: "host", host: azure.host, key: undefined });
    expect(mp3Duration(await open.synthesize({ text: "Hello.", voiceName: jenny }, calm()))).toBeGreaterThan(0);
    expect(azure.connections[0]?.key).toBeUndefined();
  });
});

describe("when Azure fails", () => {
  it.each([401, 403])("calls a refused key (%i) by its name, and keeps it secret", async (status) => {
    const { azure, say } = await start();
    azure.upgrade(status);
    const failure = await failureOf(say("Hello."));
    expect(failure).toBeInstanceOf(SpeechError);
    expect(failure).toMatchObject({ code: "unauthorized" });
    expect(String(failure)).not.toContain("secret");
    azure.upgrade("accept");
    expect(mp3Duration(await say("Hello."))).toBeGreaterThan(0);
  });

  it("tries once more where it is throttled", async () => {
    const { azure, say } = await start();
    azure.upgrade(429, "accept");
    expect(mp3Duration(await say("Hello."))).toBeGreaterThan(0);
    expect(azure.attempts).toBe(2);
    azure.behave({ kind: "close", code: 4429, reason: "The request is throttled" }, { kind: "answer" });
    expect(mp3Duration(await say("Hello again."))).toBeGreaterThan(0);
  });

  it("says nothing twice: what failed after its first sound is not tried again", async () => {
    const { azure, hear } = await start();
    azure.behave({ kind: "cut" }, { kind: "answer" });
    const { pieces, clip } = hear("A squirrel ran up the tall tree by the river.");
    await expect(clip).rejects.toMatchObject({ code: "unavailable" });
    expect(pieces.length).toBeGreaterThan(0);
    expect(azure.syntheses).toHaveLength(1);
    azure.behave({ kind: "close", code: 4429 }, { kind: "answer" });
    const again = hear("Hello again.");
    await again.clip;
    expect(Buffer.concat(again.pieces).equals(await again.clip)).toBe(true);
  });

  it.each<[string, Parameters<AzureServer["behave"]>[0]]>([
    ["4429", { kind: "close", code: 4429 }],
    ["1007", { kind: "close", code: 1007, reason: "Throttled due to too many requests" }],
  ])("gives up where it is throttled twice (%s)", async (_name, behavior) => {
    const { azure, say } = await start();
    azure.behave(behavior);
    await expect(say("Hello.")).rejects.toMatchObject({ code: "rate_limited" });
    expect(azure.syntheses).toHaveLength(2);
  });

  it("can be called off while it waits for its second try", async () => {
    const { azure, speech } = await start();
    const patient = speakingTo({ kind: "host", host: azure.host, key: KEY }, { retryMs: 60_000 });
    azure.upgrade(429);
    const controller = new AbortController();
    const clip = failureOf(patient.synthesize({ text: "Hello.", voiceName: jenny }, controller.signal));
    while (azure.attempts === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect(await clip).toBe(controller.signal.reason);
    await speech.close();
  });

  it("knows a voice that Azure does not", async () => {
    const { azure, say } = await start();
    azure.behave({ kind: "close", code: 1007, reason: "Unsupported voice en-US-JennyNeural." });
    await expect(say("Hello.")).rejects.toMatchObject({ code: "bad_voice" });
  });

  it.each<[string, Parameters<AzureServer["behave"]>[0]]>([
    ["breaks off", { kind: "cut" }],
    ["is closed politely", { kind: "close", code: 1000 }],
    ["holds no sound", { kind: "empty" }],
    ["is a message without content", { kind: "garbage", empty: true }],
  ])("is told of at once where the answer %s, and speaks on", async (_name, behavior) => {
    const { azure, say } = await start({ quietMs: 60_000 });
    azure.behave(behavior, { kind: "answer" });
    await expect(say("Hello there, old friend of mine.")).rejects.toMatchObject({ code: "unavailable" });
    expect(mp3Duration(await say("Hello."))).toBeGreaterThan(0);
  });

  it.each<[string, Parameters<AzureServer["behave"]>[0]]>([
    ["never comes", { kind: "silence" }],
    ["is no answer", { kind: "garbage" }],
  ])("does not wait for ever where the answer %s, and speaks on", async (_name, behavior) => {
    const { azure, say } = await start({ quietMs: 1_000 });
    azure.behave(behavior, { kind: "answer" });
    await expect(say("Hello.")).rejects.toMatchObject({ code: "timeout" });
    await azure.connections[0]?.closed;
    expect(mp3Duration(await say("Hello."))).toBeGreaterThan(0);
  });

  it("does not wait for ever for a connection", async () => {
    const { azure, say } = await start({ quietMs: 1_000 });
    azure.upgrade("silence", "accept");
    await expect(say("Hello.")).rejects.toMatchObject({ code: "timeout" });
    expect(mp3Duration(await say("Hello."))).toBeGreaterThan(0);
  });

  it("says that it is not there where nobody listens", async () => {
    const { azure, say } = await start();
    await azure.stop();
    await expect(say("Hello.")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("ends at once when it is called off, at Azure too", async () => {
    const { azure, say } = await start();
    azure.behave({ kind: "silence" });
    const controller = new AbortController();
    const clip = failureOf(say("Hello.", jenny, controller.signal));
    while (azure.syntheses.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect(await clip).toBe(controller.signal.reason);
    await azure.connections[0]?.closed;
    azure.behave({ kind: "answer" });
    expect(mp3Duration(await say("Hello."))).toBeGreaterThan(0);
  });

  it("ends what is under way and what waits when it is closed", async () => {
    const { azure, speech, say } = await start({ atOnce: 1 });
    azure.behave({ kind: "silence" });
    const clips = ["One.", "Two."].map((text) => failureOf(say(text)));
    while (azure.syntheses.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await speech.close();
    for (const clip of clips) expect(await clip).toMatchObject({ code: "unavailable" });
    await azure.connections[0]?.closed;
    await expect(say("Three.")).rejects.toMatchObject({ code: "unavailable" });
  });
});

import { Worker } from "node:worker_threads";
import { afterAll, describe, expect, it } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { languages, SAMPLE_SENTENCE, voices, voicesOf } from "#shared/voices.ts";
import { TEST_TIMEOUT_MS } from "#tests/support/timeouts.ts";
import { createEmbeddedSpeech } from "./embedded.ts";
import { embeddedVoice } from "./embedded-voices.ts";
import { audioFrames, joinMp3, mp3Duration } from "./mp3.ts";
import { SpeechError } from "./speech.ts";

// A busy machine speaks slowly; the limit has a test of its own.
const speech = createEmbeddedSpeech({ timeoutMs: TEST_TIMEOUT_MS });
afterAll(() => speech.close());

const calm = () => new AbortController().signal;
const jenny = "en-US-JennyNeural";
const say = (text: string, voiceName = jenny) => speech.synthesize({ text, voiceName }, calm());

/** A thread that answers every job like this. */
function thread(answer: string): Worker {
  const script = `const { parentPort } = require("node:worker_threads"); parentPort.on("message", () => { ${answer} });`;
  return new Worker(script, { eval: true });
}

const greetings: Record<string, string> = {
  en: "Hello, this is me.",
  es: "Hola, soy yo, tu perro.",
  fr: "Bonjour, c'est moi.",
  de: "Hallo, ich bin es.",
  it: "Ciao, sono io.",
  pt: "Olá, sou eu.",
  zh: "你好，我是你的狗。",
  ja: "こんにちは、げんきですか。",
  ko: "안녕하세요, 저예요.",
  nl: "Hallo, ik ben het.",
  ru: "Привет, это я.",
  hi: "नमस्ते, मैं हूँ।",
  ar: "مرحبا، أنا هنا.",
};

describe("the embedded synthesiser", () => {
  it.each(languages.map(({ code }) => code))("speaks %s", async (code) => {
    for (const { name } of voicesOf(code).slice(0, 1)) {
      const clip = await say(greetings[code.slice(0, 2)] ?? "", name);
      expect(mp3Duration(clip)).toBeGreaterThan(0.3);
      // Silence leaves the frames' bodies all but empty; speech fills them with many different bytes.
      expect(new Set(clip).size).toBeGreaterThan(200);
    }
  });

  it("gives every two voices of the same language and gender a different sound", async () => {
    for (const { language, gender } of voices) {
      const alike = voices.filter((voice) => voice.language === language && voice.gender === gender);
      const sounds = alike.map(({ name }) => JSON.stringify(embeddedVoice(name)));
      expect(new Set(sounds).size, `${language} ${gender}`).toBe(alike.length);
    }
    const lengths = [];
    for (const { name } of voicesOf("en-US").slice(0, 3)) lengths.push((await say(SAMPLE_SENTENCE, name)).length);
    expect(new Set(lengths).size).toBe(3);
  });

  it("makes 24 kHz mono frames of one size, so that joined clips are one clip", async () => {
    const clips = await Promise.all([
      say("Woof! I am Tucker."),
      say("I love the park."),
      say("Do you?", "en-US-GuyNeural"),
    ]);
    const joined = joinMp3(clips);
    const frames = audioFrames(joined);
    expect(frames[0]?.start).toBe(0);
    expect(frames.at(-1)?.end).toBe(joined.length);
    for (const [index, frame] of frames.entries()) {
      expect(frame).toMatchObject({ sampleRate: 24_000, channels: 1, bitRate: 48 });
      expect(frame.start).toBe(index * 144);
    }
    const durations = clips.map(mp3Duration);
    expect(mp3Duration(joined)).toBeCloseTo(
      durations.reduce((sum, seconds) => sum + seconds, 0),
      6,
    );
  });

  it("says nothing for text without words", async () => {
    expect(await say("🐶 …\u0000 ***")).toHaveLength(0);
  });

  it("reads no markup aloud [T106]", async () => {
    const plain = await say("I am happy.");
    for (const text of ["I am <b>.\u0007", "I am *happy*. 🐶", "[I am happy]."]) {
      expect(Math.abs(mp3Duration(await say(text)) - mp3Duration(plain)), text).toBeLessThan(0.5);
    }
  });

  it("keeps the order of many at once", async () => {
    const sentences = Array.from({ length: 12 }, (_, index) => `This is ${"very ".repeat(index)}sentence ${index}.`);
    const together = await Promise.all(sentences.map((text) => say(text)));
    expect(together.every((clip) => mp3Duration(clip) > 0.3)).toBe(true);
    const alone = await say(`This is ${"very ".repeat(11)}sentence 11.`);
    expect(mp3Duration(together[11] ?? alone)).toBeCloseTo(mp3Duration(alone), 1);
  });

  it("bounds a very long text", async () => {
    const clip = await say("I like long walks on the beach. ".repeat(1000));
    expect(mp3Duration(clip)).toBeLessThanOrEqual(301);
  });

  it("refuses a voice that the catalogue lacks", async () => {
    await expect(say("Hello", "en-US-NobodyNeural")).rejects.toMatchObject({ code: "bad_voice" });
  });

  it("stops waiting at once when it is called off", async () => {
    const controller = new AbortController();
    const clip = speech.synthesize({ text: SAMPLE_SENTENCE, voiceName: jenny }, controller.signal);
    controller.abort();
    await expect(clip).rejects.toBe(controller.signal.reason);
    expect(mp3Duration(await say("Still here."))).toBeGreaterThan(0.3);
  });

  it("gives up on a thread that hangs, and starts another", async () => {
    let started = 0;
    const hanging = createEmbeddedSpeech({
      timeoutMs: 100,
      startWorker: () => {
        started += 1;
        return thread("for (;;);");
      },
    });
    for (const turn of [1, 2]) {
      await expect(hanging.synthesize({ text: "Hello", voiceName: jenny }, calm())).rejects.toMatchObject({
        code: "timeout",
      });
      expect(started).toBe(turn);
    }
    await hanging.close();
  });

  it("replaces a thread that dies or fails, and then speaks on", async () => {
    const answers = [
      "process.exit(3)",
      "throw new Error('boom')",
      "parentPort.postMessage({ kind: 'failed', reason: 'out of bounds' })",
      "parentPort.postMessage({ kind: 'clip', mp3: new Uint8Array(7) })",
    ];
    let started = 0;
    const fragile = createEmbeddedSpeech({ startWorker: () => thread(answers[started++] ?? "process.exit(9)") });
    const attempt = () => fragile.synthesize({ text: "Hello", voiceName: jenny }, calm());
    for (const cause of ["code 3", "boom", "out of bounds"]) {
      await expect(attempt()).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining(cause) });
    }
    expect(await attempt()).toHaveLength(7);
    expect(await attempt()).toHaveLength(7);
    expect(started).toBe(4);
    await fragile.close();
  });

  it("says so when the optional synthesiser is not installed", async () => {
    const without = createEmbeddedSpeech({
      startWorker: () => thread("parentPort.postMessage({ kind: 'missing', reason: 'no package' })"),
    });
    const failure = await without
      .synthesize({ text: "Hello", voiceName: jenny }, calm())
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SpeechError);
    expect(failure).toMatchObject({ code: "unavailable", message: expect.stringContaining("not installed") });
    await without.close();
  });

  it("answers whoever still waits when it is closed", async () => {
    const closing = createEmbeddedSpeech();
    const clips = [1, 2, 3].map(() => closing.synthesize({ text: SAMPLE_SENTENCE, voiceName: jenny }, calm()));
    const outcomes = Promise.allSettled(clips);
    await closing.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    await expect(closing.synthesize({ text: "Hello", voiceName: jenny }, calm())).rejects.toMatchObject({
      code: "unavailable",
    });
  });
});

describe("joining clips", () => {
  it("leaves out tags and index frames", async () => {
    const encoder = await createMp3Encoder();
    encoder.configure({ sampleRate: 24_000, channels: 1, bitrate: 48 });
    encoder.encode([new Float32Array(1000)]);
    const body = encoder.finalize().slice();
    const info = body.slice(0, 144);
    info.fill(0, 4);
    info.set(Buffer.from("Info"), 13);
    const id3 = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 5, 0xff, 0xff, 0xff, 0xff, 0xff]);
    const tagged = Buffer.concat([id3, info, body, Buffer.from("TAG".padEnd(128))]);
    expect(Buffer.from(joinMp3([tagged])).equals(body)).toBe(true);
    expect(mp3Duration(tagged)).toBe(mp3Duration(body));
  });

  it("makes nothing of nothing", () => {
    expect(joinMp3([])).toHaveLength(0);
    expect(mp3Duration(new Uint8Array(0))).toBe(0);
  });
});

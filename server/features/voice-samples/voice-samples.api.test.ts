import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SpeechError, type SpeechSynthesizer, type Utterance } from "#server/voice/speech/speech.ts";
import { testVoice } from "#shared/api/voice.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { Visitor } from "#tests/support/visitor.ts";

/** Plays the engine: notes what it was asked to speak. */
const spoken: Utterance[] = [];
let answer: (utterance: Utterance) => Promise<Uint8Array>;
let sound: string[] | undefined;
const speech: SpeechSynthesizer = {
  get engine() {
    return { kind: "openai" as const, name: "Test voice", ...(sound !== undefined && { sound }) };
  },
  synthesize(utterance) {
    spoken.push(utterance);
    return answer(utterance);
  },
  close: async () => {},
};

let app: TestApp;
let owner: Visitor;
beforeAll(async () => {
  app = await startTestApp({ engines: { speech } });
  owner = await app.owner();
});
afterAll(() => app.stop());
beforeEach(() => {
  spoken.length = 0;
  answer = async ({ text }) => new TextEncoder().encode(`clip of ${text}`);
});

const voiceName = "de-DE-KatjaNeural";

describe("trying a voice", () => {
  it("answers with the address of a clip, for those who are signed in", async () => {
    const { audioUrl } = await owner.call(testVoice, { body: { text: "Wuff!", voiceName } });
    const response = await owner.fetch(audioUrl);
    expect(response.headers.get("content-type")).toBe("audio/mpeg");
    expect(await response.text()).toBe("clip of Wuff!");
    expect((await owner.fetch(audioUrl, { headers: { Range: "bytes=0-3" } })).status).toBe(206);
    expect((await app.visitor().fetch(audioUrl)).status).toBe(401);
    expect(await app.visitor().attempt(testVoice, { body: { text: "Wuff!" } })).toMatchObject({ status: 401 });
  });

  it("speaks the same sentence once, also for many who ask at the same time", async () => {
    const body = { text: "How do I sound?", voiceName };
    const addresses = await Promise.all(Array.from({ length: 6 }, () => owner.call(testVoice, { body })));
    addresses.push(await owner.call(testVoice, { body }));
    expect(new Set(addresses.map(({ audioUrl }) => audioUrl)).size).toBe(1);
    expect(spoken).toEqual([body]);
  });

  it("speaks anew for another voice or sentence", async () => {
    const first = await owner.call(testVoice, { body: { text: "Miau", voiceName } });
    const second = await owner.call(testVoice, { body: { text: "Miau", voiceName: "de-DE-ConradNeural" } });
    const third = await owner.call(testVoice, { body: { text: "Miau!", voiceName } });
    expect(new Set([first, second, third].map(({ audioUrl }) => audioUrl)).size).toBe(3);
  });

  it("speaks anew where an administrator chose another of the server's voices", async () => {
    const body = { text: "Who am I?", voiceName };
    const first = await owner.call(testVoice, { body });
    sound = ["http://127.0.0.1:9/v1", "de", "thorsten"];
    const second = await owner.call(testVoice, { body });
    sound = undefined;
    expect(second.audioUrl).not.toBe(first.audioUrl);
    expect((await owner.call(testVoice, { body })).audioUrl).toBe(first.audioUrl);
  });

  it("refuses a voice that is not in the catalogue, before anything is spoken [T106]", async () => {
    expect(await owner.attempt(testVoice, { body: { text: "Hello", voiceName: "xx-XX-NobodyNeural" } })).toMatchObject({
      status: 400,
      body: { error: "Selected voice not found" },
    });
    expect(spoken).toEqual([]);
  });

  it("refuses a text in which there is nothing to say", async () => {
    answer = async () => new Uint8Array();
    expect(await owner.attempt(testVoice, { body: { text: "…" } })).toMatchObject({ status: 400 });
  });

  it("says that no sample could be made when the engine fails, and tries again the next time", async () => {
    answer = async () => {
      throw new SpeechError("unavailable", "socket hang up at 10.0.0.1");
    };
    const body = { text: "Are you there?", voiceName };
    const failed = await owner.attempt(testVoice, { body });
    expect(failed).toMatchObject({
      status: 503,
      body: { error: expect.stringMatching(/^Unable to generate voice sample/) },
    });
    expect(JSON.stringify(failed.body)).not.toContain("10.0.0.1");
    answer = async () => new Uint8Array([1, 2, 3]);
    expect(await owner.attempt(testVoice, { body })).toMatchObject({ status: 200 });
  });
});

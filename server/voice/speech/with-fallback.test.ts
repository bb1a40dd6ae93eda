import { describe, expect, it } from "vitest";
import { spokenMp3 } from "#tests/support/spoken-mp3.ts";
import { concatenate, mp3Duration } from "./mp3.ts";
import { SpeechError, type SpeechErrorCode, type SpeechSynthesizer } from "./speech.ts";
import { voicesOfReply } from "./with-fallback.ts";

const SENTENCES = ["Good morning to you.", "A squirrel ran up the tall tree and looked at me.", "I barked at it."];

interface Failure {
  readonly at: string;
  readonly code: SpeechErrorCode;
  /** The share of the sentence that is heard before. */
  readonly heard?: number;
}

/** What each engine was asked to say; `failure` ends one sentence. */
function engine(name: string, said: string[], failure?: Failure, next?: SpeechSynthesizer): SpeechSynthesizer {
  return {
    engine: { kind: "openai", name },
    next,
    async synthesize({ text }, _signal, onPiece) {
      said.push(`${name}: ${text}`);
      const mp3 = await spokenMp3(text);
      if (text !== failure?.at) return mp3;
      const { heard = 0 } = failure;
      if (heard > 0) onPiece?.(mp3.subarray(0, 144 * Math.floor((mp3.length / 144) * heard)));
      throw new SpeechError(failure.code, "played");
    },
    close: async () => {},
  };
}

async function speak(speech: SpeechSynthesizer, said: string[], isLastTry = false) {
  const metered: string[] = [];
  const failures: string[] = [];
  const voice = voicesOfReply(
    { speech, builtInSpeech: engine("built in", said) },
    ({ code }) => failures.push(code),
    (paid) => {
      metered.push(paid.engine.name);
      return paid;
    },
  );
  const clips: Uint8Array[] = [];
  for (const text of SENTENCES) {
    const pieces: Uint8Array[] = [];
    const utterance = { text, voiceName: "en-US-JennyNeural", isLastTry };
    const clip = await voice.synthesize(utterance, new AbortController().signal, (mp3) => pieces.push(mp3));
    const heard = concatenate(pieces);
    // What was heard is the beginning of the whole.
    expect(Buffer.from(clip.subarray(0, heard.length)).equals(heard)).toBe(true);
    clips.push(clip);
  }
  return { clips, metered, failures };
}

const [first = "", second = "", third = ""] = SENTENCES;

describe("a reply whose voice fails", () => {
  it("is spoken to its end by the next engine, and by the built-in voice where that fails, too", async () => {
    const said: string[] = [];
    const server = engine("server", said, { at: third, code: "unavailable" });
    const azure = engine("azure", said, { at: second, code: "timeout" }, server);
    const { metered, failures } = await speak(azure, said);
    expect(said).toEqual([
      `azure: ${first}`,
      `azure: ${second}`,
      `server: ${second}`,
      `server: ${third}`,
      `built in: ${third}`,
    ]);
    expect([metered, failures]).toEqual([
      ["server", "azure"],
      ["timeout", "unavailable"],
    ]);
  });

  it("goes on in the middle of a sentence, at the word that was being said", async () => {
    const said: string[] = [];
    const { clips } = await speak(engine("server", said, { at: second, code: "unavailable", heard: 0.5 }), said);
    const rest = said[2] ?? "";
    expect(rest).toMatch(/^built in: \w/);
    expect(second).toContain(rest.slice("built in: ".length));
    expect(rest.length).toBeGreaterThan(second.length * 0.35);
    expect(rest.length).toBeLessThan(second.length * 0.8);
    const whole = mp3Duration(await spokenMp3(second));
    expect(mp3Duration(clips[1] ?? new Uint8Array(0))).toBeGreaterThan(whole * 0.9);
    expect(mp3Duration(clips[1] ?? new Uint8Array(0))).toBeLessThan(whole * 1.4);
    expect(said[3]).toBe(`built in: ${third}`);
  });

  it("says nothing again of a sentence that was heard to its end", async () => {
    const said: string[] = [];
    await speak(engine("server", said, { at: second, code: "unavailable", heard: 1 }), said);
    const rest = (said.find((words) => words.startsWith("built in")) ?? "").replace("built in: ", "");
    expect(rest.split(" ").length).toBeLessThan(3);
  });

  it("leaves a busy engine to its caller, until the last try", async () => {
    const busy = { at: first, code: "rate_limited" } as const;
    await expect(speak(engine("server", [], busy), [])).rejects.toMatchObject({ code: "rate_limited" });
    const said: string[] = [];
    await speak(engine("server", said, busy), said, true);
    expect(said).toEqual([`server: ${first}`, ...SENTENCES.map((text) => `built in: ${text}`)]);
  });
});

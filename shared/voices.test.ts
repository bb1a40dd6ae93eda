import { describe, expect, it } from "vitest";
import {
  DEFAULT_LANGUAGE,
  DEFAULT_VOICE,
  findVoice,
  INTERVIEWER_VOICE,
  interviewerVoice,
  languages,
  voices,
  voicesOf,
} from "./voices.ts";

describe("the voice catalogue", () => {
  it("offers about fifty voices, each name once", () => {
    expect(voices.length).toBeGreaterThanOrEqual(45);
    expect(voices.length).toBeLessThanOrEqual(55);
    expect(new Set(voices.map((voice) => voice.name)).size).toBe(voices.length);
  });

  it("offers every language a woman's and a man's voice", () => {
    expect(languages).toHaveLength(19);
    for (const { code } of languages) {
      expect(new Set(voicesOf(code).map((voice) => voice.gender)), code).toEqual(new Set(["female", "male"]));
    }
  });

  it("starts with Jenny, who is the default", () => {
    expect(voicesOf(DEFAULT_LANGUAGE)[0]).toEqual({
      name: DEFAULT_VOICE,
      displayName: "Jenny",
      language: "en-US",
      languageDisplayName: "English (US)",
      gender: "female",
      accent: "American",
    });
  });

  it("lets an American man hold the interview", () => {
    expect(findVoice(INTERVIEWER_VOICE)).toMatchObject({ gender: "male", language: "en-US" });
  });

  it("lets him speak each other language as a man of it", () => {
    expect(["de-DE", "es-MX", "ja-JP"].map(interviewerVoice)).toEqual([
      "de-DE-ConradNeural",
      "es-MX-JorgeNeural",
      "ja-JP-KeitaNeural",
    ]);
    expect(["en-US", "en-GB", "xx-XX"].map(interviewerVoice)).toEqual(Array(3).fill(INTERVIEWER_VOICE));
  });

  it("names each voice by its locale, and knows no others", () => {
    for (const voice of voices) expect(voice.name).toMatch(new RegExp(`^${voice.language}-[A-Z][A-Za-z]+Neural$`));
    expect(findVoice("en-US-NobodyNeural")).toBeUndefined();
    expect(voicesOf("xx-XX")).toEqual([]);
  });
});

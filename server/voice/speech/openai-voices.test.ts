import { describe, expect, it } from "vitest";
import { readVoiceMap } from "#shared/voice-map.ts";
import { voices } from "#shared/voices.ts";
import { serverVoice } from "./openai-voices.ts";

const KOKORO = ["af_heart", "af_bella", "am_adam", "bf_emma", "bm_george", "jf_alpha", "zf_xiaoni", "zm_yunxi"];

describe("a voice of the catalog", () => {
  const noMap = new Map<string, string>();
  const voiceOf = (name: string, map = noMap, offered: readonly string[] = []) => serverVoice(name, map, offered);
  const mapOf = (text: string) => {
    const map = readVoiceMap(text);
    if (typeof map === "string") throw new Error(map);
    return new Map(map);
  };

  it("is one of OpenAI's of its gender where the server has no list", () => {
    expect(voiceOf("de-DE-KatjaNeural")).toMatchObject({ voice: "nova", speed: 1 });
    expect(voiceOf("de-DE-ConradNeural")).toMatchObject({ voice: "onyx", speed: 1 });
  });

  it("differs from others that sound alike, by its pace where the server has no more voices", () => {
    const english = voices.filter(({ language, gender }) => language === "en-US" && gender === "female");
    const chosen = english.map(({ name }) => voiceOf(name, noMap, KOKORO));
    expect(new Set(chosen.map((voice) => JSON.stringify(voice))).size).toBe(english.length);
  });

  it("is one of the offered where none fits", () => {
    expect(voiceOf("de-DE-KatjaNeural", noMap, ["thorsten"])).toMatchObject({ voice: "thorsten", speed: 1 });
  });

  it.each([
    ["en-US-JennyNeural", "af_heart"],
    ["en-GB-RyanNeural", "bm_george"],
    ["ja-JP-NanamiNeural", "jf_alpha"],
    ["zh-CN-YunxiNeural", "zm_yunxi"],
    ["de-DE-KatjaNeural", undefined],
    ["ja-JP-KeitaNeural", undefined],
  ])("is Kokoro's by language and gender, or none (%s)", (name, voice) => {
    expect(voiceOf(name, noMap, KOKORO)?.voice).toBe(voice);
  });

  it.each([
    ["de-DE-ConradNeural", "de_DE-thorsten-medium"],
    ["en-GB-SoniaNeural", "en-GB-SoniaNeural"],
    ["en-US-GuyNeural", "en_US-lessac-medium"],
    ["fr-CA-JeanNeural", "fr"],
    ["ru-RU-SvetlanaNeural", undefined],
  ])("is named as Piper and others name their languages, or none (%s)", (name, voice) => {
    const offered = ["de_DE-thorsten-medium", "en-GB-SoniaNeural", "en_US-lessac-medium", "fr"];
    expect(voiceOf(name, noMap, offered)?.voice).toBe(voice);
  });

  it("is not one that the server has refused", () => {
    const chosen = (refused: string[]) => serverVoice("en-US-JennyNeural", noMap, [], new Set(refused))?.voice;
    expect(chosen(["nova"])).toBe("shimmer");
    expect(chosen(["nova", "shimmer", "coral", "sage"])).toBeUndefined();
  });

  it("is what an administrator chose for it, the most exact first", () => {
    const map = mapOf("female = sage\nde female = anna, de-DE-KatjaNeural = eva\nen-GB=bf_lily");
    const chosen = ["de-DE-KatjaNeural", "de-DE-AmalaNeural", "fr-FR-DeniseNeural", "en-GB-RyanNeural"];
    expect(chosen.map((name) => voiceOf(name, map)?.voice)).toEqual(["eva", "anna", "sage", "bf_lily"]);
  });

  it("is none where the catalog has no such", () => {
    expect(voiceOf("en-US-NobodyNeural")).toBeNull();
  });

  it.each(["nobody = nova", "male", "male =", "a = b = c"])("can't be named by %s", (text) => {
    expect(readVoiceMap(text)).toContain(text);
  });
});

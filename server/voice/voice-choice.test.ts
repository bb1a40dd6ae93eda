import { describe, expect, it } from "vitest";
import { changeVoice, chooseVoice } from "./voice-choice.ts";

const none = { language: undefined, voiceName: undefined };
const german = { language: "de-DE", voiceName: "de-DE-ConradNeural" };

describe("the voice of a new pet", () => {
  it("is the default voice where the owner chose nothing", () => {
    expect(chooseVoice(none)).toEqual({ language: "en-US", voiceName: "en-US-JennyNeural" });
  });

  it("is the first voice of the language that the owner chose", () => {
    expect(chooseVoice({ ...none, language: "de-DE" })).toEqual({ language: "de-DE", voiceName: "de-DE-KatjaNeural" });
  });

  it("brings its language along", () => {
    expect(chooseVoice({ ...none, voiceName: "ja-JP-KeitaNeural" }).language).toBe("ja-JP");
  });

  it("is refused where it speaks another language than the pet", () => {
    expect(() => chooseVoice({ language: "fr-FR", voiceName: "de-DE-KatjaNeural" })).toThrow(/doesn't speak/);
  });
});

describe("changing the voice of a pet", () => {
  it("leaves the voice alone where nothing was sent, or the same language", () => {
    expect(changeVoice(none, german)).toEqual(german);
    expect(changeVoice({ ...none, language: "de-DE" }, german)).toEqual(german);
  });

  it("takes the first voice of a new language", () => {
    expect(changeVoice({ ...none, language: "it-IT" }, german)).toEqual({
      language: "it-IT",
      voiceName: "it-IT-ElsaNeural",
    });
  });

  it("accepts another voice of the same language", () => {
    expect(changeVoice({ ...none, voiceName: "de-DE-KillianNeural" }, german).voiceName).toBe("de-DE-KillianNeural");
  });

  it("refuses a voice of a language that the pet does not speak", () => {
    expect(() => changeVoice({ ...none, voiceName: "en-US-GuyNeural" }, german)).toThrow(/doesn't speak/);
  });
});

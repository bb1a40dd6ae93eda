import { describe, expect, it } from "vitest";
import { hearAnswer, wantsToStop } from "./heard-answer.ts";
import heardWords from "./heard-words.json" with { type: "json" };
import { languages } from "./voices.ts";

const OPEN = "What is my favorite toy?";
const kind = (said: string, language = "en-US", question = OPEN) => hearAnswer(said, language, question).kind;

describe("asked whether to go on", () => {
  it("a person stops at a word, in the pet's language or that of the screen", () => {
    for (const said of ["stop", "Stop for today", "no", "No, enough for today.", "later"])
      expect(wantsToStop(said, "de-DE")).toBe(true);
    for (const [said, language] of [
      ["Nein, das reicht", "de-DE"],
      ["basta", "it-IT"],
      ["今日はここまで", "ja-JP"],
      ["хватит", "ru-RU"],
    ] as const)
      expect(wantsToStop(said, language)).toBe(true);
  });

  it("goes on with any other", () => {
    for (const said of ["Go on", "yes", "ok", "next", "weiter", "ja", "sure, why not"])
      expect(wantsToStop(said, "de-DE")).toBe(false);
  });
});

describe("what is said to the interviewer", () => {
  it("is an answer, however short", () => {
    for (const said of [
      "A ball",
      "Nobody knows, she guards it",
      "No idea is too silly for her",
      "Next to the sofa",
      "Not the dog's",
    ])
      expect(hearAnswer(said, "en-US", OPEN)).toEqual({ kind: "answer", answer: said });
  });

  it("is none where it only says that there is none", () => {
    for (const said of [
      "idk",
      "I don't know.",
      "I don’t know",
      "No idea!",
      "no",
      "Nothing...",
      "Hmm, I really don't know, sorry",
    ])
      expect(kind(said)).toBe("unknown");
    for (const said of ["skip", "Skip this one, please", "NEXT"]) expect(kind(said)).toBe("skip");
  });

  it("is an answer where there may be none of what is asked for", () => {
    for (const question of [
      "What am I afraid of?",
      "What scares me?",
      "Do I live with other pets?",
      "Which tricks or commands do I know?",
    ])
      for (const said of ["Nothing", "None.", "no"])
        expect(hearAnswer(said, "en-US", question)).toEqual({ kind: "answer", answer: said });
    expect(hearAnswer("Nichts", "de-DE", "What am I afraid of?")).toEqual({ kind: "answer", answer: "Nichts" });
    for (const question of ["Where do I love to go for a walk or explore?", "What is our home like, and where is it?"])
      expect(kind("none", "en-US", question)).toBe("unknown");
  });

  it("is none in the pet's language either, or in that of the screen", () => {
    expect(kind("Keine Ahnung!", "de-DE")).toBe("unknown");
    expect(kind("idk", "de-DE")).toBe("unknown");
    expect(kind("わかりません。", "ja-JP")).toBe("unknown");
    expect(kind("Ähm, das weiß ich leider nicht", "de-DE")).toBe("unknown");
    expect(kind("keine ahnung", "en-US")).toBe("answer");
  });

  it("corrects the answer before, and keeps the words that follow as they are", () => {
    expect(hearAnswer("No, wait: she's 4!", "en-US", OPEN)).toEqual({ kind: "correction", answer: "she's 4!" });
    expect(hearAnswer("Nein, warte, er ist ein Dackel", "de-DE", OPEN)).toEqual({
      kind: "correction",
      answer: "er ist ein Dackel",
    });
    expect(hearAnswer("いや待って、三歳です", "ja-JP", OPEN)).toEqual({ kind: "correction", answer: "三歳です" });
    expect(kind("No waiting for her, ever")).toBe("answer");
    expect(kind("no wait")).toBe("answer");
    expect(kind("Well, really!")).toBe("answer");
  });

  it("is known in every language that a pet speaks", () => {
    expect(Object.keys(heardWords).sort()).toEqual([...new Set(languages.map(({ code }) => code.slice(0, 2)))].sort());
    for (const [language, { unknown, skip, correction }] of Object.entries(heardWords)) {
      for (const said of unknown) expect(kind(said, language)).toBe("unknown");
      for (const said of skip) expect(kind(said, language)).toBe("skip");
      for (const begin of correction) expect(kind(`${begin}, 4`, language)).toBe("correction");
    }
  });
});

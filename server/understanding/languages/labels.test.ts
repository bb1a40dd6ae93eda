import { describe, expect, it } from "vitest";
import { wordsBesideLabel, wordsOfLabel } from "./labels.ts";
import { languages } from "./languages.ts";

describe("a line with a label", () => {
  it("is asked for in the words of its language", () => {
    expect(wordsOfLabel("Weight: 4.2 kg", "en-US")).toContain("weigh");
    expect(wordsOfLabel("- Body weight (kg): 4.2", "en-US")).toContain("weigh");
    expect(wordsOfLabel("Chip-Nr.: 276093400123456", "de-DE")).toContain("mikrochip");
    expect(wordsOfLabel("体重：9.4kg", "ja-JP")).toContain("何キロ");
    expect(wordsBesideLabel("Chip number: 276", "en-US")).toContain("number");
  });

  it("is asked for in the pet's language where the paper is in another one", () => {
    expect(wordsOfLabel("Gewicht: 31,4 kg", "en-US")).toContain("weigh");
    expect(wordsOfLabel("Allergies: none", "ar-SA")).toContain("حساسية");
  });

  it("is known by its longest label", () => {
    expect(wordsOfLabel("Next visit: 3 May", "en-US")).toContain("appointment");
    expect(wordsOfLabel("Last visit: 3 May", "en-US")).not.toContain("appointment");
  });

  it.each(["He said: come here", "4.2 kg", "http://vet.example", "At 9:30 we left", "Weight:", "weight 4.2 kg", ""])(
    "is no prose, address or time: %j",
    (line) => expect(wordsOfLabel(line, "en-US")).toBe(""),
  );

  it.each(languages)("is found by each label of its language: $code", ({ code, labels }) => {
    for (const { on } of Object.values(labels))
      for (const label of on) expect([label, wordsOfLabel(`${label}: x`, code)]).not.toEqual([label, ""]);
  });
});

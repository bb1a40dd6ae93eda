import { describe, expect, it } from "vitest";
import { chooseSentences, sentencesOf, wordsOfEach } from "./choose-sentences.ts";

const choose = (text: string, question: string, focus: number | null, locale = "en-US") =>
  chooseSentences({ text, question, locale, usual: new Set(), gap: " … ", focus });

/** Sentences that are too many to be told whole. */
const many = Array.from({ length: 20 }, (_, index) => `This is what happened on the day with the number ${index}.`);

describe("the words of a text's sentences", () => {
  it("are taken apart once, and of a bounded number of sentences [T127]", () => {
    const sentences = sentencesOf("Hi! ".repeat(2_500), "en-US");
    expect(sentences).toHaveLength(600);
    const words = wordsOfEach(sentences, "en-US");
    expect(words[599]).toEqual(["hi"]);
    expect(wordsOfEach(sentencesOf("Hi! ".repeat(2_500), "en-US"), "en-US")).toBe(words);
  });
});

describe("the sentences of a text", () => {
  it("are the rows of a table, the items of a list and the lines above them", () => {
    const text =
      "Vaccine Given Next due\nDHPP 2023-04-01 2026-04-01\nRabies 2024-02-03 2027-02-03\n\nTake along:\n- lead\n- towel";
    expect(sentencesOf(text, "en-US")).toEqual([
      ...["Vaccine Given Next due", "DHPP 2023-04-01 2026-04-01", "Rabies 2024-02-03 2027-02-03"],
      ...["Take along:", "- lead", "- towel"],
    ]);
  });

  it("go over the end of a line that a program wrapped", () => {
    expect(sentencesOf("The quick brown fox that lives behind\nthe shed came again. It ate.", "en-US")).toEqual([
      "The quick brown fox that lives behind the shed came again.",
      "It ate.",
    ]);
  });

  it("are parts of a dictated one that has no end", () => {
    const dictated = "and then we went on to the lake and swam a bit ".repeat(210).trim();
    const parts = sentencesOf(dictated, "en-US");
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(200);
    expect(parts.join(" ")).toBe(dictated);
    expect(sentencesOf("雨".repeat(1_000), "ja-JP").join("")).toBe("雨".repeat(1_000));
    expect(sentencesOf("😀a".repeat(1_000), "en-US").join("")).toBe("😀a".repeat(1_000));
  });

  it("are none where there are only signs", () => {
    expect(sentencesOf("?!… ".repeat(2_500), "en-US")).toEqual([]);
  });
});

describe("what is told of a long text", () => {
  it("is the sentence that fits best, with one before and two after it", () => {
    expect(choose(many.join(" "), "?", 7)).toBe(many.slice(6, 10).join(" "));
    expect(choose(many.join(" "), "?", 0)).toBe(many.slice(0, 3).join(" "));
    expect(choose(many.join(" "), "?", 19)).toBe(many.slice(18).join(" "));
  });

  it("is the sentences with the question's words where none fits best, or that one is no more", () => {
    const text = [...many, "A squirrel came."].join(" ");
    for (const focus of [null, 99]) expect(choose(text, "squirrel", focus)).toContain("A squirrel came.");
  });

  it("is a row with what names its columns, though they stand further up", () => {
    const rows = ["Sodium 145 mmol/L", "Potassium 4.4 mmol/L", "ALT 88 U/L", "AST 31 U/L", "Urea 5.1 mmol/L"];
    const table = [...many, "Test Result Unit", ...rows].join("\n");
    const told = choose(table, "What was your ALT?", many.length + 3);
    expect(told).toContain("Test Result Unit: Potassium 4.4 mmol/L; ALT 88 U/L; AST 31 U/L");
  });

  it("is a whole row where dots part its columns", () => {
    const table = [...many, "WEIGHT", "05/14/2020 ... 41.3 lb ... 5/9", "02/12/2024 … 55.1 lb … 7/9"].join("\n");
    expect(choose(table, "weight?", many.length + 1)).toContain(
      "WEIGHT: 05/14/2020 ... 41.3 lb ... 5/9; 02/12/2024 … 55.1 lb … 7/9",
    );
  });

  it("is just the line that names what is asked for, with all its sentences", () => {
    const paper = [...many, "Owner: Mia Berg", "Teeth: mild tartar. Cleaning advised.", "Weight: 4.2 kg"].join("\n");
    expect(choose(paper, "Who is your owner?", many.length)).toBe("Owner: Mia Berg");
    expect(choose(paper, "How are your teeth?", many.length + 1)).toBe("Teeth: mild tartar. Cleaning advised.");
  });

  it("names the list that an item is of, and nothing beyond the table", () => {
    const list = [...many, "Take along:", "- lead", "- towel", "- bowl", "- 200 g of food"].join("\n");
    expect(choose(list, "food?", many.length + 4)).toMatch(/^Take along: bowl; 200 g of food$/);
    const noHeading = [...many, "ALT 88 U/L", "AST 31 U/L"].join("\n");
    expect(choose(noHeading, "AST?", many.length + 1)).not.toContain("number 0");
  });

  it.each([null, 0, 500])("says no sentence twice, whichever fits best: %j", (focus) => {
    expect(choose("The bowl is red. ".repeat(1_000), "Which bowl?", focus)).toBe("The bowl is red.");
  });

  it.each([
    ["one sentence, a thousand times", "I like it a lot. ".repeat(1_000)],
    ["ten thousand letters", "a".repeat(10_000)],
    ["no sign at all", "and on we went ".repeat(700)],
    ["only signs", "?!… ".repeat(2_500)],
    ["only line breaks and a word", `${"\n".repeat(9_000)}cheese${"\n".repeat(900)}`],
    ["a table of a thousand rows", "Monday 1\n".repeat(1_000)],
  ])("is short, whatever the text is: %s", (_what, text) => {
    for (const focus of [null, 0, 59]) {
      const told = choose(text, "What do you like?", focus);
      expect(told.length).toBeGreaterThan(0);
      expect(told.length).toBeLessThan(500);
    }
  });
});

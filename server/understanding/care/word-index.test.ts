import { describe, expect, it } from "vitest";
import { plainText } from "./plain-text.ts";
import { indexWords, WordIndex } from "./word-index.ts";

function foundIn(text: string, words: string[], { wholeWords = true, attached = [] as string[] } = {}): string[] {
  const index = new WordIndex(
    indexWords(
      { wholeWords, attached },
      words.map((word) => [word, word] as const),
    ),
  );
  const plain = plainText(text);
  return index.find(plain).found.map(({ mark, start, end }) => `${mark}: ${plain.slice(start, end)}`);
}

describe("words in a text", () => {
  it("are found whole, whatever their case, accents and hyphens", () => {
    expect(foundIn("Käse, Erd-nuss... NUSS!", ["käse", "erd nuss", "nuss", "nus"])).toEqual([
      "käse: kase",
      "erd nuss: erd nuss",
      "nuss: nuss",
      "nuss: nuss",
    ]);
  });

  it("are found with any ending or beginning where a star stands, and then reach over the whole word", () => {
    expect(foundIn("Vollmilchschokoladen für den Hund", ["*schokolade*"])).toEqual([
      "*schokolade*: vollmilchschokoladen",
    ]);
    expect(foundIn("морским свинкам", ["морск* свинк*"])).toEqual(["морск* свинк*: морским свинкам"]);
    expect(foundIn("морские и свинки", ["морск* свинк*"])).toEqual([]);
  });

  it("are found behind what is written onto them", () => {
    expect(foundIn("والعنب للكلب", ["عنب", "كلب"], { attached: ["وال", "لل"] })).toEqual(["عنب: عنب", "كلب: كلب"]);
  });

  it("are found where they begin alike, whichever was added first", () => {
    const words = ["nut", "nutmeg", "nutshell", "nuts", "nu", "night shade", "night* shade*", "n"];
    const found = [
      "nutmeg: nutmeg",
      "nuts: nuts",
      "nut: nut",
      "night shade: night shade",
      "night* shade*: night shade",
    ];
    const text = "nutmeg nuts nut night shade";
    expect(foundIn(text, words).sort()).toEqual(found.toSorted());
    expect(foundIn(text, words.toReversed()).sort()).toEqual(found.toSorted());
  });

  it("are found anywhere in a language without spaces", () => {
    expect(foundIn("デザートのぶどう、一粒", ["ぶどう"], { wholeWords: false })).toEqual(["ぶどう: ぶどう"]);
  });
});

import { describe, expect, it } from "vitest";
import { languages } from "../languages/languages.ts";
import { sentencesOfEating, spellings, tableSentences } from "./danger-table.ts";
import { plainEmergency } from "./recognize.ts";

/** Of some fourteen thousand sentences of a language, which differ in few of their parts, one in so many: a prime goes through all parts. */
const ONE_IN = 17;
const some = <Sentence>(sentences: readonly Sentence[]) => sentences.filter((_, index) => index % ONE_IN === 0);

const tables = languages.map(({ code, danger, emergency }) => ({
  language: code,
  ...tableSentences(danger),
  danger,
  emergency,
}));
const isFound = (text: string, language: string) => plainEmergency(text, language) !== null;

describe.each(tables)("the phrases of danger in $language [T140]", ({ language, said, denied, danger, emergency }) => {
  it("are found for every person, in every tense and order of words", () => {
    expect(some(said).filter(({ text }) => !isFound(text, language))).toEqual([]);
  });

  it("are no danger where they are denied", () => {
    expect(some(denied).filter(({ text }) => isFound(text, language))).toEqual([]);
  });

  it("stand each in some frame", () => {
    const meanings = new Set(said.map(({ meaning }) => meaning));
    expect(danger.phrases.filter(({ meaning }) => !meanings.has(meaning))).toEqual([]);
  });

  it("are found where an animal ate something dangerous", () => {
    const eaten = sentencesOfEating(danger, emergency.eaten, emergency.poisons);
    expect(eaten.filter((text) => !isFound(text, language))).toEqual([]);
  });
});

describe("the spellings of a pattern", () => {
  it("are its first one, and one more for each other choice in it", () => {
    expect(spellings("a (b|c d)? (e|f)")).toEqual(["a b e", "a c d e", "a  e", "a b f"]);
    expect(spellings("pill*")).toEqual(["pill"]);
  });
});

import { describe, expect, it } from "vitest";
import questions from "#server/features/seed/data/questions.json" with { type: "json" };
import { languages } from "../languages/languages.ts";
import { acknowledge } from "./acknowledge.ts";

describe("the interviewer's acknowledgement", () => {
  it("takes up what was said, not a word of it", () => {
    expect(acknowledge({ question: "Who?", answer: "Grandma Rose." })).toContain("“Grandma Rose”");
    expect(
      acknowledge({ question: "Who?", answer: "he always runs over to our neighbour Marguerite first" }),
    ).toContain("he always runs over to your neighbour Marguerite first");
    expect(acknowledge({ question: "What?", answer: "I give him watermelon in the sun." })).toContain(
      "you give him watermelon in the sun",
    );
    const japanese = "公園で毎日ボールを追いかけて遊ぶのが大好きです";
    expect(acknowledge({ question: "どこ？", answer: japanese })).toContain(`“${japanese}”`);
    expect(acknowledge({ question: "Q", answer: "I cani del parco", isEnglish: false })).toContain(
      "“I cani del parco”",
    );
    expect(acknowledge({ question: "Q", answer: "ball ".repeat(40) })).not.toMatch(/“|ball/);
  });

  it("differs over a whole diary of the same answers, and never twice in a row", () => {
    const said = questions.map(({ question, category }, at) =>
      acknowledge({ question, category, number: at + 1, answer: "Yes, a lot" }),
    );
    expect(new Set(said).size).toBeGreaterThan(questions.length / 2);
    expect(said.filter((reply, at) => reply === said[at - 1])).toEqual([]);
  });

  it("has words of its own for every category of the diary", () => {
    const closings = (category: string) => acknowledge({ question: "Q", answer: "Yes", category });
    for (const { category } of questions) expect(closings(category)).not.toBe(closings("Another"));
  });

  it("speaks the language of the pet, in each of them, and quotes as it does", () => {
    const said = languages.map(({ code }) => acknowledge({ question: "Q", answer: "Momo", number: 1 }, code));
    expect(new Set(said).size).toBe(languages.length);
    for (const reply of said) expect(reply).toContain("Momo");
    expect(acknowledge({ question: "Q", answer: "Sein Bruder ist gestorben", isEnglish: false }, "de-DE")).toMatch(
      /^Danke, dass/,
    );
  });

  it("is gentle about what is sad", () => {
    for (const answer of ["Her brother died last year", "He had cancer"])
      expect(acknowledge({ question: "Siblings?", answer, category: "Play" })).not.toMatch(/lovely|playtime|“/i);
  });

  it("takes what a person writes as it is", () => {
    expect(acknowledge({ question: "Q", answer: "$& $1" })).toContain("“$& $1”");
    expect(acknowledge({ question: "Q", answer: "!!!" })).not.toContain("“");
  });
});

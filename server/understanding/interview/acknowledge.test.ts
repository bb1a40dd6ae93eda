import { describe, expect, it } from "vitest";
import questions from "#server/features/seed/data/questions.json" with { type: "json" };
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

  it("is calm about what the owner does not know, and gentle about what is sad", () => {
    expect(acknowledge({ question: "When?", answer: "I don't know", category: "Play" })).not.toMatch(/play|“/i);
    for (const answer of ["Her brother died last year", "He had cancer"])
      expect(acknowledge({ question: "Siblings?", answer, category: "Play" })).not.toMatch(/lovely|playtime|“/i);
  });

  it("takes what a person writes as it is", () => {
    expect(acknowledge({ question: "Q", answer: "$& $1" })).toContain("“$& $1”");
    expect(acknowledge({ question: "Q", answer: "!!!" })).not.toContain("“");
  });
});

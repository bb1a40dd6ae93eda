import { describe, expect, it } from "vitest";
import { correctSpelling } from "./spelling.ts";
import { anyOf } from "./word-list.ts";

describe("a mistyped word", () => {
  const known = [["favorit", "balloon", "walk", "chicken"], ["игрушк"]];
  it.each([
    ["favrit", "favorit"],
    ["ballon", "balloon"],
    ["wlak", "walk"],
    ["chikcen", "chicken"],
    ["игрушг", "игрушк"],
  ])("%s stands for %s", (term, word) => expect(correctSpelling(term, known)).toBe(word));

  it.each(["cat", "zebra", "talk", "散歩道路", "a".repeat(8_000)])("%.20s stands for nothing that is known", (term) =>
    expect(correctSpelling(term, known)).toBeUndefined(),
  );
});

describe("a list of words and phrases", () => {
  it("is found as whole words, or anywhere where no spaces are written", () => {
    const spaced = anyOf(["how many", "colou*"], { spaced: true });
    expect(["how  many legs", "which colours"].map((text) => spaced.test(text))).toEqual([true, true]);
    expect(["how manya", "discolour"].map((text) => spaced.test(text))).toEqual([false, false]);
    expect(anyOf(["何色"], { spaced: false }).test("それは何色？")).toBe(true);
  });

  it("is found only at the beginning, where that is asked", () => {
    const begins = anyOf(["and"], { spaced: true, atStart: true });
    expect(["... and then?", "you and me"].map((text) => begins.test(text))).toEqual([true, false]);
  });
});

describe("a library of words that are all alike", () => {
  it("is looked through only so far for a mistyped word [T124]", () => {
    const letters = (number: number) =>
      [...String(number).padStart(5, "0")].map((digit) => "abcdefghij"[Number(digit)]);
    const alike = Array.from({ length: 30_000 }, (_, number) => `bone${letters(number).join("")}`);
    const budget = { looks: 20_000, comparisons: 100 };
    correctSpelling("bonezzyxw", [alike], budget);
    expect(budget.comparisons).toBe(0);
    expect(budget.looks).toBeGreaterThan(19_000);
    const unlike = { looks: 20_000, comparisons: 100 };
    correctSpelling("zoneaaaaa", [alike], unlike);
    expect(unlike).toEqual({ looks: -1, comparisons: 100 });
  });
});

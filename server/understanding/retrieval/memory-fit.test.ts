import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { languages } from "../languages/languages.ts";
import { asksOfOwnLife, fitsOf } from "./memory-fit.ts";

const ownLife = z.object({
  memories: z.array(z.string()),
  asked: z.array(z.string()),
  neverTold: z.array(z.string()),
  ofPet: z.string(),
});
const fixtures = z
  .record(z.string(), ownLife)
  .parse(JSON.parse(readFileSync(new URL("../../../tests/fixtures/own-life.json", import.meta.url), "utf8")));

it("is there in all languages", () => {
  expect(Object.keys(fixtures).toSorted()).toEqual(languages.map(({ code }) => code).toSorted());
});

describe.each(Object.entries(fixtures))("what a person asks of their own life, in %s", (code, told) => {
  const memories = told.memories.map((text) => ({ kind: "person", text, isDated: false }) as const);
  const likely = (question: string) =>
    fitsOf(question, code, memories)
      .map((fit, at) => ({ ...fit, text: told.memories[at] }))
      .filter(({ isLikely }) => isLikely)
      .toSorted((one, other) => other.score - one.score)
      .map(({ text }) => text);

  it("is known by other words than they told it in", () => {
    const missed = told.asked.filter(
      (question, at) => !asksOfOwnLife(question, code) || likely(question)[0] !== told.memories[at],
    );
    expect(missed).toEqual([]);
  });

  it("is not told of another person, nor of another thing [T151]", () => {
    expect(told.neverTold.flatMap((question) => likely(question).map((text) => [question, text]))).toEqual([]);
  });

  it("is not what they tell, nor what they ask the pet", () => {
    expect(told.memories.filter((text) => asksOfOwnLife(text, code))).toEqual([]);
    expect(asksOfOwnLife(told.ofPet, code)).toBe(false);
  });
});

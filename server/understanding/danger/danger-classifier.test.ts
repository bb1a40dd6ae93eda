import { describe, expect, it } from "vitest";
import { type Danger, DangerClassifier } from "./danger-classifier.ts";

const texts = new Map<Danger, string[]>([
  [
    "vet",
    ["his legs keep paddling", "the pup is cold and limp", "her gums are white", "he is limp and his gums are pale"],
  ],
  ["person", ["nobody would miss me", "I wrote the letters", "I don't want a tomorrow", "they would not miss me"]],
  ["none", ["shall we go to the park", "I wrote a shopping list", "he is a good boy", "do you like the park"]],
]);

describe("a danger classifier", () => {
  const classifier = DangerClassifier.from(DangerClassifier.learn(texts));

  it.each([
    ["his gums look pale and he is limp", "vet"],
    ["they would never miss me", "person"],
    ["let us go to the park", "none"],
  ] as const)("tells by examples what a text it never saw is like: %s", (text, danger) => {
    const chances = classifier.chances(text);
    expect(chances[danger]).toBeGreaterThan(0.6);
    expect(chances.vet + chances.person + chances.none).toBeCloseTo(1);
  });

  it("finds words that no example holds little like any", () => {
    const { vet, person } = classifier.chances("zwiebelkuchen federleicht");
    expect(Math.max(vet, person)).toBeLessThan(0.6);
    expect(classifier.chances("")).toEqual(classifier.chances("?"));
  });

  it("learns the same each time", () => {
    expect(DangerClassifier.learn(texts)).toEqual(DangerClassifier.learn(texts));
  });
});

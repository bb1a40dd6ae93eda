import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "#tests/support/any-character.ts";
import { TextClassifier } from "./text-classifier.ts";
import { plainWords, textFeatures } from "./text-features.ts";

const classifierOf = (examples: Record<string, readonly string[]>) => {
  const learned = TextClassifier.learn(
    new Map(Object.entries(examples).map(([label, texts]) => [label, texts.map(textFeatures)])),
  );
  const classifier = new TextClassifier(learned);
  return (text: string) => classifier.guess(textFeatures(text));
};

const guess = classifierOf({
  greeting: ["hello", "hi there", "good morning to you", "hey, I am home"],
  sad: ["I am so sad", "I have been crying all day", "feeling down", "my heart is broken"],
  question: ["where do you sleep?", "what do you like to eat?", "when did you come home?", "who is your best friend?"],
});

describe("a text classifier", () => {
  it.each([
    ["hello you", "greeting"],
    ["i was cryin again", "sad"],
    ["what food do you like?", "question"],
    ["helloooooo", "greeting"],
  ])("knows %s by its examples", (text, label) => {
    expect(guess(text)[0]?.label).toBe(label);
  });

  it("does not prefer a label that has many examples", () => {
    const biased = classifierOf({
      few: ["purple elephant"],
      many: Array.from({ length: 200 }, (_, number) => `grey mouse number ${number}`),
    });
    expect(biased("an elephant")[0]?.label).toBe("few");
  });

  it("is less sure where the words speak for several labels", () => {
    const [clear, mixed] = ["feeling down, I am so sad", "hello, I am so sad, where do you sleep?"].map(
      (text) => guess(text)[0]?.probability ?? 0,
    );
    expect(clear).toBeGreaterThan(mixed ?? 1);
  });

  it("gives probabilities for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 3000 }), (text) => {
        const guesses = guess(text);
        expect(guesses.map(({ label }) => label).sort()).toEqual(["greeting", "question", "sad"]);
        expect(guesses.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1);
      }),
    );
  });
});

describe("the words of a text", () => {
  it("are the same with and without accents, apostrophes, capitals, stretched letters and invisible signs", () => {
    expect(plainWords("DON’T\u200b Überraschung noooooo")).toEqual(["dont", "uberraschung", "noo"]);
    expect(plainWords("كِتَابٌ")).toEqual(["كتاب"]);
    expect(plainWords("हिन्दी")).toEqual(["हिन्दी"]);
  });

  it("are those of head and tail of a long text", () => {
    const features = textFeatures(`beginning ${"middle ".repeat(5)}${"x".repeat(7000)} end`);
    expect(["beginning", "middle", "end"].map((word) => features.has(word))).toEqual([true, true, true]);
    expect(features.size).toBeLessThan(200);
  });
});

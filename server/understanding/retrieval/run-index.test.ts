import { describe, expect, it } from "vitest";
import { grams, hashOf, MOST_PLACES, RunIndex } from "./run-index.ts";

describe("the runs of a text", () => {
  it("are found in the sentences that hold them", () => {
    const sentences = ["The dog sleeps.", "A cat.", "Two dogs and a cat.", "犬が好き"];
    const index = new RunIndex(sentences.map((each) => grams(each, "en", { stopWords: true })));
    const placesOf = (run: string) => index.placesOf(hashOf(run));
    expect(placesOf("_dog")).toEqual([0, 2]);
    expect(placesOf("dog_")).toEqual([0]);
    expect(placesOf("cat_")).toEqual([1, 2]);
    expect(placesOf("犬")).toEqual([3]);
    expect(placesOf("_fish")).toEqual([]);
    expect(placesOf("zzz")).toEqual([]);
  });

  it("are those of the first sentences only, and of none where there is nothing", () => {
    const same = new RunIndex(Array.from({ length: 1_000 }, () => new Set(["_dog"])));
    expect(same.placesOf(hashOf("_dog"))).toHaveLength(MOST_PLACES);
    expect(new RunIndex([]).placesOf(hashOf("_dog"))).toEqual([]);
  });

  it("are hardly ever taken for others", () => {
    const runs = new Set<string>();
    for (let number = 0; number < 20_000; number += 1) runs.add(`_${number.toString(36)}`);
    expect(new Set([...runs].map(hashOf)).size).toBeGreaterThan(19_980);
  });
});

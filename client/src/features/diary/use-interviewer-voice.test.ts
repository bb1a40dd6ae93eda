import { describe, expect, it } from "vitest";
import { piecesToSpeak } from "./use-interviewer-voice.ts";

describe("a text to be spoken", () => {
  it("is one piece while it is short", () => {
    expect(piecesToSpeak("Hi, I'm Will! Shall we?")).toEqual(["Hi, I'm Will! Shall we?"]);
  });

  it("is cut between sentences, and a long sentence between words", () => {
    expect(piecesToSpeak("One two. Three four. Five.", 20)).toEqual(["One two.", "Three four. Five."]);
    expect(piecesToSpeak("a quick brown fox", 8)).toEqual(["a quick", "brown", "fox"]);
  });

  it("leaves out what has no word in it, and never exceeds the limit", () => {
    expect(piecesToSpeak("!!! …")).toEqual([]);
    expect(piecesToSpeak("x".repeat(900)).every((piece) => piece.length <= 300)).toBe(true);
  });
});

import { describe, expect, it, vi } from "vitest";
import { createLine, piecesToSpeak } from "./use-interviewer-voice.ts";

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

describe("a line of texts", () => {
  it("speaks all that was added after it was hushed, also where the text before is still under way", async () => {
    const line = createLine();
    const spoken: string[] = [];
    const ends: (() => void)[] = [];
    const speak = ({ text }: { text: string }) => {
      spoken.push(text);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const piece = (text: string) => ({ text, language: "en-US" });
    line.add([piece("Question 1")], speak);
    line.hush();
    line.add([piece("No problem"), piece("Question 2")], speak);
    ends[0]?.();
    await new Promise((done) => setTimeout(done, 0));
    ends[1]?.();
    await vi.waitFor(() => expect(spoken).toEqual(["Question 1", "No problem", "Question 2"]));
  });
});

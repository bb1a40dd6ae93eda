import { describe, expect, it } from "vitest";
import { snippet } from "./service.ts";

describe("a snippet", () => {
  it("is the whole of a short text", () => {
    expect(snippet("I like the ball.", ["ball"])).toBe("I like the ball.");
  });

  it("surrounds the first place where a word stands, from the beginning of a word on", () => {
    const cut = snippet(`${"lorem ".repeat(100)}BALL${" ipsum".repeat(100)}`, ["ball"]);
    expect(cut).toMatch(/^…lorem (lorem )*BALL( ipsum)+/);
    expect(cut).toMatch(/…$/);
    expect(cut.length).toBeLessThan(250);
  });

  it("begins at the beginning where the word is there", () => {
    expect(snippet(`ball ${"x".repeat(500)}`, ["ball"])).toMatch(/^ball x+…$/);
  });

  it("halves no character", () => {
    expect(snippet(`${"😀".repeat(300)}ball${"😀".repeat(300)}`, ["ball"]).isWellFormed()).toBe(true);
  });
});

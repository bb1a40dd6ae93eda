import { describe, expect, it } from "vitest";
import { isSameName } from "./fold-text.ts";

describe("a name that is typed to confirm", () => {
  it.each([
    ["an apostrophe of another kind", "Miso’s friend", "Miso's friend"],
    ["quotes of another kind", "„Rex“", '"Rex"'],
    ["letters that are composed in another way", "Zoe\u0308", "Zoë"],
  ])("may have %s", (_what, name, typed) => {
    expect(isSameName(typed, name)).toBe(true);
  });

  it.each([
    ["case", "Miso", "miso"],
    ["accents", "Zoë", "Zoe"],
    ["white space", "Miso", "Miso "],
    ["hyphens", "Jean–Luc", "Jean-Luc"],
    ["width", "Ｍiso", "Miso"],
  ])("but no other %s", (_what, name, typed) => {
    expect(isSameName(typed, name)).toBe(false);
  });
});

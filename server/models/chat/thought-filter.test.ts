import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createThoughtFilter } from "./thought-filter.ts";

function filtered(...pieces: string[]): string {
  const filter = createThoughtFilter();
  return pieces.map((piece) => filter.push(piece)).join("") + filter.end();
}

describe("the filter of thoughts", () => {
  it.each([
    ["before the reply", "<think>They ask for food.</think>\n\nCheese!", "Cheese!"],
    ["by another name", "<thinking>Hm.</thinking>Cheese!", "Cheese!"],
    ["in upper case", "<THINK>Hm.</Think> Cheese!", "Cheese!"],
    ["in the middle", "Oh! <think>Hm.</think>Cheese!", "Oh! Cheese!"],
    ["twice", "<think>a</think>One. <reasoning>b</reasoning>Two.", "One. Two."],
    ["without an end", "Cheese! <think>Was that right", "Cheese! "],
    ["that is all", "<think>Hm.</think>\n", ""],
    ["that holds marks of its own", "<think>is 2 < 3? <b>yes</b> </thin> </think>Yes.", "Yes."],
    ["whose beginning is cut by the end", "Cheese!<thi", "Cheese!"],
    ["whose beginning was never sent", "</think>\nCheese!", "Cheese!"],
    ["with spaces in the mark", "< think >Hm.</ think >Cheese!", "Cheese!"],
  ])("takes out a thought %s", (_name, text, shown) => {
    expect(filtered(text)).toBe(shown);
  });

  it.each(["I <3 you, 2 < 3", "a <b>bold</b> word", "<thinker> </thinkers>", "I think so <", "  spaced\n"])(
    "leaves %j as it is",
    (text) => {
      expect(filtered(text)).toBe(text);
      expect(filtered(...text)).toBe(text);
    },
  );

  it("shows the same, however the stream is cut into pieces", () => {
    const part = fc.constantFrom(
      "<think>",
      "</think>",
      "<THINKING>",
      "</thinking>",
      "<",
      "<th",
      " ",
      "\n",
      "Hm. ",
      "a<3",
      "/",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.array(fc.nat(60)), (parts, cuts) => {
        const text = parts.join("");
        const at = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort((a, b) => a - b);
        expect(filtered(...at.map((start, index) => text.slice(start, at[index + 1])))).toBe(filtered(text));
      }),
    );
  });

  it("holds back only what could begin a thought", () => {
    const filter = createThoughtFilter();
    expect(filter.push("Cheese <")).toBe("Cheese ");
    expect(filter.push("3 you <t")).toBe("<3 you ");
    expect(filter.push("able>")).toBe("<table>");
  });
});

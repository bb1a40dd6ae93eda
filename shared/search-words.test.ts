import { describe, expect, it } from "vitest";
import { highlight, searchWords } from "./search-words.ts";

const marked = (text: string, query: string) =>
  highlight(text, searchWords(query))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join("");

describe("a search's words", () => {
  it("are each there once, in lower case", () => {
    expect(searchWords("  Ball  ball\tPARK\n")).toEqual(["ball", "park"]);
    expect(searchWords("   ")).toEqual([]);
  });

  it("are marked wherever they stand, whatever their case", () => {
    expect(marked("The ball, the Ball and a balloon", "ball")).toBe("The [ball], the [Ball] and a [ball]oon");
    expect(marked("A balloon and a ball", "ball balloon")).toBe("A [balloon] and a [ball]");
    expect(marked("ÉTÉ", "été")).toBe("[ÉTÉ]");
  });

  it.each(["(a+b)*", "[x]", "a|b", "$&", "\\d", "^", "-", "/", "<b>"])("take %s literally", (odd) => {
    expect(marked(`so ${odd} it is`, odd)).toContain(`[${odd}]`);
  });

  it("leave a text without them whole", () => {
    expect(highlight("nothing here", ["ball"])).toEqual([{ text: "nothing here", isMatch: false }]);
    expect(highlight("nothing here", [])).toEqual([{ text: "nothing here", isMatch: false }]);
  });
});

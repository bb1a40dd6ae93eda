import { describe, expect, it } from "vitest";
import { findByWords, hasAccents, highlight, searchWords } from "./search-words.ts";

const marked = (text: string, query: string) =>
  highlight(text, searchWords(query))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join("");

describe("a search's words", () => {
  it("are each there once, as they were typed", () => {
    expect(searchWords("  Ball  ball\tPARK\u3000BÁLL\n")).toEqual(["Ball", "PARK"]);
    expect(searchWords("   ")).toEqual([]);
    expect(searchWords("\u200B")).toEqual([]);
  });

  it("have accents or none, whatever their case and quotes", () => {
    expect(["résumé", "CAFE\u0301", "straße", "й"].every(hasAccents)).toBe(true);
    expect(["resume", "it’s", "BALL", "ΣΣ", "ガ", "각", "－"].some(hasAccents)).toBe(false);
  });

  it("are marked wherever they stand, whatever their case", () => {
    expect(marked("The ball, the Ball and a balloon", "ball")).toBe("The [ball], the [Ball] and a [ball]oon");
    expect(marked("A balloon and a ball", "ball balloon")).toBe("A [balloon] and a [ball]");
    expect(marked("ÉTÉ", "été")).toBe("[ÉTÉ]");
  });

  it("find the items of a list, with accents typed first those that have them", () => {
    const find = (query: string) => findByWords(["Musli", "Müsli’s dad", "Rex"], String, searchWords(query));
    expect(find("")).toEqual(["Musli", "Müsli’s dad", "Rex"]);
    expect(find("MUSLI")).toEqual(["Musli", "Müsli’s dad"]);
    expect(find("Mu\u0308sli")).toEqual(["Müsli’s dad", "Musli"]);
    expect(find("dad müsli's")).toEqual(["Müsli’s dad"]);
  });

  it("are marked as the whole characters that they were found in", () => {
    expect(marked("Mon re\u0301sume\u0301 et l’été", "resume l'ete")).toBe("Mon [re\u0301sume\u0301] et [l’été]");
    expect(marked("Die Straße", "stras")).toBe("Die [Straß]e");
    expect(marked("aßa", "as sa")).toBe("[aß]a");
    expect(marked("İstanbul’da 😀", "istanbul'da")).toBe("[İstanbul’da] 😀");
    expect(marked("ｶﾞｯｺｳ", "ガ")).toBe("[ｶﾞ]ｯｺｳ");
  });

  it.each(["(a+b)*", "[x]", "a|b", "$&", "\\d", "^", "-", "/", "<b>"])("take %s literally", (odd) => {
    expect(marked(`so ${odd} it is`, odd)).toContain(`[${odd}]`);
  });

  it("leave a text without them whole", () => {
    expect(highlight("nothing here", ["ball"])).toEqual([{ text: "nothing here", isMatch: false }]);
    expect(highlight("nothing here", [])).toEqual([{ text: "nothing here", isMatch: false }]);
  });
});

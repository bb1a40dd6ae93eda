import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MarkdownReader, readMarkdown, spokenWords } from "./markdown.ts";

const fragments = fc.constantFrom(
  ..."*|**|***|_|__|`|```|[|]|](|](x)|(|)|!|#|## |> |>|- |+ |\n|\n\n|  |5|a|word |é|🐶|\uD83D".split("|"),
  "over the hills and far away ".repeat(20),
);
const marked = fc.array(fragments, { maxLength: 60, size: "max" }).map((parts) => parts.join(""));
const said = (words: ReturnType<typeof spokenWords>) => words.map(({ text }) => text).join("");

describe("any text with marks", () => {
  it("is read the same however it was cut into tokens, so that it is said as it is shown", () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(marked, cuts, (text, sizes) => {
        const reader = new MarkdownReader();
        const pieces = [];
        for (let start = 0, turn = 0; start < text.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          pieces.push(...reader.push(text.slice(start, start + size)));
          start += size;
        }
        expect(said(spokenWords([...pieces, ...reader.end()]))).toBe(said(spokenWords(readMarkdown(text))));
      }),
      { numRuns: 500 },
    );
  });

  it("keeps its words where they stand", () => {
    fc.assert(
      fc.property(marked, (text) => {
        for (const { text: words, from } of spokenWords(readMarkdown(text)))
          if (from !== null) expect(text.slice(from, from + words.length)).toBe(words);
      }),
    );
  });
});

describe("a mark", () => {
  it("holds back only what it may format", () => {
    const reader = new MarkdownReader();
    const push = (text: string) => said(spokenWords(reader.push(text)));
    expect(push("I am 2")).toBe("I am 2");
    expect(push("*")).toBe("");
    expect(push("5, ")).toBe("*5, ");
    expect(push("**very")).toBe("");
    expect(push(" happy** ")).toBe("very happy ");
    expect(push("*wag ")).toBe("");
    expect(push("\n")).toBe("*wag \n");
  });
});

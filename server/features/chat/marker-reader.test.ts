import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorMs } from "#tests/support/processor-time.ts";
import { MarkerReader } from "./marker-reader.ts";

const COUNT = 30;

function read(...pieces: string[]): { shown: string; numbers: readonly number[] } {
  const reader = new MarkerReader(COUNT);
  const shown = pieces.map((piece) => reader.push(piece)).join("") + reader.end();
  return { shown, numbers: reader.numbers };
}

function namesIn(...pieces: string[]): { shown: string; names: readonly string[]; isOwnWords: boolean } {
  const reader = new MarkerReader(COUNT);
  const shown = pieces.map((piece) => reader.push(piece)).join("") + reader.end();
  return { shown, names: [...reader.names], isOwnWords: reader.isOwnWords };
}

describe("what a marker says beside numbers", () => {
  it.each([
    ["said in this chat", "Your exam! [[chat]]", "Your exam!", ["chat"], false],
    ["invented on request", "Once upon a time. [[Play]]", "Once upon a time.", ["play"], false],
    ["not known", "Just a pet! [[?]]", "Just a pet!", ["unknown"], false],
    ["not known, in single brackets", "Just a pet! [?]", "Just a pet!", ["unknown"], false],
    ["not known, in full-width signs", "ただのペット！［［？］］", "ただのペット！", ["unknown"], false],
    ["in a word", "Just a pet! [[unknown]]", "Just a pet!", ["unknown"], false],
    ["own words", "Hello! [[0]]", "Hello!", [], true],
    ["several things", "A dragon ate my sock. [[play, 3]]", "A dragon ate my sock.", ["play"], false],
    ["at its beginning", "[[play]] Once upon a time.", "Once upon a time.", ["play"], false],
    ["cut", "Once upon a time. [[pla", "Once upon a time.", [], false],
    ["a danger", "[[help:person]] I am here.", "I am here.", ["help:person"], false],
    ["a danger, in other brackets", "【help: vet】I am here.", "I am here.", ["help:vet"], false],
    ["a danger, cut", "I am here. [[help:pers", "I am here.", [], false],
    ["nothing known", "Woof! [[cheese]]", "Woof!", [], false],
  ])("is read: %s", (_name, text, shown, names, isOwnWords) => {
    expect(namesIn(text)).toEqual({ shown, names, isOwnWords });
    expect(namesIn(...text)).toEqual({ shown, names, isOwnWords });
  });
});

describe("the numbers that a reply ends with", () => {
  it.each([
    ["as asked for", "I love cheese. [[2, 5]]", "I love cheese.", [2, 5]],
    ["none", "Just a pet! [[0]]", "Just a pet!", []],
    ["empty", "Just a pet! [[]]", "Just a pet!", []],
    ["a word for none", "Just a pet! [[none]]", "Just a pet!", []],
    ["a word for none in Japanese", "ただのペットだよ。[[なし]]", "ただのペットだよ。", []],
    ["in another order, one twice", "Yes. [[5, 2, 5]]", "Yes.", [5, 2]],
    ["doubled", "Yes. [[2]] [[5]]", "Yes.", [2, 5]],
    ["doubled without a space", "Yes. [[2]][[2, 5]]", "Yes.", [2, 5]],
    ["in the middle", "I love cheese [[2]], and you [[5]].", "I love cheese, and you.", [2, 5]],
    ["in the middle, between sentences", "Cheese! [[2]] And you?", "Cheese! And you?", [2]],
    ["at the beginning", "[[2]] Cheese!", "Cheese!", [2]],
    ["on a line of its own", "Cheese!\n\n[[2]]\n", "Cheese!", [2]],
    ["cut in the numbers", "Cheese! [[2, 5", "Cheese!", [2, 5]],
    ["cut in the end", "Cheese! [[2]", "Cheese!", [2]],
    ["cut in the beginning", "Cheese! [[", "Cheese!", []],
    ["cut at the first sign", "Cheese! [", "Cheese!", []],
    ["cut in a word", "Cheese! [[diary", "Cheese!", []],
    ["in single brackets", "Cheese! [2, 5]", "Cheese!", [2, 5]],
    ["closed by one bracket of two", "Cheese [[2, 5], really.", "Cheese, really.", [2, 5]],
    ["in three brackets", "Cheese! [[[2]]]", "Cheese!", [2]],
    ["with spaces", "Cheese! [ [ 2 ,5 ] ]", "Cheese!", [2, 5]],
    ["with words between", "Cheese! [[2 and 5]]", "Cheese!", [2, 5]],
    ["with words before", "Cheese! [[Diary entry 2; passage #5]]", "Cheese!", [2, 5]],
    ["with a heading", "Cheese! [[sources: 2, 5]]", "Cheese!", [2, 5]],
    ["with words after", "Cheese! [[2 used]]", "Cheese!", [2]],
    ["with words in Chinese", "奶酪！[[日记2和资料5]]", "奶酪！", [2, 5]],
    ["a word in single brackets", "Cheese! [diary 2]", "Cheese!", [2]],
    ["in full-width signs", "チーズ！［［２、５］］", "チーズ！", [2, 5]],
    ["in lenticular brackets", "チーズ！【2】【5】", "チーズ！", [2, 5]],
    ["in Arabic digits", "الجبن! [[٢، ٥]]", "الجبن!", [2, 5]],
    ["in Devanagari digits", "पनीर! [[२, ५]]", "पनीर!", [2, 5]],
    ["in braces", "Cheese! {{2, 5}}", "Cheese!", [2, 5]],
    ["in angle brackets", "Cheese! <<2, 5>>", "Cheese!", [2, 5]],
    ["in round brackets", "Cheese! ((2, 5))", "Cheese!", [2, 5]],
    ["in single round brackets", "I love cheese (2, 5).", "I love cheese.", [2, 5]],
    ["cut in single round brackets", "I love cheese (2", "I love cheese", [2]],
    ["of nothing", "Cheese! [[99, 2]]", "Cheese!", [2]],
    [
      "of all that there is",
      `Cheese! [[${Array.from({ length: COUNT }, (_, index) => index + 1).join(", ")}]]`,
      "Cheese!",
      Array.from({ length: COUNT }, (_, index) => index + 1),
    ],
    ["far too large", "Cheese! [[123456789]]", "Cheese!", []],
    ["as a range", "Cheese! [[2-5]]", "Cheese!", [2, 5]],
    ["with signs for numbers", "Cheese! [[№2, *5*]]", "Cheese!", [2, 5]],
  ])("are taken out: %s", (_name, text, shown, numbers) => {
    expect(read(text)).toEqual({ shown, numbers });
    expect(read(...text)).toEqual({ shown, numbers });
  });

  it.each([
    "I was born in the barn (2019).",
    "My walk is at six (6:30), and I sleep a lot (3 hours).",
    "I [laughs] love it [at 3 o'clock] <3 :( (((",
    "Мне грустно(((",
    "[a link](https://example.com/a[1)",
    "x [[wags tail and jumps]] y",
    "I have 4 legs, 2 ears. 1, 2, 3!",
    "  two  spaces \n\n and lines \n",
    "array[i] << 2, a < b > c { } ( ) [ ",
    "「2」 and «3» and <3>",
    "I am (9999) and (31) and (0) and (007)",
    "(two) (",
  ])("are not seen in %j", (text) => {
    // An opening bracket as the last word is taken for the beginning of numbers.
    const shown = text.replace(/\s*\[\s*$/, "");
    expect(read(text)).toEqual({ shown, numbers: [] });
    expect(read(...text)).toEqual({ shown, numbers: [] });
  });

  const forms = [
    "[[play]]",
    "[[?]]",
    "[[chat",
    "[[2]]",
    "[[2, 5]]",
    "[5]",
    "【7】",
    "[[",
    "[",
    "((3))",
    "(4)",
    "[[none]]",
    "[[99]]",
    "[[1 and 2",
  ];
  const speech = [
    " ",
    "\n",
    "Cheese",
    "ah",
    ".",
    ", ",
    "(2019)",
    "(",
    ")",
    "]",
    "<3",
    "[laughs]",
    "チーズ",
    "é🐶",
    "5",
    "one two three four",
  ];

  it("show the same, however the stream is cut into pieces", () => {
    const parts = fc.array(fc.constantFrom(...forms, ...speech), { maxLength: 12 });
    fc.assert(
      fc.property(parts, fc.array(fc.nat(120), { maxLength: 30 }), (given, cuts) => {
        const text = given.join("");
        const at = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort((x, y) => x - y);
        expect(read(...at.map((start, index) => text.slice(start, at[index + 1])))).toEqual(read(text));
      }),
      { numRuns: 400 },
    );
  });

  it("take nothing else with them than the white space around", () => {
    const word = fc.constantFrom(
      "Cheese",
      "is (2019)",
      "good.",
      "[laughs]",
      "ah <3",
      "チーズ",
      "é🐶",
      "x (",
      "y)",
      "]",
    );
    const form = fc.constantFrom("[[2]]", "[[2, 5]]", "[5]", "【7】", "((3))", "[[none]]", "[[99]]", "[[1 and 2]]");
    fc.assert(
      fc.property(fc.array(fc.oneof(word, form), { maxLength: 12 }), (parts) => {
        const kept = (text: string) => text.replaceAll(/\s/g, "");
        const isWord = (part: string) => !/^(\[\[?\d|【|\(\(|\[\[none)/.test(part);
        // A closing bracket right after a form may be the form's own.
        fc.pre(!parts.some((part, index) => part === "]" && index > 0 && !isWord(parts[index - 1] ?? "")));
        expect(kept(read(parts.join(" ")).shown)).toBe(kept(parts.filter(isWord).join("")));
      }),
      { numRuns: 300 },
    );
  });

  it("hold back white space and what could begin them, and nothing else", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme" }).filter((text) => !/[[［【〔〖{｛⟦(（<＜]/.test(text))),
        (pieces) => {
          const reader = new MarkerReader(COUNT);
          let given = "";
          let shown = "";
          for (const piece of pieces) {
            given += piece;
            shown += reader.push(piece);
            expect(shown).toBe(given.trimEnd());
          }
          expect(shown + reader.end()).toBe(given);
        },
      ),
    );
    const reader = new MarkerReader(COUNT);
    expect(reader.push("Yes [")).toBe("Yes");
    expect(reader.push("laughs! ")).toBe(" [laughs!");
    expect(reader.push("x [[one two three f")).toBe(" x [[one two three f");
  });

  it("cost little, whatever is said", () => {
    for (const text of ["[", "[[", "[1", "(", "((", "[[1,", "[ ", "<", "{a "]) {
      expect(processorMs(() => read(...Array.from({ length: 4000 }, () => text)))).toBeLessThan(2_000);
    }
  });
});

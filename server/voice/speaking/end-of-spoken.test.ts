import fc from "fast-check";
import { expect, it } from "vitest";
import { plainText } from "../speech/plain-text.ts";
import { endOfSpoken } from "./end-of-spoken.ts";
import { createSentenceSplitter } from "./split-sentences.ts";

const keptOf = (text: string, sentences: number, language = "en-US") =>
  text.slice(0, endOfSpoken(text, language, sentences));

it.each<[string, string, number, string]>([
  ["of nothing heard nothing", "Woof! I am here.", 0, ""],
  ["whole sentences", "Woof! I went to the park today. Then I slept.", 2, "Woof! I went to the park today."],
  ["the first clause", "I went to the park this morning, and then I slept.", 1, "I went to the park this morning,"],
  ["all of it where more was heard than there is", "Woof! I am here.", 9, "Woof! I am here."],
  [
    "a link with its target",
    "See [my page.](https://example.org/a) Then go.",
    1,
    "See [my page.](https://example.org/a)",
  ],
  ["emphasis with its end", "**Woof!** I went to the park today.", 1, "**Woof!**"],
  ["what is not spoken before it", "🐶 … Woof! I went to the park today. ***", 1, "🐶 … Woof!"],
])("keeps %s", (_name, text, sentences, kept) => {
  expect(keptOf(text, sentences)).toBe(kept);
});

it("keeps the sentences of a script without spaces", () => {
  const text = "你好！我是你的狗，我非常喜欢和你一起去公园玩。今天天气很好。";
  expect(keptOf(text, 2, "zh-CN")).toBe("你好！我是你的狗，我非常喜欢和你一起去公园玩。");
});

const pieces = fc.constantFrom(
  ...[
    "Woof! ",
    "I ran, ",
    "and ran ",
    "home. ",
    "**very** ",
    "[x",
    "](",
    "] ",
    "y) ",
    "# ",
    "\n",
    "\n\n",
    "- ",
    "🐶 ",
    "!",
    "...",
    "你好。",
  ],
);

it("keeps the words of so many sentences, whatever the text", () => {
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
  const text = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.nat({ max: 6 }), (raw, sentences) => {
      const linkless = raw.replaceAll("](", "] (");
      const splitter = createSentenceSplitter("en-US");
      const spoken = [...splitter.push(linkless), ...splitter.end()].filter((one) => plainText(one) !== "");
      expect(letters(keptOf(linkless, sentences))).toBe(letters(spoken.slice(0, sentences).join("")));
    }),
    { numRuns: 300 },
  );
});

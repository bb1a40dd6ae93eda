import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorMs } from "#tests/support/processor-time.ts";
import { ReplyCleaner } from "./reply-cleaner.ts";

function clean(...pieces: string[]): string {
  const cleaner = new ReplyCleaner("Miso");
  return pieces.map((piece) => cleaner.push(piece)).join("") + cleaner.end();
}

describe("what a model writes around a pet's words", () => {
  it.each([
    ["its name", "Miso: Hello there!", "Hello there!"],
    ["its name in bold", "**Miso:** *purrs* Hello there!", " Hello there!"],
    ["its name before a stage direction", "Miso: *wags tail* Hello!", "Hello!"],
    ["its name with a wide colon", "Miso：こんにちは！", "こんにちは！"],
    ["its name on a line of its own", "Miso:\nHello!", "Hello!"],
    ["its part", "Assistant: Hello!", "Hello!"],
    ["a stage direction at the start", "*wags tail* Hello!", "Hello!"],
    ["one with a capital", "*Wags tail happily.* Hello!", "Hello!"],
    ["one between two sentences", "Hello! *wags tail* And you?", "Hello! And you?"],
    ["one at the end", "Hello! *wags tail*", "Hello! "],
    ["one before the numbers", "Hello! *wags tail* [[3]]", "Hello! [[3]]"],
    ["one in round brackets", "(tilts head) Hello!", "Hello!"],
    ["one in square brackets", "[wags tail]\nHello!", "Hello!"],
    ["one in Japanese", "（しっぽを振る）こんにちは！", "こんにちは！"],
    ["one in Japanese on a line of its own", "（しっぽを振る）\nこんにちは！", "こんにちは！"],
    ["one after a Japanese sentence", "こんにちは！*しっぽを振る* 元気？", "こんにちは！元気？"],
    ["the end of a turn", "Hello!<|im_end|>", "Hello!"],
    ["a whole template", "<|im_start|>assistant\nHello!<|im_end|>\n<|im_start|>user\nWho are you?", "Hello!"],
    ["other marks", "<s>Hello!</s> And more", "Hello!"],
    ["marks of Gemma", "Hello!<end_of_turn>\n<start_of_turn>user\nHi", "Hello!"],
    ["the person's next line", "Hello! [[0]]\nUser: And you?\nMiso: Me too!", "Hello! [[0]]\n"],
    ["the person's next line in bold", "Hello!\n\n**Human:** And you?", "Hello!\n"],
    ["the person's next line in Spanish", "¡Hola!\nUsuario: ¿Y tú?", "¡Hola!\n"],
  ])("is taken off: %s", (_name, text, shown) => {
    expect(clean(text)).toBe(shown);
    expect(clean(...text)).toBe(shown);
  });

  it.each([
    "I *love* cheese, and *really* mean it.",
    "*Really?* I did that?",
    "*The Brave Cat*\n\nOnce upon a time.",
    "**Important:** drink water.",
    "* one\n* two",
    "(Yes, really.) I did.",
    "I sleep (mostly) at noon, [sic] and [12].",
    "[[play]] Once upon a time.",
    "[[?]]",
    "Miso is my name: Miso!",
    "My rule: no dogs. User: nobody.",
    "Two things:\nFirst: cheese.",
    "a < b <3 <b>x</b> 2*3*4 _ * [",
    "\n Hello \n",
    "**\nMiso: hello",
  ])("is not seen in %j", (text) => {
    expect(clean(text)).toBe(text);
    expect(clean(...text)).toBe(text);
  });

  const parts = [
    ...["*wags tail*", "*", "**", "(looks up)", "[purrs loudly]", "<|im_end|>", "<|", "</s>", "Miso:", "User:", "Miso"],
    ...["\n", " ", ". ", "! ", "Hello", "love", "[[3]]", "[", "(", "<", "。", "🐶", "Us", "（x）"],
  ];

  it("is the same, however the stream is cut into pieces", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...parts), { maxLength: 14 }),
        fc.array(fc.nat(120), { maxLength: 30 }),
        (given, cuts) => {
          const text = given.join("");
          const at = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort((x, y) => x - y);
          expect(clean(...at.map((start, index) => text.slice(start, at[index + 1])))).toBe(clean(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("ends the reply, so that nobody waits for the rest", () => {
    const cleaner = new ReplyCleaner("Miso");
    expect(cleaner.push("Hello!\nUser: A")).toBe("Hello!\n");
    expect(cleaner.isOver).toBe(true);
    expect(cleaner.push("nd you?") + cleaner.end()).toBe("");
  });

  it("holds nothing back of ordinary words", () => {
    const cleaner = new ReplyCleaner("Miso");
    expect(cleaner.push("I was ")).toBe("I was ");
    expect(cleaner.push("a *very")).toBe("a *very");
  });

  it("costs little, whatever is said", () => {
    for (const text of ["*", "*a", "(", "[a ", "<", "<|", "Us", "\n", "\nUser", "Miso"])
      expect(processorMs(() => clean(...Array.from({ length: 4000 }, () => text)))).toBeLessThan(2_000);
  });
});

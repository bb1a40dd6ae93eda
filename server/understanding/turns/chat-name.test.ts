import { describe, expect, it } from "vitest";
import { languages } from "../languages/languages.ts";
import { chatNameFrom, isSmallTalk } from "./chat-name.ts";

const nameOf = (message: string, language = "en") => chatNameFrom(message, { name: "Miso", language });

describe("the name of a chat", () => {
  it.each([
    ["en", "What do you eat?", "What do you eat?"],
    ["en", "Hello! What do you eat?", "What do you eat?"],
    ["en", "Hi Miso, how much do you weigh?", "How much do you weigh?"],
    ["en", "good morning\n\nDid you sleep well on the piano?", "Did you sleep well on the piano?"],
    ["de", "Hallo! Was isst du am liebsten?", "Was isst du am liebsten?"],
    ["fr", "Bonjour ! Où dors-tu ?", "Où dors-tu ?"],
    ["es", "¡Hola! ¿Qué comes?", "¿Qué comes?"],
    ["it", "Ciao! Dove dormi?", "Dove dormi?"],
    ["ja", "こんにちは！何を食べるのが好き？", "何を食べるのが好き？"],
    ["zh", "你好！你喜欢吃什么？", "你喜欢吃什么？"],
    ["en", "Hello!", "Hello!"],
    ["en", "🐱", "🐱"],
    ["en", "Today I went to see my sister. She has a new dog.", "Today I went to see my sister."],
  ])("is what the message is about (%s): %s", (language, message, name) => {
    expect(nameOf(message, language)).toBe(name);
  });

  it("is cut between two words where the sentence is long", () => {
    const name = nameOf("I have been thinking all day about the examination in algebra that I take on Friday");
    expect(name).toBe("I have been thinking all day about the examination in…");
    expect(nameOf(`${"長い話がありますよ".repeat(20)}`, "ja")).toMatch(/^(?:長い話がありますよ)+.*…$/);
  });

  it.each([
    ["one long word", "a".repeat(500)],
    ["emoji", "👩‍👩‍👧‍👦".repeat(40)],
    ["a page", "The cat sat on the mat and did nothing. ".repeat(300)],
    ["Chinese", "今天我们去公园散步然后看到了一只很大的狗".repeat(9)],
    ["signs on one letter", `a${"\u0301".repeat(400)}`],
    ["half a sign", `${"x".repeat(58)}😀😀😀`],
  ])("is never longer than the list shows, nor ends in half a sign: %s", (_what, message) => {
    const name = nameOf(message);
    expect(name.length).toBeLessThanOrEqual(60);
    expect(name.isWellFormed()).toBe(true);
    expect(name.trim()).not.toBe("");
    expect(name).not.toMatch(/\u200d…$/);
  });

  it.each(languages)("is no greeting of its language: $code", (language) => {
    const pet = { name: "Miso", language: language.code };
    const greetings = language
      .readTurns()
      .examples.greeting.filter((each) => !each.includes("{"))
      .slice(0, 20);
    expect(greetings.filter((each) => !isSmallTalk(each, pet)).length).toBeLessThanOrEqual(1);
    const question = language.diaryQuestions.favorite_toy?.question ?? "";
    expect(isSmallTalk(question, pet)).toBe(false);
  });
});

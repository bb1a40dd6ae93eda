import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { memorableIn, orderToRemember, slotAsked, slotOf } from "./memorable.ts";

const sentences = z.record(z.string(), z.string());
const said = z
  .record(z.string(), z.object({ atOnce: sentences, later: sentences, nothing: sentences, asks: sentences }))
  .parse(JSON.parse(readFileSync(new URL("../../../tests/fixtures/memorable.json", import.meta.url), "utf8")));

/** What people might write; of it every other line is only counted, by `npx tsx bench/memory.ts`. */
const messages = z.object({ worth: z.array(z.string()), idle: z.array(z.string()) });
const seenOf = (code: string) => {
  const file = new URL(`../../../bench/memory/${code}.json`, import.meta.url);
  const { worth, idle } = messages.parse(JSON.parse(readFileSync(file, "utf8")));
  const seen = (list: string[]) => list.filter((_, at) => at % 2 === 0);
  return { worth: seen(worth), idle: seen(idle) };
};

describe.each(Object.entries(said))("what is worth remembering, in %s", (code, { atOnce, later, nothing, asks }) => {
  it.each(Object.entries(atOnce))("is found at once: %s", (_what, sentence) => {
    expect(memorableIn(sentence, code).map(({ isAtOnce }) => isAtOnce)).toEqual([true]);
  });

  it.each(Object.entries(later))("is found: a %s", (kind, sentence) => {
    const [found] = memorableIn(sentence, code);
    expect(found).toMatchObject({ kind, quote: sentence });
  });

  it.each(Object.entries(nothing))("is not %s", (_what, sentence) => {
    expect(memorableIn(sentence, code)).toEqual([]);
  });

  it("is found in orders, plain words, long messages and news", () => {
    const missed = seenOf(code).worth.filter((message) => memorableIn(message, code).length === 0);
    expect(missed).toEqual([]);
  });

  it("is not a question, a mood, a joke, a quotation, a task, nor what is private", () => {
    expect(seenOf(code).idle.filter((message) => memorableIn(message, code).length > 0)).toEqual([]);
  });

  it("is known as an order where it is one", () => {
    expect(orderToRemember(atOnce.remember ?? "", code)).toEqual({ isAlone: true });
    for (const sentence of [
      atOnce.name,
      atOnce.home,
      nothing["small talk"],
      nothing["a question"],
      ...Object.values(asks),
    ])
      expect(orderToRemember(sentence ?? "", code)).toBeNull();
  });

  it("is quoted as it stands in the message", () => {
    for (const message of seenOf(code).worth)
      for (const { quote } of memorableIn(message, code)) expect(message).toContain(quote);
  });

  it("is known by its kind where it is asked for", () => {
    expect(Object.values(asks).map((question) => slotAsked(question, code))).toEqual(Object.keys(asks));
    expect([slotOf(atOnce.name ?? "", code), slotOf(atOnce.home ?? "", code)]).toEqual(["name", "home"]);
  });
});

it("takes no longer for a message without an end", () => {
  for (const message of ["a, b, c, ".repeat(900), "remember that my sister ".repeat(330), `${"x".repeat(8_000)}?`])
    expect(memorableIn(message, "en").length).toBeLessThan(60);
});

it("knows an order beside a question, and none in a question about the past", () => {
  expect(orderToRemember("Remember that my daughter is called Lena. What do you eat?", "en")).toEqual({
    isAlone: false,
  });
  expect(orderToRemember("Can you remember that my daughter is called Lena?", "en")).toEqual({ isAlone: true });
  expect(orderToRemember("Do you remember that time when you ate my shoe?", "en")).toBeNull();
});

describe("an order to remember that names nothing", () => {
  it("means the sentence beside it", () => {
    const expected = [{ text: "I take the train on Mondays.", isAtOnce: true }];
    expect(memorableIn("I take the train on Mondays. Please remember that!", "en")).toMatchObject(expected);
    expect(memorableIn("Remember this: I take the train on Mondays.", "en")).toMatchObject(expected);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { languages } from "#server/understanding/languages/languages.ts";
import { type ConversationSet, conversationSet } from "./set-format.ts";
import { problemsOf } from "./set-problems.ts";

const folder = path.join(import.meta.dirname, "sets");
const read = (language: string, half: string): ConversationSet =>
  conversationSet.parse(JSON.parse(readFileSync(path.join(folder, language, `${half}.json`), "utf8")));

describe("the sets of conversations", () => {
  it("are there in every language, and in no other", () => {
    expect(readdirSync(folder).sort()).toEqual(languages.map(({ code }) => code).sort());
  });

  it.each(languages)("can be used in $code", ({ code }) => {
    expect([...problemsOf(read(code, "seen")), ...problemsOf(read(code, "unseen"))]).toEqual([]);
  });

  it.each(languages)("share nothing between the halves in $code", ({ code }) => {
    const said = (half: string) => {
      const { pets, far, people, documents, unanswerable } = read(code, half);
      const asked = [far, people, documents, unanswerable].flatMap((items) => items.map(({ ask }) => ask));
      return [...pets.map(({ name }) => name), ...asked];
    };
    const seen = new Set(said("seen"));
    expect(said("unseen").filter((words) => seen.has(words))).toEqual([]);
  });
});

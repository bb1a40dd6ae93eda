import { describe, expect, it } from "vitest";
import type { Fact } from "../llm.ts";
import { composeReply } from "./compose-reply.ts";
import { phrasesByLanguage } from "./phrases/by-language.ts";
import { samples } from "./samples.ts";

describe.each([...phrasesByLanguage])("the diary voice in %s", (language, phrases) => {
  const sample = samples[language];
  if (sample === undefined) throw new Error(`no samples in ${language}`);
  const { patterns, ...lists } = phrases;

  const ask = (question: string, facts: Fact[] = []) =>
    composeReply({ pet: { name: "Tucker", language }, ownerName: "Ann", question, turns: [], facts }).text;
  const answer = (text: string): Fact => ({ kind: "diary", about: "…", text, page: null });
  const isOneOf = (reply: string, phrasings: readonly string[]) =>
    phrasings.map((phrasing) => phrasing.replaceAll("{person}", "Ann").replaceAll("{pet}", "Tucker")).includes(reply);
  /** Whether a reply is a phrasing with something quoted in it. */
  const quotesBy = (reply: string, phrasings: readonly string[]) =>
    phrasings.some((phrasing) =>
      phrasing.split(/\{(?:text|name|page)\}/).every((part) => part.trim() === "" || reply.includes(part)),
    );

  it("has at least three phrasings of everything, none of them twice", () => {
    for (const phrasings of Object.values(lists)) {
      expect(phrasings.length).toBeGreaterThanOrEqual(3);
      expect(new Set(phrasings).size).toBe(phrasings.length);
    }
  });

  it("names what it quotes, and knows no other placeholder", () => {
    for (const phrasing of [...phrases.quoteDiary, ...phrases.also]) expect(phrasing).toContain("{text}");
    for (const phrasing of phrases.quoteDocument) expect(phrasing).toMatch(/\{name\}.*\{text\}|\{text\}.*\{name\}/);
    for (const phrasing of phrases.quotePage)
      for (const hole of ["{text}", "{name}", "{page}"]) expect(phrasing).toContain(hole);
    for (const phrasing of Object.values(lists).flat())
      expect(phrasing.replace(/\{(?:pet|person|text|name|page)\}/g, "")).not.toMatch(/[{}]/);
  });

  it("has patterns that are regular expressions", () => {
    for (const source of Object.values(patterns)) expect(() => new RegExp(source, "iu")).not.toThrow();
  });

  it("has no pattern that takes its time over words said again and again", () => {
    for (const source of Object.values(patterns)) {
      const words = source.match(/[\p{L}\p{M}]{2,}/gu) ?? [];
      const started = performance.now();
      for (const word of words.slice(0, 80).flatMap((each) => [each, `${each} `, `${each}, `])) {
        new RegExp(source, "iu").test(`${word.repeat(60).slice(0, 60)}#x?x`);
      }
      expect(performance.now() - started).toBeLessThan(20_000);
    }
  });

  it("speaks an answer in first person as its own", () => {
    const reply = ask(sample.question, [answer(sample.firstPerson)]);
    expect(reply).toContain(sample.firstPerson);
    expect(quotesBy(reply, phrases.quoteDiary)).toBe(false);
  });

  it("quotes an answer about itself", () => {
    const reply = ask(sample.question, [answer(sample.thirdPerson)]);
    expect(reply).toContain(sample.thirdPerson);
    expect(quotesBy(reply, phrases.quoteDiary)).toBe(true);
  });

  it("quotes notes", () => {
    const reply = ask(sample.question, [answer(sample.notes)]);
    expect(reply).toContain(sample.notes);
    expect(quotesBy(reply, phrases.quoteDiary)).toBe(true);
  });

  it("says in which document, on which page it read something", () => {
    const reply = ask(sample.question, [{ kind: "document", about: "vet.pdf", text: sample.firstPerson, page: 7 }]);
    for (const part of [sample.firstPerson, "vet.pdf", "7"]) expect(reply).toContain(part);
    expect(ask(sample.question, [{ kind: "document", about: "vet.txt", text: sample.notes, page: null }])).not.toMatch(
      /null|\{/,
    );
  });

  it.each(sample.smallTalk)("%s: %s", (kind, said) => {
    expect(ask(said)).toSatisfy((reply: string) => isOneOf(reply, phrases[kind]));
  });

  it("says that it is just a pet where nothing is known", () => {
    expect(ask(sample.unknown)).toSatisfy((reply: string) => isOneOf(reply, phrases.unknown));
  });

  it("reassures where it knows nothing of the person's life", () => {
    expect(ask(sample.personal)).toSatisfy((reply: string) => isOneOf(reply, phrases.personalUnknown));
  });
});

it("speaks every language that it has phrases for", () => {
  expect(Object.keys(samples).sort()).toEqual([...phrasesByLanguage.keys()].sort());
});

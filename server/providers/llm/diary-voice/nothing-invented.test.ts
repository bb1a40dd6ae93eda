import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samplesOf } from "../../../../tests/support/language-samples.ts";
import { languages } from "../../../languages/languages.ts";
import type { Evidence, Scene } from "../llm.ts";
import { composeReply } from "./compose-reply.ts";

describe("the diary voice invents nothing", () => {
  it.each(languages)(
    "each word is of the phrases, the names or the evidence in $code",
    ({ code: language, diaryVoice: { patterns: _, ...lists } }) => {
      const { question, unknown, why, more, andYou } = samplesOf(language).diaryVoice;
      const said = [question, unknown, why, more, andYou];
      const spaced = language !== "zh" && language !== "ja";
      const words = fc.array(fc.constantFrom(...textsOf(language), "xyzzy", "plugh. ", "frotz\n"), {
        minLength: 1,
        maxLength: 60,
      });
      const text = fc.oneof(
        words.map((list) => list.join(" ")),
        fc.string({ minLength: 1, unit: "binary" }),
      );
      const piece: fc.Arbitrary<Evidence> = fc.record({
        kind: fc.constantFrom("diary", "document"),
        about: text,
        text,
        page: fc.option(fc.nat(999)),
      });
      const turn = fc.record({ role: fc.constantFrom("user", "assistant"), content: text });
      const scene: fc.Arbitrary<Scene> = fc.record({
        pet: fc.record({ name: fc.constantFrom("Tucker", "I", "我", "Ö.-["), language: fc.constant(language) }),
        ownerName: fc.constantFrom("Ann", "", "Zoë"),
        question: fc.oneof(text, fc.constantFrom(...said)),
        turns: fc.array(turn, { maxLength: 4 }),
        evidence: fc.array(piece, { maxLength: 4 }),
      });
      fc.assert(
        fc.property(scene, (given) => {
          const known = sourcesOf(given, Object.values(lists).flat());
          const invented = runs(composeReply(given).text).filter(
            (run) => !known.some((source) => source.includes(spaced ? ` ${run} ` : run)),
          );
          expect(invented).toEqual([]);
        }),
        { numRuns: 60 },
      );
    },
  );

  it.each(languages)("a question of 8,000 characters costs little in $code", ({ code: language }) => {
    const { question, firstPerson } = samplesOf(language).diaryVoice;
    for (const long of ["a".repeat(8000), "? ".repeat(4000), question.repeat(8000).slice(0, 8000)]) {
      const evidence: Evidence[] = [
        { kind: "diary", about: question, text: firstPerson.repeat(2000).slice(0, 8000), page: null },
        { kind: "document", about: "a.txt", text: long, page: 1 },
      ];
      const scene = { pet: { name: "Tucker", language }, ownerName: "Ann", question: long, turns: [], evidence };
      const started = performance.now();
      expect(composeReply(scene).text.length).toBeLessThan(1500);
      composeReply({ ...scene, evidence: [] });
      expect(performance.now() - started).toBeLessThan(20_000);
    }
  });
});

function textsOf(language: string): string[] {
  const { question, firstPerson, thirdPerson, notes } = samplesOf(language).diaryVoice;
  return [question, firstPerson, thirdPerson, notes];
}

/** What a reply may be put together from: phrasings as they are filled in, and what was written. */
function sourcesOf({ pet, ownerName, evidence }: Scene, phrasings: string[]): string[] {
  const quoted = [{ about: "", page: null }, ...evidence];
  const filled = quoted.flatMap(({ about, page }) =>
    phrasings.flatMap((phrasing) =>
      phrasing
        .split("{text}")
        .map((part) =>
          part.replace(
            /\{(\w+)\}/g,
            (_, hole) => ({ pet: pet.name, person: ownerName, name: about })[String(hole)] ?? String(page),
          ),
        ),
    ),
  );
  return [...filled, ...evidence.map(({ text }) => text)].map((source) => ` ${runs(source).join(" ")} `);
}

/** Letters and digits that stand together: a word, or in Chinese a clause. */
const runs = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

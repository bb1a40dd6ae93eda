import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "#tests/support/any-character.ts";
import { samplesOf } from "#tests/support/language-samples.ts";
import { processorMs } from "#tests/support/processor-time.ts";
import { languages } from "../languages/languages.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { acts, type TurnMeaning } from "../turns/turn.ts";
import { composeReply } from "./compose-reply.ts";
import type { Scene } from "./scene.ts";

/** Ends a line without a mark. Where no space stands between words, the next line is said right after it. */
const lineEnd = "frotz";

describe("the diary voice invents nothing", () => {
  it.each(languages)(
    "each word is of the phrases, the names or the evidence in $code",
    ({ code: language, phrases, diaryQuestions, ownFacts }) => {
      const lists = [...Object.values(phrases), ...Object.values(ownFacts.phrases)];
      const says = lists.flatMap((list) => list.map(({ say }) => say));
      const kinds = Object.values(ownFacts.animals).map(({ name }) => name);
      const topics = [...Object.values(diaryQuestions).map(({ topic }) => topic), ...kinds];
      const { question, unknown, why, more, andYou } = samplesOf(language).diaryVoice;
      const said = [question, unknown, why, more, andYou];
      const phraseParts = wordsOf(says.flatMap((say) => say.split(/\{\w+\}/)));
      const spaced = language !== "zh" && language !== "ja";
      const words = fc.array(fc.constantFrom(...textsOf(language), "xyzzy", "plugh. ", `${lineEnd}\n`), {
        minLength: 1,
        maxLength: 60,
      });
      const text = fc.oneof(
        words.map((list) => list.join(" ")),
        fc.string({ minLength: 1, unit: anyCharacter }),
      );
      const piece: fc.Arbitrary<Evidence> = fc.record({
        kind: fc.constantFrom("diary", "document"),
        about: text,
        text,
        page: fc.option(fc.nat(999)),
        key: fc.constantFrom(null, "favorite_toy", "fears"),
      });
      const known = fc
        .constantFrom(...Object.entries(diaryQuestions))
        .chain(([key, { question: about }]) => piece.map((one): Evidence => ({ ...one, kind: "diary", about, key })));
      const choices = fc.array(fc.record({ label: text, question: text }), { maxLength: 2 });
      const sayOne = fc.constantFrom(...says);
      const turn = fc.record({
        role: fc.constantFrom("user", "assistant"),
        content: fc.oneof(text, sayOne),
        choices: fc.option(choices),
      });
      const told = fc.record({ name: fc.option(fc.constantFrom("Zoë", "Mo")), age: fc.option(fc.nat(99)) });
      const meaning: fc.Arbitrary<TurnMeaning> = fc.record({
        act: fc.constantFrom(...acts),
        certainty: fc.constant(1),
        speaker: told,
        picked: fc.option(fc.record({ label: text, question: text })),
      });
      const scene: fc.Arbitrary<Scene> = fc.record({
        pet: fc.record({
          name: fc.constantFrom("Tucker", "I", "我", "Ö.-["),
          language: fc.constant(language),
          species: fc.constantFrom("dog", "tortoise", "Drache", null),
        }),
        ownerName: fc.constantFrom("Ann", "", "Zoë"),
        question: fc.oneof(text, fc.constantFrom(...said)),
        turns: fc.array(turn, { maxLength: 4 }),
        evidence: fc.array(fc.oneof(piece, known), { maxLength: 4 }),
        offers: fc.array(fc.oneof(piece, known), { maxLength: 4 }),
        meaning,
        alike: fc.oneof(fc.constant(null), fc.tuple(known, piece)),
        maybe: fc.array(fc.oneof(piece, known), { maxLength: 3 }),
      });
      fc.assert(
        fc.property(scene, (given) => {
          const { whole, values } = sourcesOf(given, topics);
          const isKnown = (run: string): boolean =>
            [whole, phraseParts].some((text) => text.includes(spaced ? ` ${run} ` : run)) ||
            [...values].some((value) => run !== "" && run.includes(value) && run.split(value).every(isKnownOrNothing));
          const isKnownOrNothing = (run: string): boolean => run === "" || isKnown(run);
          const invented = runs(composeReply(given).text).filter((run) => !isKnown(run));
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
      const spent = processorMs(() => {
        expect(composeReply(scene).text.length).toBeLessThan(1500);
        composeReply({ ...scene, evidence: [] });
      });
      expect(spent).toBeLessThan(20_000);
    }
  });
});

function textsOf(language: string): string[] {
  const { question, firstPerson, thirdPerson, notes } = samplesOf(language).diaryVoice;
  return [question, firstPerson, thirdPerson, notes];
}

/**
 * What a reply may be put together from beside phrases: topics, and what was written or told; and the values that may stand
 * within a word of a phrase, in languages that put no space there.
 */
function sourcesOf(scene: Scene, topics: readonly string[]) {
  const { pet, ownerName, evidence, offers = [], alike, maybe = [], meaning: heard, turns } = scene;
  const pieces = [...evidence, ...offers, ...(alike ?? []), ...maybe];
  const labels = turns.flatMap(({ choices }) => choices ?? []).map(({ label }) => label);
  const told = [ownerName, heard?.speaker.name ?? "", String(heard?.speaker.age), pet.name, pet.species ?? ""];
  const named = pieces.flatMap(({ about, page }) => [about, about.slice(0, 90).trimEnd(), String(page)]);
  const written = [...topics, ...labels, ...told, ...named];
  return {
    whole: wordsOf([...written, ...pieces.map(({ text }) => text)]),
    values: new Set([lineEnd, ...written.flatMap(runs)]),
  };
}

/** The words of each text, with a space around each word, so that none goes on from one text to the next. */
const wordsOf = (texts: readonly string[]): string => texts.map((text) => ` ${runs(text).join(" ")} `).join("\n");

/** Letters and digits that stand together: a word, or in Chinese a clause. */
const runs = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

import { type Language, languageFor, languages, oncePerLanguage } from "../languages/languages.ts";
import { LearnedData } from "../languages/learned-data.ts";
import type { CareMark } from "../languages/schema.ts";
import { indexWords, WordIndex, type WordMatch } from "./word-index.ts";

/** What a word of a language tells: a thing, an animal, or a part of the question whether a pet may have it. */
export type Meaning = { kind: "thing"; key: string } | { kind: "species"; key: string } | { kind: CareMark };

export type FoundWord = WordMatch<Meaning>;

export const learnedCareWords = new LearnedData("care-words", import.meta.url, ({ care }) => {
  const { wholeWords, attached, things, species } = care;
  const words: [string, Meaning][] = [];
  for (const [key, thing] of Object.entries(things))
    words.push(...marked([thing.name, ...thing.words], { kind: "thing", key }));
  for (const [key, names] of Object.entries(species)) words.push(...marked(names, { kind: "species", key }));
  for (const kind of careMarks) words.push(...marked(care[kind], { kind }));
  return indexWords({ wholeWords, attached }, words);
});

const marked = (words: readonly string[], mark: Meaning): [string, Meaning][] => words.map((word) => [word, mark]);

/** The index of all care words of a language. */
export const careWordsOf: (language: Language) => WordIndex<Meaning> = oncePerLanguage(
  (language) => new WordIndex(learnedCareWords.read(language)),
);

const careMarks = [
  ...["enough", "ask", "eat", "give", "keep", "offer", "ordinary", "withoutBefore", "withoutAfter", "joins"],
  ...["allergy", "filler", "refusal"],
] as const;

/** The pet's language first, then English, then the others. */
export function languagesFor(locale: string): Language[] {
  const first = [languageFor(locale), languageFor("en")].filter((language) => language !== undefined);
  return [...new Set([...first, ...languages])];
}

/** The words, without those that lie within a longer word of the same kind: 'butter' in 'peanut butter'. */
export function longestOnly(words: readonly FoundWord[]): FoundWord[] {
  const byStart = [...words].sort(
    (one, other) => one.start - other.start || other.end - one.end || other.letters - one.letters,
  );
  const kept: FoundWord[] = [];
  let reached = -1;
  for (const word of byStart) {
    if (word.end <= reached) continue;
    kept.push(word);
    reached = word.end;
  }
  return kept;
}

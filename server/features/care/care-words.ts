import { type Language, languageFor, languages } from "#server/languages/languages.ts";
import type { CareMark } from "#server/languages/schema.ts";
import { type Sliced, SlicedOnce } from "#server/languages/slices.ts";
import { type Found, WordIndex } from "./word-index.ts";

/** What a word of a language tells: a thing, an animal, or a part of the question whether a pet may have it. */
export type Meaning = { kind: "thing"; key: string } | { kind: "species"; key: string } | { kind: CareMark };

export type FoundWord = Found<Meaning>;

const indexes = new SlicedOnce((language: Language) => making(language));
/** How many things are added before others may have their turn. */
const SLICE = 20;

/** The index of all care words of a language, made when it is first needed. */
export const careWordsOf = (language: Language): WordIndex<Meaning> => indexes.now(language);

/** Makes the index in slices. */
export const makeCareWords = (language: Language): Promise<unknown> => indexes.soon(language);

function* making(language: Language): Sliced<WordIndex<Meaning>> {
  const { wholeWords, attached, things, species, ...rest } = language.care;
  const index = new WordIndex<Meaning>({ wholeWords, attached });
  for (const [place, [key, { name, words }]] of Object.entries(things).entries()) {
    if (place % SLICE === 0) yield;
    const thing: Meaning = { kind: "thing", key };
    for (const word of [name, ...words]) index.add(word, thing);
  }
  for (const [key, words] of Object.entries(species))
    for (const word of words) index.add(word, { kind: "species", key });
  for (const kind of careMarks) {
    yield;
    for (const word of rest[kind]) index.add(word, { kind });
  }
  return index;
}

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

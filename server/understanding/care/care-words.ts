import { type Language, languageFor, languages, oncePerLanguage } from "../languages/languages.ts";
import { LearnedData } from "../languages/learned-data.ts";
import type { CareMark } from "../languages/schema.ts";
import { plainText } from "./plain-text.ts";
import { listedSpecies, type Species } from "./things.ts";
import { indexWords, WordIndex, type WordMatch } from "./word-index.ts";

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

export const careWordsOf: (language: Language) => WordIndex<Meaning> = oncePerLanguage(
  (language) => new WordIndex(learnedCareWords.read(language)),
);

const careMarks = [
  ...["enough", "ask", "eat", "give", "keep", "offer", "ordinary", "withoutBefore", "withoutAfter", "joins"],
  ...["allergy", "filler", "refusal"],
] as const;

export function languagesFor(locale: string): Language[] {
  const first = [languageFor(locale), languageFor("en")].filter((language) => language !== undefined);
  return [...new Set([...first, ...languages])];
}

/** Drops words inside a longer one of the same kind: 'butter' in 'peanut butter'. */
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

export function namedSpecies(words: readonly FoundWord[]): Species[] | null {
  const named = longestOnly(words.filter(({ mark }) => mark.kind === "species"));
  const species = named.flatMap(({ mark }) => (mark.kind === "species" ? [speciesNamed(mark.key)] : []));
  return species.length === 0 ? null : [...new Set(species)];
}

export function speciesOf({ species, language }: { species: string | null; language: string }): Species {
  if (species === null || species.trim() === "") return "unknown";
  const plain = plainText(species.replaceAll("_", " "));
  for (const each of languagesFor(language)) {
    const [first] = namedSpecies(careWordsOf(each).find(plain).found) ?? [];
    if (first !== undefined) return first;
  }
  return "other";
}

const speciesNamed = (key: string): Species => listedSpecies.find((listed) => listed === key) ?? "other";

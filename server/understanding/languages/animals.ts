import { type Language, languageFor } from "./languages.ts";
import { plainWords } from "./text-features.ts";

/** Plain names, each with the setup's animal that it names; null for any other animal. */
export function animalNames(language: Language): ReadonlyMap<string, string | null> {
  const cached = known.get(language);
  if (cached !== undefined) return cached;
  const { animals, otherAnimals } = language.ownFacts;
  const names = new Map<string, string | null>(otherAnimals.map((word) => [plain(word, language), null]));
  for (const [animal, { words }] of Object.entries(animals))
    for (const word of words) names.set(plain(word, language), animal);
  known.set(language, names);
  return names;
}

const known = new Map<Language, ReadonlyMap<string, string | null>>();

export function animalOf(species: string, locale: string): string | null {
  for (const language of new Set([languageFor(locale), languageFor("en")])) {
    if (language === undefined) continue;
    const word = plain(species, language);
    if (Object.hasOwn(language.ownFacts.animals, word)) return word;
    const animal = animalNames(language).get(word) ?? null;
    if (animal !== null) return animal;
  }
  return null;
}

export const plain = (text: string, { writing }: Language): string => plainWords(text).join(writing.spaced ? " " : "");

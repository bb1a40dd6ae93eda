import { type Language, languageFor } from "./languages.ts";
import { plainWords } from "./text-features.ts";

/** Every name of an animal in a language, plain, and which of the setup's animals it names; null for any other animal. */
export function animalNames(language: Language): ReadonlyMap<string, string | null> {
  const before = known.get(language);
  if (before !== undefined) return before;
  const { animals, otherAnimals } = language.ownFacts;
  const names = new Map<string, string | null>(otherAnimals.map((word) => [plain(word, language), null]));
  for (const [animal, { words }] of Object.entries(animals))
    for (const word of words) names.set(plain(word, language), animal);
  known.set(language, names);
  return names;
}

const known = new Map<Language, ReadonlyMap<string, string | null>>();

/** The one of the setup's animals that a pet is, by the word that its owner typed in; null for any other animal. */
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

/** Words as they are compared: one after the other where no spaces part them. */
export const plain = (text: string, { writing }: Language): string => plainWords(text).join(writing.spaced ? " " : "");

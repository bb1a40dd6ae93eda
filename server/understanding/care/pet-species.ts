import { careWordsOf, type FoundWord, languagesFor, longestOnly } from "./care-words.ts";
import { plainText } from "./plain-text.ts";
import { listedSpecies, type Species } from "./things.ts";

/** The species that words of a message name; null where it names none. */
export function namedSpecies(words: readonly FoundWord[]): Species[] | null {
  const named = longestOnly(words.filter(({ mark }) => mark.kind === "species"));
  const species = named.flatMap(({ mark }) => (mark.kind === "species" ? [speciesNamed(mark.key)] : []));
  return species.length === 0 ? null : [...new Set(species)];
}

/** The species of a pet, from the word that its owner typed in. */
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

import type { Question } from "./question.ts";
import type { SearchableEntry } from "./searchable.ts";

/** In Chinese and Korean parts of words are terms too, and not all of them are the same in two texts. */
const leastHeld: Readonly<Record<string, number>> = { zh: 0.5, ko: 0.5 };

/**
 * Whether a sentence names what it tells ('Weight: 4.2 kg') and is asked for that, and all that the question is about is in it or
 * among the words that ask for such a thing. An amount or a time that is asked for stands in it.
 */
export function isAskedFact({ sentences }: SearchableEntry, place: number | null, question: Question): boolean {
  const sentence = place === null ? undefined : sentences[place];
  if (sentence === undefined) return false;
  const { terms, language, wants } = question;
  const held = [...terms].filter((term) => sentence.stems.includes(term) || sentence.alsoAsked.includes(term));
  return (
    held.some((term) => sentence.asked.includes(term)) &&
    held.length >= (leastHeld[language] ?? 1) * terms.size &&
    [...wants.values()].every((given) => given.test(sentence.plain))
  );
}

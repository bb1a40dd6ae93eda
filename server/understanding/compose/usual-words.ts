import type { Phrases } from "../languages/schema.ts";
import { wordsOf } from "./words.ts";

/** A word is usual if this share of the phrases contains it. */
const often = 0.03;

const known = new WeakMap<Phrases, ReadonlySet<string>>();

/** Words that say nothing about a subject: those that many of a language's phrases contain. */
export function usualWords(phrases: Phrases, locale: string): ReadonlySet<string> {
  const before = known.get(phrases);
  if (before !== undefined) return before;
  const says = Object.values(phrases).flatMap((list) => list.map(({ say }) => say));
  const counts = new Map<string, number>();
  for (const word of says.flatMap((say) => wordsOf(say, locale))) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const usual = new Set([...counts].filter(([, count]) => count >= often * says.length).map(([word]) => word));
  known.set(phrases, usual);
  return usual;
}

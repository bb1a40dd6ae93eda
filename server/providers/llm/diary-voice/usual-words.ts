import type { Phrases } from "../../../languages/schema.ts";
import { wordsOf } from "./words.ts";

/** A word is usual if so many phrases contain it. */
const often = 3;

const known = new WeakMap<Phrases, ReadonlySet<string>>();

/** Words that say nothing about a subject: those that many of a language's phrases contain. */
export function usualWords(phrases: Phrases, locale: string): ReadonlySet<string> {
  const before = known.get(phrases);
  if (before !== undefined) return before;
  const { patterns: _, ...lists } = phrases;
  const counts = new Map<string, number>();
  for (const word of Object.values(lists)
    .flat()
    .flatMap((phrasing) => wordsOf(phrasing, locale))) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const usual = new Set([...counts].filter(([, count]) => count >= often).map(([word]) => word));
  known.set(phrases, usual);
  return usual;
}

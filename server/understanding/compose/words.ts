import { languageFor } from "../languages/languages.ts";
import type { Phrases, Writing } from "../languages/schema.ts";
import { plainForms, wordsIn, wordsInLines } from "../languages/segments.ts";

export function wordsOf(text: string, locale: string): string[] {
  return wordsIn(normalizeForReply(text), locale);
}

export const wordsOfAll = (texts: readonly string[], locale: string): string[][] =>
  wordsInLines(texts.map(normalizeForReply), locale);

/** Removes differences of compatibility forms, case, apostrophes and Arabic vowel points. */
export function normalizeForReply(text: string): string {
  return plainForms(text)
    .toLowerCase()
    .replace(/[’ʼ`´]/g, "'")
    .replace(/[\u064b-\u065f\u0640\u0670\u200b-\u200f\u2060\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

export const isUnspaced = (locale: string): boolean => languageFor(locale)?.writing.spaced === false;

const often = 0.03;

const known = new WeakMap<Phrases, ReadonlySet<string>>();

export function usualWords(phrases: Phrases, locale: string): ReadonlySet<string> {
  const cached = known.get(phrases);
  if (cached !== undefined) return cached;
  const says = Object.values(phrases).flatMap((list) => list.map(({ say }) => say));
  const counts = new Map<string, number>();
  for (const word of says.flatMap((say) => wordsOf(say, locale))) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const usual = new Set([...counts].filter(([, count]) => count >= often * says.length).map(([word]) => word));
  known.set(phrases, usual);
  return usual;
}

const scriptsWithoutBorders: ReadonlySet<Writing["script"]> = new Set(["Chinese", "Japanese", "Korean"]);

const compiled = new WeakMap<readonly string[], RegExp>();

export const holdsOneOf = (list: readonly string[], text: string, writing: Writing): boolean =>
  list.length > 0 && countOf(list, text, writing) > 0;

export function countOf(list: readonly string[], text: string, { script }: Writing): number {
  let cached = compiled.get(list);
  if (cached === undefined) {
    const literal = list.map((entry) => normalizeForReply(entry).replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|");
    const [before, after] = scriptsWithoutBorders.has(script)
      ? ["", ""]
      : ["(?<![\\p{L}\\p{M}])", "(?![\\p{L}\\p{M}])"];
    cached = new RegExp(`${before}(?:${literal})${after}`, "gu");
    compiled.set(list, cached);
  }
  return normalizeForReply(text).match(cached)?.length ?? 0;
}

export function isOneOf(list: readonly string[], message: string): boolean {
  const letters = lettersOf(message);
  return list.some((entry) => lettersOf(entry) === letters);
}

const lettersOf = (text: string): string =>
  normalizeForReply(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

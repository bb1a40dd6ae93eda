import { languageFor } from "../../languages/languages.ts";

/**
 * What a word before a full stop says of the sentence: after a leading one it always goes on, after a counting one where
 * a number follows, after a closing one unless the next word begins with a capital.
 */
export type Abbreviation = "leading" | "counting" | "closing";

/** `word` is what stands before the full stop, without it. */
export function abbreviation(language: string, word: string): Abbreviation | null {
  const known = languageFor(language)?.writing.abbreviations;
  const lower = word.toLocaleLowerCase(language);
  if (known?.leading.includes(lower)) return "leading";
  if (known?.counting.includes(lower)) return "counting";
  if (known?.closing.includes(lower)) return "closing";
  if (known?.never.includes(word)) return null;
  // J. Smith, e.g., z. B., p.m.
  return /^\p{L}(?:\.\p{L})*$/u.test(word) ? "leading" : null;
}

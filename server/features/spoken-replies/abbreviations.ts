import { languageFor } from "../../languages/languages.ts";

/**
 * How the sentence goes on after an abbreviation and its full stop: always after a `leading` one ('Dr.'), after a `counting`
 * one if a number follows ('No. 5'), after a `closing` one ('etc.') unless the next word begins with a capital.
 */
export type Abbreviation = "leading" | "counting" | "closing";

/** @param word the word before the full stop. @returns null where it is no abbreviation */
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

import { languageFor, languages } from "./languages.ts";

/**
 * How the sentence goes on after an abbreviation and its full stop: always after a `leading` one ('Dr.'), after a `counting`
 * one if a number follows ('No. 5'), after a `closing` one ('etc.') unless the next word begins with a capital.
 */
export type Abbreviation = "leading" | "counting" | "closing";

/** @param word the word before the full stop. @returns null where it is no abbreviation */
export function abbreviation(language: string, word: string): Abbreviation | null {
  const own = languageFor(language)?.writing;
  // 'Dr. Tanaka' stands in Japanese texts too.
  const isForeign = own !== undefined && own.script !== "Latin" && /\p{sc=Latn}/u.test(word);
  const { abbreviations: known } = (isForeign ? languageFor("en")?.writing : own) ?? {};
  const lower = word.toLocaleLowerCase(language);
  // 'Chip-Nr.'
  const names = [lower, lower.slice(lower.lastIndexOf("-") + 1)];
  if (names.some((name) => known?.leading.includes(name))) return "leading";
  if (names.some((name) => known?.counting.includes(name))) return "counting";
  if (names.some((name) => known?.closing.includes(name))) return "closing";
  if (known?.never.includes(word)) return null;
  // J. Smith, e.g., z. B., p.m.
  return /^\p{L}\p{M}*(?:\.\p{L}\p{M}*)*$/u.test(word) ? "leading" : null;
}

/** Whether a text ends in an abbreviation of any language, after which more follows: for texts whose language is not known. */
export function endsInAbbreviation(text: string): boolean {
  const [, word] = /(?:^|[\s"'“„«‹([{¿¡])([\p{L}\p{M}][\p{L}\p{M}.-]{0,12})\.\s*$/u.exec(text.slice(-LONGEST)) ?? [];
  return word !== undefined && languages.some(({ code }) => abbreviation(code, word) === "leading");
}

/** In characters, with the spaces after it. */
const LONGEST = 20;

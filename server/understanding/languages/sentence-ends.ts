import { abbreviation } from "./abbreviations.ts";
import { languageFor } from "./languages.ts";

const signs = "[.!?…؟۔。！？｡।॥‼⁇⁈⁉]";
const closers = "[\"'”’“»«›‹)\\]}」』）】》〉〕]|\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\u200D|\\uFE0F";
const signEnd = new RegExp(`(${signs}+)((?:${closers})*)$`, "u");
const sign = new RegExp(`^${signs}$`, "u");
const closer = new RegExp(`^(?:${closers})$`, "u");
const unspacedEnd = new RegExp(`[。！？｡।॥](?:${closers})*$`, "u");
const exclamationEnd = new RegExp(`[!?](?:${closers})*$`, "u");
/** A letter of a script without spaces, or one that stands for a syllable: it takes as long to say as two others. */
export const wideLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whether a sentence ends where the text does; a pattern: it does unless the next letter or digit is like that. */
export type SentenceEnd = "yes" | "no" | RegExp;
const small = /\p{Ll}/u;
const smallOrDigit = /[\p{Ll}\p{N}]/u;

/** For a text that whitespace follows. */
export function endOfSentence(text: string, language: string): SentenceEnd {
  if (!endsWithSign(text)) return "no";
  const [, end = "", after = ""] = signEnd.exec(text.slice(-LONGEST_END)) ?? [];
  // "Sit!" she said.
  const sentenceEnd = /["'”’“»«›‹)\]]/u.test(after) || /«[^»]*$/u.test(text) ? small : "yes";
  if (/[!?؟。！？｡।॥‼⁇⁈⁉]/u.test(end)) return sentenceEnd;
  if (end.length > 1 || end === "…") return small;
  const before = text.slice(0, -(end.length + after.length));
  const word = /[^\s"'“„«‹([{¿¡]*$/u.exec(before)?.[0] ?? "";
  if (/^\d+$/.test(word)) return isNumbering(before, word, language) ? "no" : sentenceEnd;
  const answers = { leading: "no", counting: smallOrDigit, closing: small } as const;
  const known = abbreviation(language, word);
  return known === null ? sentenceEnd : answers[known];
}

/** For a text that the next character follows without whitespace: scripts without spaces end a sentence so. */
export function endOfUnspaced(text: string, next: string): SentenceEnd {
  if (!endsWithSign(text) || sign.test(next) || closer.test(next)) return "no";
  return unspacedEnd.test(text) || (wideLetter.test(next) && exclamationEnd.test(text)) ? "yes" : "no";
}

function endsWithSign(text: string): boolean {
  // The first test alone answers for nearly every character.
  return !/[\p{L}\p{N}\s]/u.test(text.at(-1) ?? " ") && signEnd.test(text.slice(-LONGEST_END));
}

/** In characters, of signs and what closes after them; the pattern would try each sign of the text before. */
const LONGEST_END = 40;

/** "1. Fetch", and in some languages an ordinal: the German "am 3. Mai". */
function isNumbering(before: string, digits: string, language: string): boolean {
  const startsLine = /(?:^|\n)$/.test(before.slice(0, -digits.length));
  return (
    (startsLine && digits.length <= 3) || (digits.length <= 2 && languageFor(language)?.writing.ordinalDots === true)
  );
}

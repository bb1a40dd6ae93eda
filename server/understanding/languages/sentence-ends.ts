import { languageFor, languages } from "./languages.ts";

const signs = "[.!?…؟۔。！？｡।॥‼⁇⁈⁉]";
const closers = "[\"'”’“»«›‹)\\]}」』）】》〉〕]|\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\u200D|\\uFE0F";
const signEnd = new RegExp(`(${signs}+)((?:${closers})*)$`, "u");
const sign = new RegExp(`^${signs}$`, "u");
const closer = new RegExp(`^(?:${closers})$`, "u");
const unspacedEnd = new RegExp(`[。！？｡।॥](?:${closers})*$`, "u");
const exclamationEnd = new RegExp(`[!?](?:${closers})*$`, "u");
/** Takes as long to say as two others. */
export const wideLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** A pattern: yes, unless the next letter or digit matches it. */
export type SentenceEnd = "yes" | "no" | RegExp;
const small = /\p{Ll}/u;
const smallOrDigit = /[\p{Ll}\p{N}]/u;

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

export function endOfUnspaced(text: string, next: string): SentenceEnd {
  if (!endsWithSign(text) || sign.test(next) || closer.test(next)) return "no";
  return unspacedEnd.test(text) || (wideLetter.test(next) && exclamationEnd.test(text)) ? "yes" : "no";
}

function endsWithSign(text: string): boolean {
  // The first test alone answers for nearly every character.
  return !/[\p{L}\p{N}\s]/u.test(text.at(-1) ?? " ") && signEnd.test(text.slice(-LONGEST_END));
}

/** In characters; bounded, because the pattern tries each sign before. */
const LONGEST_END = 40;

/** "1. Fetch", and in some languages an ordinal: the German "am 3. Mai". */
function isNumbering(before: string, digits: string, language: string): boolean {
  const startsLine = /(?:^|\n)$/.test(before.slice(0, -digits.length));
  return (
    (startsLine && digits.length <= 3) || (digits.length <= 2 && languageFor(language)?.writing.ordinalDots === true)
  );
}

/** 'Dr.' is leading, 'No.' before a number counting, 'etc.' before a small letter closing. */
type Abbreviation = "leading" | "counting" | "closing";

function abbreviation(language: string, word: string): Abbreviation | null {
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

/** For texts whose language is not known. */
export function endsInAbbreviation(text: string): boolean {
  const [, word] = /(?:^|[\s"'“„«‹([{¿¡])([\p{L}\p{M}][\p{L}\p{M}.-]{0,12})\.\s*$/u.exec(text.slice(-LONGEST)) ?? [];
  return word !== undefined && languages.some(({ code }) => abbreviation(code, word) === "leading");
}

const LONGEST = 20;

import { languageFor } from "../languages/languages.ts";
import { plainForms, wordsIn, wordsInLines } from "../languages/segments.ts";

/** The words of a text in lower case; Chinese and Japanese are split by the dictionary of Intl.Segmenter. */
export function wordsOf(text: string, locale: string): string[] {
  return wordsIn(normalizeForReply(text), locale);
}

/** The words of each of some texts, as `wordsOf` gives them. */
export const wordsOfAll = (texts: readonly string[], locale: string): string[][] =>
  wordsInLines(texts.map(normalizeForReply), locale);

/** One form for each word, without differences of compatibility forms, case, apostrophes and Arabic vowel points. */
export function normalizeForReply(text: string): string {
  return plainForms(text)
    .toLowerCase()
    .replace(/[’ʼ`´]/g, "'")
    .replace(/[\u064b-\u065f\u0640\u0670\u200b-\u200f\u2060\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Whether no space stands between words or sentences, as in Chinese and Japanese. */
export const isUnspaced = (locale: string): boolean => languageFor(locale)?.writing.spaced === false;

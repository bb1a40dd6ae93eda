import { languageFor, languageOf } from "../../../languages/languages.ts";

/** The words of a text in lower case; Chinese and Japanese are split by the dictionary of Intl.Segmenter. */
export function wordsOf(text: string, locale: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter(locale, "word").segment(normalize(text))) {
    if (isWordLike) words.push(segment);
  }
  return words;
}

/** One form for each word, without differences of compatibility forms, case, apostrophes and Arabic vowel points. */
export function normalize(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’ʼ`´]/g, "'")
    .replace(/[\u064b-\u065f\u0640\u0670\u200b-\u200f\u2060\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

const segmenters = new Map<string, Intl.Segmenter>();

/** One segmenter for each language, not for each locale: pets may have any locale, which would let the map grow. */
export function segmenter(locale: string, granularity: "word" | "sentence"): Intl.Segmenter {
  const language = /^[a-z]{2}$/.test(languageOf(locale)) ? languageOf(locale) : "en";
  const key = `${language} ${granularity}`;
  let known = segmenters.get(key);
  if (known === undefined) {
    known = new Intl.Segmenter(language, { granularity });
    segmenters.set(key, known);
  }
  return known;
}

/** Whether no space stands between words or sentences, as in Chinese and Japanese. */
export const isUnspaced = (locale: string): boolean => languageFor(locale)?.writing.spaced === false;

import type { Language } from "../languages/languages.ts";
import { headAndTail, plainWords, textFeatures } from "../languages/text-features.ts";
import { familiarity } from "./turn-classifier.ts";

const longest = 6;
/** Words of a language, also misspelled ones and names, share more of their runs of three letters with its examples. */
const leastLetters = 0.45;

const letters = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}\p{M}]{4,}$/u;

/** Whether keys were pressed at random: some words, none known, whose letters hardly ever follow each other. */
export function isMash(message: string, language: Language): boolean {
  const text = headAndTail(message);
  const words = plainWords(text);
  if (words.length > longest || !words.some((word) => letters.test(word)) || !language.writing.spaced) return false;
  const runs = [...textFeatures(text).keys()].filter((feature) => /^~.{3}$/u.test(feature));
  return familiarity(words, language) === 0 && familiarity(runs, language) < leastLetters;
}

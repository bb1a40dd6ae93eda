import { isStopWord, languageOf, normalise } from "./analyze.ts";

/**
 * The language of a question: by its script, and among languages in Latin script by its function words. The pet's own
 * where the question does not say otherwise.
 */
export function detectLanguage(text: string, locale: string): string {
  const own = languageOf(locale);
  const plain = normalise(text);
  if (/\p{Script=Hangul}/u.test(plain)) return "ko";
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain)) return "ja";
  if (/\p{Script=Han}/u.test(plain)) return own === "ja" ? "ja" : "zh";
  for (const [script, language] of scripts) if (script.test(plain)) return language;

  const words = plain.match(/\p{L}+/gu) ?? [];
  let found = own;
  let most = countStopWords(words, own);
  for (const language of inLatinScript) {
    const count = countStopWords(words, language);
    // One word more could be a coincidence ("die", "no", "me"): two settle it.
    if (count >= most + 2) {
      found = language;
      most = count;
    }
  }
  return found;
}

const scripts: [RegExp, string][] = [
  [/\p{Script=Cyrillic}/u, "ru"],
  [/\p{Script=Arabic}/u, "ar"],
  [/\p{Script=Devanagari}/u, "hi"],
];
const inLatinScript = ["en", "es", "fr", "de", "pt", "it", "nl"];

function countStopWords(words: string[], language: string): number {
  return words.reduce((count, word) => count + (isStopWord(word, language) ? 1 : 0), 0);
}

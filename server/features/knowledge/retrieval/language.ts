import { languageOf, languagesIn } from "../../../languages/languages.ts";
import type { Script } from "../../../languages/schema.ts";
import { isStopWord, normalize } from "./analyze.ts";

/**
 * The language of a question: by its script, and among languages that share one by its function words. The pet's own
 * where the question does not say otherwise.
 */
export function detectLanguage(text: string, locale: string): string {
  const own = languageOf(locale);
  const plain = normalize(text);
  if (/\p{Script=Hangul}/u.test(plain)) return "ko";
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain)) return "ja";
  if (/\p{Script=Han}/u.test(plain)) return own === "ja" ? "ja" : "zh";
  const script = alphabets.find(([letters]) => letters.test(plain))?.[1] ?? "Latin";
  const candidates = inOrder(script);
  const words = plain.match(/\p{L}+/gu) ?? [];
  let found = script === "Latin" || candidates.includes(own) ? own : (candidates[0] ?? own);
  let most = countStopWords(words, found);
  for (const language of candidates) {
    const count = countStopWords(words, language);
    // One word more could be a coincidence ("die", "no", "me"): two settle it.
    if (count >= most + 2) {
      found = language;
      most = count;
    }
  }
  return found;
}

const alphabets: [RegExp, Script][] = [
  [/\p{Script=Cyrillic}/u, "Cyrillic"],
  [/\p{Script=Arabic}/u, "Arabic"],
  [/\p{Script=Devanagari}/u, "Devanagari"],
];

/** Where a short question fits two languages, the one that is tried first is found: 'Qual é a sua raça?' is no Italian. */
const triedFirst = ["en", "es", "fr", "de", "pt"];

function inOrder(script: Script): string[] {
  const codes = languagesIn(script).map(({ code }) => code);
  return [...new Set([...triedFirst.filter((code) => codes.includes(code)), ...codes])];
}

function countStopWords(words: string[], language: string): number {
  return words.reduce((count, word) => count + (isStopWord(word, language) ? 1 : 0), 0);
}

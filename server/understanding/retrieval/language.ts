import { type Language, languageFor, languageOf, languagesIn } from "../languages/languages.ts";
import type { Script } from "../languages/schema.ts";
import { isStopWord, normalize } from "./analyze.ts";

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
    // One word more may be a coincidence ("die", "no", "me"), so it takes two.
    if (count >= most + 2) {
      found = language;
      most = count;
    }
  }
  return found;
}

/** The languages in which a message may be: the one that it seems to be in first. */
export function languagesOf(message: string, locale: string): Language[] {
  const codes = new Set([detectLanguage(message, locale), languageOf(locale)]);
  return [...codes].flatMap((code) => languageFor(code) ?? []);
}

const alphabets: [RegExp, Script][] = [
  [/\p{Script=Cyrillic}/u, "Cyrillic"],
  [/\p{Script=Arabic}/u, "Arabic"],
  [/\p{Script=Devanagari}/u, "Devanagari"],
];

/** The first of these wins a tie: 'Qual é a sua raça?' could be Italian. */
const triedFirst = ["en", "es", "fr", "de", "pt"];

function inOrder(script: Script): string[] {
  const codes = languagesIn(script).map(({ code }) => code);
  return [...new Set([...triedFirst.filter((code) => codes.includes(code)), ...codes])];
}

function countStopWords(words: string[], language: string): number {
  return words.reduce((count, word) => count + (isStopWord(word, language) ? 1 : 0), 0);
}

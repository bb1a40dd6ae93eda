import { type Language, languages, languagesIn } from "../languages/languages.ts";
import type { Script } from "../languages/schema.ts";
import { headAndTail, plainWords } from "../languages/text-features.ts";

const letters: readonly [Script, RegExp][] = [
  ["Korean", /\p{Script=Hangul}/gu],
  ["Japanese", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["Cyrillic", /\p{Script=Cyrillic}/gu],
  ["Arabic", /\p{Script=Arabic}/gu],
  ["Devanagari", /\p{Script=Devanagari}/gu],
  ["Chinese", /\p{Script=Han}/gu],
];
/** So many stop words more than of the pet's own language speak for another: similar languages share some. */
const CLEARLY_MORE = 3;

const stopWords = new Map<Language, ReadonlySet<string>>();

/** The language that a message is written in: `own`, the pet's, where nothing speaks clearly for another. */
export function languageByStopWords(message: string, own: Language): Language {
  const text = headAndTail(message);
  const script = scriptOf(text);
  if (script === "Latin") return byStopWords(text, own);
  if (script === "Chinese" && own.writing.script === "Japanese") return own;
  return languagesIn(script)[0] ?? own;
}

/** Of the first script in the list that the text holds enough letters of: Japanese is written with Chinese ones too. */
function scriptOf(text: string): Script {
  const all = text.match(/\p{L}/gu)?.length ?? 0;
  const found = letters.find(([, letter]) => (text.match(letter)?.length ?? 0) > all / 5);
  return found?.[0] ?? "Latin";
}

function byStopWords(text: string, own: Language): Language {
  const words = plainWords(text);
  const count = (language: Language) => words.filter((word) => stopWordsOf(language).has(word)).length;
  let best = own;
  let most = count(own) + CLEARLY_MORE - 1;
  for (const language of languages) {
    const found = count(language);
    if (found > most) [best, most] = [language, found];
  }
  return best;
}

function stopWordsOf(language: Language): ReadonlySet<string> {
  const known = stopWords.get(language) ?? new Set(language.questions.stopWords.flatMap(plainWords));
  stopWords.set(language, known);
  return known;
}

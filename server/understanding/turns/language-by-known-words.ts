import { type Language, languageFor, languages } from "../languages/languages.ts";
import type { Script } from "../languages/schema.ts";
import { headAndTail, plainWords } from "../languages/text-features.ts";
import { knownWords } from "./examples.ts";

const scripts: readonly [RegExp, Script][] = [
  [/\p{Script=Cyrillic}/gu, "Cyrillic"],
  [/\p{Script=Arabic}/gu, "Arabic"],
  [/\p{Script=Devanagari}/gu, "Devanagari"],
  [/\p{Script=Hangul}/gu, "Korean"],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, "Japanese"],
  [/\p{Script=Han}/gu, "Chinese"],
  [/\p{Script=Latin}/gu, "Latin"],
];
/** How much of the words another language has to know, and how much more than the pet's own. */
const clearly = { words: 0.7, more: 0.4 } as const;

export function languageByKnownWords(message: string, locale: string): Language {
  const text = headAndTail(message);
  const { own, script, candidates, isForeign } = scriptAndLanguages(text, locale);
  if (script === null) return own;
  const words = plainWords(text);
  const ownFamiliarity = familiarity(words, own);
  if (!isForeign && ownFamiliarity > 1 - clearly.more) return own;
  const [best] = candidates
    .filter((language) => language !== own)
    .map((language) => ({ language, words: familiarity(words, language) }))
    .sort((first, second) => second.words - first.words);
  if (best !== undefined && best.words >= clearly.words && best.words - ownFamiliarity >= clearly.more)
    return best.language;
  // Many people write their language in Latin letters.
  return isForeign && script !== "Latin" ? (candidates[0] ?? own) : own;
}

function familiarity(words: readonly string[], language: Language): number {
  const vocabulary = knownWords(language);
  return words.filter((word) => vocabulary.has(word)).length / Math.max(1, words.length);
}

function scriptAndLanguages(text: string, locale: string) {
  const own = languageFor(locale) ?? languageFor("en");
  if (own === undefined) throw new Error("There are no English examples.");
  const script = scriptOf(text);
  const candidates = languages.filter(({ writing }) => writing.script === script);
  const isForeign = !candidates.includes(own) && !(own.code === "ja" && script === "Chinese");
  return { own, script, candidates, isForeign };
}

function scriptOf(text: string): Script | null {
  const counts = scripts.map(([letters, script]) => ({ script, count: text.match(letters)?.length ?? 0 }));
  const has = (name: Script) => counts.some(({ script, count }) => script === name && count > 0);
  const [most] = counts.toSorted((first, second) => second.count - first.count);
  if (most === undefined || most.count === 0) return null;
  return most.script === "Chinese" && has("Japanese") ? "Japanese" : most.script;
}

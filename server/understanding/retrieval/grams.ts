import { baseWord, fold, isStopWord, normalize } from "./analyze.ts";

/**
 * The runs of characters inside the words of a text: of three to five characters, with marks for the word's borders (_dog,
 * dog_), or of one and two in Chinese, Japanese and Korean. Short questions share few whole words with the text that answers
 * them; runs also match compounds (Lieblingsspielzeug, Spielzeug), endings that no stemmer knows and typing mistakes.
 */
export function grams(text: string, language: string, { stopWords }: { stopWords: boolean }): Set<string> {
  const found = new Set<string>();
  for (const word of new Set(normalize(text).match(/[\p{L}\p{M}\p{N}]+/gu))) {
    if (!stopWords && isStopWord(word, language)) continue;
    if (dense.test(word)) addRuns(fold(word), 1, 2, found);
    else addRuns(`_${fold(baseWord(word.slice(0, longestWord), language))}_`, 3, 5, found);
  }
  return found;
}

const longestWord = 64;
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function addRuns(word: string, shortest: number, longest: number, found: Set<string>): void {
  if (word.length <= shortest) found.add(word);
  else {
    for (let length = shortest; length <= longest; length += 1) {
      for (let at = 0; at + length <= word.length; at += 1) found.add(word.slice(at, at + length));
    }
  }
}

import { LRUCache } from "lru-cache";

/** In characters; the middle of a longer text is not read. */
const longest = { head: 350, tail: 250, word: 40 } as const;
const weights = { letters: 0.3, character: 0.5, mark: 0.5 } as const;

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;
const invisible = /[\u00ad\u0640\u200b-\u200f\u2060\ufeff]/g;

/** Runs of letters make a slip of the pen cost little. */
export function textFeatures(text: string): Map<string, number> {
  const features = new Map<string, number>();
  const add = (feature: string, weight: number) => features.set(feature, (features.get(feature) ?? 0) + weight);
  const read = headAndTail(text);
  const words = plainWords(read);
  for (const [place, word] of words.entries()) {
    if (unspaced.test(word)) addRunsOfCharacters(word, add);
    else addWord(word, words[place - 1], add);
  }
  const [first] = words;
  if (first !== undefined) add(`first ${first}`, 1);
  add(lengthOf(words.length), 1);
  if (/[?？؟]/.test(read)) add("?", 1);
  if (/[!！]/.test(read)) add("!", weights.mark);
  return features;
}

/** 'hiiii' is 'hii'. */
export function plainWords(text: string): string[] {
  const plain = plainLetters(text).replace(/(\p{L})\1{2,}/gu, "$1$1");
  return (plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => word.slice(0, longest.word));
}

export const plainLetters = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’‘ʼ`´＇']/g, "")
    .replace(invisible, "")
    .normalize("NFD")
    // Signs of other scripts are letters of their own.
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670]/g, "")
    .normalize("NFC");

/** 18 letters stand behind the one sign 'ﷺ', so the text is normalized before it is cut. */
export function headAndTail(written: string): string {
  const text = written.normalize("NFKC");
  if (text.length <= longest.head + longest.tail) return text;
  return `${text.slice(0, longest.head)} ${text.slice(-longest.tail)}`;
}

type Add = (feature: string, weight: number) => void;

function addRunsOfCharacters(word: string, add: Add): void {
  const characters = [...word];
  for (let length = 1; length <= 3; length++)
    for (let at = 0; at + length <= characters.length; at++)
      add(`~${characters.slice(at, at + length).join("")}`, length === 1 ? weights.character : 1);
}

function addWord(word: string, before: string | undefined, add: Add): void {
  add(word, 1);
  if (before !== undefined) add(`${before} ${word}`, 1);
  const edged = `_${word}_`;
  for (let length = 3; length <= 4; length++)
    for (let at = 0; at + length <= edged.length; at++) add(`~${edged.slice(at, at + length)}`, weights.letters);
}

function lengthOf(words: number): string {
  if (words <= 1) return "one word";
  if (words <= 3) return "few words";
  return words <= 8 ? "some words" : "many words";
}

export function withoutName(text: string, name: string): string {
  const called = name.trim();
  if (called === "") return text;
  const pattern = namePatterns.get(called) ?? namePattern(called);
  namePatterns.set(called, pattern);
  return text.replace(pattern, " ");
}

/** The pets that are talked with; compiling one takes longer than reading a message by it. */
const namePatterns = new LRUCache<string, RegExp>({ max: 1_000 });

function namePattern(name: string): RegExp {
  const called = name.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");
  // Stands beside other words without a space.
  const isUnspaced = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(called);
  return new RegExp(isUnspaced ? called : `(?<![\\p{L}\\p{M}\\p{N}])${called}(?![\\p{L}\\p{M}\\p{N}])`, "giu");
}

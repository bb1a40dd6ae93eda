import { foldText } from "./fold-text.ts";

/** Words beyond this number are ignored. */
const MAX_WORDS = 8;

/** As they were typed, without words that a search takes for the same. */
export function searchWords(query: string): string[] {
  const words = new Map<string, string>();
  for (const word of query.split(/\s+/)) {
    const folded = foldText(word);
    if (folded !== "" && !words.has(folded)) words.set(folded, word);
  }
  return [...words.values()].slice(0, MAX_WORDS);
}

/** Texts that have the same accents come first. */
export const hasAccents = (word: string): boolean => foldText(word) !== foldText(word, { keepsAccents: true });

/** Finds what the database finds: every word, in any order. */
export function findByWords<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  words: readonly string[],
): Item[] {
  const has = (item: Item, keepsAccents: boolean) =>
    words.every((word) => foldText(textOf(item), { keepsAccents }).includes(foldText(word, { keepsAccents })));
  const found = items.filter((item) => has(item, false));
  if (!words.some(hasAccents)) return found;
  return [...found.filter((item) => has(item, true)), ...found.filter((item) => !has(item, true))];
}

interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Joined, the parts are the text. */
export function highlight(text: string, words: readonly string[]): TextPart[] {
  if (words.length === 0) return [{ text, isMatch: false }];
  const { folded, starts, ends } = foldByCharacter(text);
  const parts: TextPart[] = [];
  let done = 0;
  for (const { index, 0: match } of folded.matchAll(patternOf(words))) {
    const from = starts[index] ?? 0;
    const to = ends[index + match.length - 1] ?? text.length;
    // One character may become several ('ß' is 'ss'), of which two words hold one each.
    if (from < done) continue;
    parts.push({ text: text.slice(done, from), isMatch: false }, { text: text.slice(from, to), isMatch: true });
    done = to;
  }
  return [...parts, { text: text.slice(done), isMatch: false }].filter((part) => part.text !== "");
}

/** The folded text, and where in the text the character of each place begins and ends. */
function foldByCharacter(text: string) {
  const known = new Map<string, string>();
  const [starts, ends]: [number[], number[]] = [[], []];
  let folded = "";
  for (const { index, 0: character } of text.matchAll(CHARACTERS)) {
    const own = known.get(character) ?? foldText(character);
    known.set(character, own);
    folded += own;
    for (let unit = 0; unit < own.length; unit++) {
      starts.push(index);
      ends.push(index + character.length);
    }
  }
  return { folded, starts, ends };
}

/** A letter with its marks; the parts of Korean syllables; a Japanese letter of half width with its mark. */
const CHARACTERS = /[\u1100-\u11FF]+|\P{M}[\p{M}\uFF9E\uFF9F]*|\p{M}+/gu;

function patternOf(words: readonly string[]): RegExp {
  // Longer words first, so that 'balloon' is not matched as 'ball'.
  const longestFirst = words.map((word) => foldText(word)).toSorted((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(escapeForPattern).join("|"), "g");
}

const escapeForPattern = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** A search is for texts that hold each of these words, whatever their case and order; more are ignored. */
const MAX_WORDS = 8;

/** The words of a search, taken literally: `%`, `_` and the like mean themselves. */
export function searchWords(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS);
}

export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** The text cut up so that every place where one of the words stands can be shown as a match. Joined, the parts are the text. */
export function highlight(text: string, words: readonly string[]): TextPart[] {
  if (words.length === 0) return [{ text, isMatch: false }];
  // The longer word first: of 'ball' and 'balloon' it is 'balloon' that stands there.
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${longestFirst.map(escapeForPattern).join("|")})`, "giu");
  // Splitting by one group puts the matches at the odd places.
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}

const escapeForPattern = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

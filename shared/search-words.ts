/** A search finds texts that contain each word, in any case and order. Words beyond this number are ignored. */
const MAX_WORDS = 8;

/** The words of a search, in lower case and without duplicates. */
export function searchWords(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS);
}

export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Splits a text into parts that are one of the words and parts that are not. Joined, the parts are the text. */
export function highlight(text: string, words: readonly string[]): TextPart[] {
  if (words.length === 0) return [{ text, isMatch: false }];
  // Longer words first, so that 'balloon' is not matched as 'ball'.
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${longestFirst.map(escapeForPattern).join("|")})`, "giu");
  // Splitting by a pattern with one group puts the matches at the odd positions.
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}

const escapeForPattern = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

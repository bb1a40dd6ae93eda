import { highlight } from "../../../shared/search-words.ts";

const BEFORE = 60;
const LENGTH = 240;

/** A text cut down to the surroundings of the first place where one of the words stands. */
export function snippet(text: string, words: readonly string[]): string {
  if (text.length <= LENGTH) return text;
  const [first] = highlight(text, words);
  const found = first === undefined || first.isMatch ? 0 : first.text.length;
  const start = found <= BEFORE ? 0 : beginningOfWord(text, found - BEFORE, found);
  const end = Math.min(text.length, start + LENGTH);
  // Cutting may halve a surrogate pair.
  const cut = text
    .slice(start, end)
    .toWellFormed()
    .replace(/^\uFFFD|\uFFFD$/g, "");
  return `${start > 0 ? "…" : ""}${cut}${end < text.length ? "…" : ""}`;
}

function beginningOfWord(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/);
  return space === -1 ? from : from + space + 1;
}

import { highlight } from "#shared/search-words.ts";

const BEFORE = 60;
const LENGTH = 240;

/** The part of a text around the first of the words that it contains, with `…` where something is left out. */
export function snippet(text: string, words: readonly string[]): string {
  if (text.length <= LENGTH) return text;
  const [first] = highlight(text, words);
  const found = first === undefined || first.isMatch ? 0 : first.text.length;
  const start = found <= BEFORE ? 0 : beginningOfWord(text, found - BEFORE, found);
  const end = Math.min(text.length, start + LENGTH);
  // The cut may leave half of a surrogate pair.
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

import { baseWord, fold, isStopWord, normalize } from "./analyze.ts";

/** 4-byte numbers, so that a question's 60 runs are looked up in microseconds. */
export class RunIndex {
  /** Ascending; a hash of 26 bits, then the position of the sentence in 6 bits. */
  readonly #entries: Uint32Array;

  constructor(sentences: readonly ReadonlySet<string>[]) {
    const entries: number[] = [];
    for (const [place, runs] of sentences.slice(0, MOST_PLACES).entries())
      for (const run of runs) entries.push(hashOf(run) * MOST_PLACES + place);
    this.#entries = Uint32Array.from(entries).sort();
  }

  holds(hash: number): boolean {
    const found = this.#entries[this.#firstFrom(hash * MOST_PLACES)];
    return found !== undefined && found < (hash + 1) * MOST_PLACES;
  }

  placesOf(hash: number): readonly number[] {
    const entries = this.#entries;
    const first = hash * MOST_PLACES;
    const end = first + MOST_PLACES;
    let at = this.#firstFrom(first);
    let entry = entries[at];
    if (entry === undefined || entry >= end) return nowhere;
    const places: number[] = [];
    for (; entry !== undefined && entry < end; entry = entries[at]) {
      places.push(entry - first);
      at += 1;
    }
    return places;
  }

  #firstFrom(least: number): number {
    const entries = this.#entries;
    let from = 0;
    for (let to = entries.length; from < to; ) {
      const middle = (from + to) >>> 1;
      if ((entries[middle] ?? 0) < least) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

export const MOST_PLACES = 64;

const nowhere: readonly number[] = [];

/** FNV-1a cut to 26 bits: of a question's runs, one in a thousand is mistaken for another. */
export function hashOf(run: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < run.length; at += 1) hash = Math.imul(hash ^ run.charCodeAt(at), 16_777_619);
  return (hash ^ (hash >>> 15)) >>> 6;
}

/** Short runs match compounds (Lieblingsspielzeug, Spielzeug), unknown endings and typing mistakes. */
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

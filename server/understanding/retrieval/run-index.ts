/**
 * Which sentences of a text hold a run of characters (see grams.ts). Runs are kept as numbers, 4 bytes for each run of a
 * sentence, so that the some 60 runs of a question are looked up in a text in microseconds.
 */
export class RunIndex {
  /** Ascending; each a hash of 26 bits, then the place of the sentence in 6 bits. */
  readonly #entries: Uint32Array;

  /** @param sentences the runs of each; no more than `MOST_PLACES` */
  constructor(sentences: readonly ReadonlySet<string>[]) {
    const entries: number[] = [];
    for (const [place, runs] of sentences.slice(0, MOST_PLACES).entries())
      for (const run of runs) entries.push(hashOf(run) * MOST_PLACES + place);
    this.#entries = Uint32Array.from(entries).sort();
  }

  /** Whether any sentence holds the run. @param hash of the run */
  holds(hash: number): boolean {
    const found = this.#entries[this.#firstFrom(hash * MOST_PLACES)];
    return found !== undefined && found < (hash + 1) * MOST_PLACES;
  }

  /** The places of the sentences that hold the run, ascending. @param hash of the run */
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

  /** Where the first entry stands that is not below this one. */
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

/** FNV-1a of the run's code units, cut to 26 bits: of a question's runs, one in a thousand is taken for another. */
export function hashOf(run: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < run.length; at += 1) hash = Math.imul(hash ^ run.charCodeAt(at), 16_777_619);
  return (hash ^ (hash >>> 15)) >>> 6;
}

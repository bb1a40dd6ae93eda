/**
 * Spellings in the order of their letters, joined to one text, with some numbers for each: plain data, which is read in no time
 * and takes little memory. They are looked up letter by letter, from all of them to those that go on alike.
 */
export interface SpellingTable {
  readonly letters: string;
  readonly ends: Uint32Array;
  readonly numbers: Uint16Array;
  readonly numberEnds: Uint32Array;
}

/** Some spellings, one after the other, which have their first letters in common. */
export interface Alike {
  readonly from: number;
  readonly to: number;
}

export function spellingTable(numbersOf: ReadonlyMap<string, readonly number[]>): SpellingTable {
  const spellings = [...numbersOf.keys()].sort();
  const numbers = spellings.map((spelling) => numbersOf.get(spelling) ?? []);
  return {
    ...{ letters: spellings.join(""), ends: endsOf(spellings) },
    ...{ numbers: Uint16Array.from(numbers.flat()), numberEnds: endsOf(numbers) },
  };
}

function endsOf(lists: readonly { length: number }[]): Uint32Array {
  let end = 0;
  return Uint32Array.from(lists, ({ length }) => {
    end += length;
    return end;
  });
}

export class Spellings {
  readonly #letters: string;
  readonly #ends: Uint32Array;
  readonly #numbers: Uint16Array;
  readonly #numberEnds: Uint32Array;
  /** By their first letter. */
  readonly #first = new Map<number, Alike>();

  constructor({ letters, ends, numbers, numberEnds }: SpellingTable) {
    this.#letters = letters;
    this.#ends = ends;
    this.#numbers = numbers;
    this.#numberEnds = numberEnds;
    for (let from = 0; from < ends.length; ) {
      const letter = letters.charCodeAt(this.#startOf(from));
      const to = this.#firstAfter({ from, to: ends.length }, 0, letter);
      this.#first.set(letter, { from, to });
      from = to;
    }
  }

  beginningWith(letter: number): Alike | undefined {
    return this.#first.get(letter);
  }

  /** Those of the spellings that have this letter at this place; undefined where none has. */
  goingOn(alike: Alike, place: number, letter: number): Alike | undefined {
    const from = this.#firstAfter(alike, place, letter - 1);
    const to = this.#firstAfter({ from, to: alike.to }, place, letter);
    return from < to ? { from, to } : undefined;
  }

  /** The numbers of the spelling that has no more than these letters; empty where each goes on. */
  numbersAt({ from }: Alike, letters: number): Uint16Array {
    if ((this.#ends[from] ?? 0) - this.#startOf(from) !== letters) return none;
    return this.#numbers.subarray(this.#numberEnds[from - 1] ?? 0, this.#numberEnds[from]);
  }

  #startOf(spelling: number): number {
    return this.#ends[spelling - 1] ?? 0;
  }

  /** The first spelling that has a later letter at a place. One that ends before comes first of all. */
  #firstAfter({ from, to }: Alike, place: number, letter: number): number {
    let low = from;
    for (let high = to; low < high; ) {
      const middle = (low + high) >>> 1;
      const at = this.#startOf(middle) + place;
      if (at >= (this.#ends[middle] ?? 0) || this.#letters.charCodeAt(at) <= letter) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const none = new Uint16Array();

/** Sorted spellings as plain arrays, which load at once and take little memory. */
export interface SpellingTable {
  readonly letters: Uint16Array;
  readonly starts: Uint32Array;
  readonly numbers: Uint16Array;
  readonly numberStarts: Uint32Array;
}

export function spellingTable(numbersOf: ReadonlyMap<string, readonly number[]>): SpellingTable {
  const spellings = [...numbersOf.keys()].sort();
  const numbers = spellings.map((spelling) => numbersOf.get(spelling) ?? []);
  return {
    letters: Uint16Array.from(spellings.join("").split(""), (letter) => letter.charCodeAt(0)),
    starts: startsOf(spellings),
    numbers: Uint16Array.from(numbers.flat()),
    numberStarts: startsOf(numbers),
  };
}

function startsOf(lists: readonly { length: number }[]): Uint32Array {
  const starts = new Uint32Array(lists.length + 1);
  for (const [place, { length }] of lists.entries()) starts[place + 1] = (starts[place] ?? 0) + length;
  return starts;
}

export class Spellings {
  readonly #table: SpellingTable;
  /** By first letter: where its spellings begin and end. */
  readonly #first = new Map<number, readonly [from: number, to: number]>();

  constructor(table: SpellingTable) {
    this.#table = table;
    const { letters, starts } = table;
    const all = starts.length - 1;
    for (let from = 0; from < all; ) {
      const letter = letters[starts[from] ?? 0] ?? 0;
      const to = this.firstAfter(from, all, 0, letter);
      this.#first.set(letter, [from, to]);
      from = to;
    }
  }

  beginningWith(letter: number): readonly [from: number, to: number] | undefined {
    return this.#first.get(letter);
  }

  /** Shorter spellings first. */
  standingAt(text: string, start: number): readonly Uint16Array[] {
    let [from, to] = this.#first.get(text.charCodeAt(start)) ?? nowhere;
    let found: Uint16Array[] | undefined;
    for (let letters = 1; from < to; letters++) {
      const numbers = this.numbersAt(from, letters);
      if (numbers !== undefined) {
        found ??= [];
        found.push(numbers);
      }
      if (start + letters >= text.length) break;
      const next = text.charCodeAt(start + letters);
      from = this.firstAfter(from, to, letters, next - 1);
      to = this.firstAfter(from, to, letters, next);
    }
    return found ?? none;
  }

  numbersAt(spelling: number, letters: number): Uint16Array | undefined {
    const { starts, numbers, numberStarts } = this.#table;
    if ((starts[spelling + 1] ?? 0) - (starts[spelling] ?? 0) !== letters) return undefined;
    return numbers.subarray(numberStarts[spelling], numberStarts[spelling + 1]);
  }

  letterAt(spelling: number, place: number): number | undefined {
    const { letters, starts } = this.#table;
    return letters[(starts[spelling] ?? 0) + place];
  }

  /** Of spellings alike up to `place`, the first with a later letter there; one that ends before comes first. */
  firstAfter(from: number, to: number, place: number, letter: number): number {
    const { letters, starts } = this.#table;
    let low = from;
    for (let high = to; low < high; ) {
      const middle = (low + high) >>> 1;
      const at = (starts[middle] ?? 0) + place;
      if (at >= (starts[middle + 1] ?? 0) || (letters[at] ?? 0) <= letter) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const nowhere = [0, 0] as const;
const none: readonly Uint16Array[] = [];

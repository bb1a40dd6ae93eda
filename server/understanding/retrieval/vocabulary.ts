import { ownText, type Texts, textAt, textsOf } from "./texts.ts";

export interface Vocabulary {
  readonly size: number;
  readonly bytes: number;
  numberOf(term: string): number | undefined;
  at(number: number): string;
  /** In the place of terms that begin with another letter comes undefined. */
  beginningLike(term: string): Iterable<string | undefined>;
  handOver(): FixedTerms;
}

export interface FixedTerms extends Texts {
  /** Their numbers in alphabetical order. */
  readonly sorted: Uint32Array<ArrayBuffer>;
}

export class GrowingVocabulary implements Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #terms: string[] = [];
  #bytes = 0;

  constructor(terms: readonly string[] = []) {
    for (const term of terms) this.#append(term);
  }

  get terms(): readonly string[] {
    return this.#terms;
  }

  get size(): number {
    return this.#terms.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(term: string): number {
    const cached = this.#numbers.get(term);
    if (cached !== undefined) return cached;
    return this.#append(ownText(term));
  }

  #append(term: string): number {
    const number = this.#terms.length;
    this.#numbers.set(term, number);
    this.#terms.push(term);
    this.#bytes += BYTES_PER_TERM + 2 * term.length;
    return number;
  }

  numberOf(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  at(number: number): string {
    return this.#terms[number] ?? "";
  }

  beginningLike(_term: string): Iterable<string> {
    return this.#terms;
  }

  handOver(): FixedTerms {
    const terms = this.#terms;
    const sorted = Uint32Array.from(terms, (_term, number) => number);
    sorted.sort((one, other) => ((terms[one] ?? "") < (terms[other] ?? "") ? -1 : 1));
    return { ...textsOf(terms), sorted };
  }
}

/** An estimate of a term in a map and a list. */
const BYTES_PER_TERM = 100;

export class FixedVocabulary implements Vocabulary {
  readonly #terms: FixedTerms;

  constructor(terms: FixedTerms) {
    this.#terms = terms;
  }

  get size(): number {
    return this.#terms.ends.length;
  }

  get bytes(): number {
    const { text, ends, sorted } = this.#terms;
    return 2 * text.length + ends.byteLength + sorted.byteLength;
  }

  numberOf(term: string): number | undefined {
    const { sorted } = this.#terms;
    let from = 0;
    for (let to = sorted.length; from < to; ) {
      const middle = (from + to) >>> 1;
      if (this.at(sorted[middle] ?? 0) < term) from = middle + 1;
      else to = middle;
    }
    const number = sorted[from];
    return number !== undefined && this.at(number) === term ? number : undefined;
  }

  at(number: number): string {
    return textAt(this.#terms, number);
  }

  *beginningLike(term: string): Iterable<string | undefined> {
    const { text, ends } = this.#terms;
    const first = term.charCodeAt(0);
    let from = 0;
    for (const end of ends) {
      yield text.charCodeAt(from) === first ? text.slice(from, end) : undefined;
      from = end;
    }
  }

  handOver(): FixedTerms {
    return this.#terms;
  }
}

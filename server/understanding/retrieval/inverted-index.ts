import { GrowingArray } from "./growing-array.ts";
import { type FixedTerms, FixedVocabulary, GrowingVocabulary } from "./vocabulary.ts";

/** Term to weight: a question, or a question that feedback has widened. */
export type WeightedTerms = Map<string, number>;

export interface ScoredDocument {
  /** The document's number: how many were added before it. */
  doc: number;
  score: number;
}

/**
 * BM25's constants, at the values its authors give for collections that nothing is known about (Robertson and
 * Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009: k1 between 1.2 and 2, b between 0.5 and 0.8).
 */
const k1 = 1.2;
const b = 0.75;

/**
 * BM25 over documents given as bags of terms, in memory. The bags are stored in one array of numbers (for feedback) and a
 * second time by term (for scoring), 12 bytes for each different term of a document; no text is kept. Documents can be added
 * at any time: the postings by term are rebuilt at the next question.
 */
export class InvertedIndex {
  readonly #background: InvertedIndex | undefined;
  readonly #vocabulary: GrowingVocabulary | FixedVocabulary;
  readonly #bagTerms: GrowingArray<Numbers>;
  readonly #bagCounts: GrowingArray<Counts>;
  readonly #bagEnds: GrowingArray<Numbers>;
  readonly #lengths: GrowingArray<Numbers>;
  #totalLength: number;
  #postings: Postings | undefined;
  readonly #isComplete: boolean;

  /**
   * @param background documents that are not searched, but counted for how rare a term is
   * @param handed an index that another thread has built, or one that was kept; nothing can be added to it
   */
  constructor(background?: InvertedIndex, handed?: HandedIndex | KeptIndex) {
    this.#background = background;
    this.#vocabulary = vocabularyOf(handed?.terms ?? []);
    const bags = handed !== undefined && "bags" in handed ? handed.bags : undefined;
    this.#bagTerms = new GrowingArray(makeNumbers, bags?.terms);
    this.#bagCounts = new GrowingArray(makeCounts, bags?.counts);
    this.#bagEnds = new GrowingArray(makeNumbers, bags?.ends);
    this.#lengths = new GrowingArray(makeNumbers, handed?.lengths);
    this.#totalLength = handed?.totalLength ?? 0;
    this.#postings = handed?.postings;
    this.#isComplete = handed !== undefined;
  }

  /** All of it in a few large pieces, to be moved to another thread; it is of no use here any more. */
  handOver(): HandedIndex {
    const postings = this.finalize();
    return {
      bags: { terms: this.#bagTerms.items, counts: this.#bagCounts.items, ends: this.#bagEnds.items },
      ...{ lengths: this.#lengths.items, totalLength: this.#totalLength, postings },
      terms: this.#vocabulary.handOver(),
    };
  }

  /** What is needed to find documents, as plain lists and numbers. */
  keep(): KeptIndex {
    const vocabulary = this.#vocabulary;
    if (vocabulary instanceof FixedVocabulary) throw new Error("This index was handed over.");
    const postings = this.finalize();
    return { lengths: this.#lengths.items, totalLength: this.#totalLength, postings, terms: vocabulary.terms };
  }

  /** How many documents there are. */
  get size(): number {
    return this.#lengths.length;
  }

  /** About how many bytes it takes, with its postings. */
  get bytes(): number {
    return this.#vocabulary.bytes + this.#bagTerms.length * BYTES.perPosting + this.size * BYTES.perDocument;
  }

  /** Adds a document and returns its number. A term that stands twice counts twice. */
  add(terms: Iterable<string>): number {
    const vocabulary = this.#vocabulary;
    if (this.#isComplete || vocabulary instanceof FixedVocabulary) throw new Error("This index is complete.");
    const bag = new Map<number, number>();
    let length = 0;
    for (const term of terms) {
      const number = vocabulary.add(term);
      bag.set(number, (bag.get(number) ?? 0) + 1);
      length += 1;
    }
    for (const [number, count] of bag) {
      this.#bagTerms.push(number);
      this.#bagCounts.push(Math.min(count, 0xffff));
    }
    this.#bagEnds.push(this.#bagTerms.length);
    this.#lengths.push(length);
    this.#totalLength += length;
    this.#postings = undefined;
    return this.size - 1;
  }

  /** How many documents hold the term. */
  documentFrequency(term: string): number {
    return this.documentsWith(term).length;
  }

  idf(term: string): number {
    return this.#rarity(term, this.documentFrequency(term));
  }

  /** The best documents, best first; of equals, the one added first. */
  search(question: WeightedTerms, limit: number): ScoredDocument[] {
    const { starts, docs, counts } = this.finalize();
    const scores = new Float64Array(this.size);
    const lengths = this.#lengths.items;
    const perLength = (k1 * b * this.size) / Math.max(this.#totalLength, 1);
    for (const [term, weight] of question) {
      const number = this.#vocabulary.numberOf(term);
      if (number === undefined) continue;
      const start = starts[number] ?? 0;
      const end = starts[number + 1] ?? 0;
      const gain = weight * this.#rarity(term, end - start) * (k1 + 1);
      for (let at = start; at < end; at += 1) {
        const doc = docs[at] ?? 0;
        const count = counts[at] ?? 0;
        scores[doc] = (scores[doc] ?? 0) + (gain * count) / (count + k1 * (1 - b) + perLength * (lengths[doc] ?? 0));
      }
    }
    return best(scores, limit);
  }

  /** The terms of a document with their share of it; the shares add up to 1. */
  *shares(doc: number): Iterable<[term: string, share: number]> {
    const start = doc === 0 ? 0 : (this.#bagEnds.items[doc - 1] ?? 0);
    const end = this.#bagEnds.items[doc] ?? 0;
    const length = this.#lengths.items[doc] ?? 1;
    for (let at = start; at < end; at += 1) {
      const term = this.#vocabulary.at(this.#bagTerms.items[at] ?? 0);
      yield [term, (this.#bagCounts.items[at] ?? 0) / length];
    }
  }

  /** The documents that hold the term, in the order added. */
  documentsWith(term: string): Uint32Array {
    const number = this.#vocabulary.numberOf(term);
    if (number === undefined) return none;
    const { starts, docs } = this.finalize();
    return docs.subarray(starts[number] ?? 0, starts[number + 1] ?? 0);
  }

  /** How many different terms there are. */
  get terms(): number {
    return this.#vocabulary.size;
  }

  /** Every different term in the order of its first use; in place of some that begin otherwise than this, nothing. */
  termsLike(term: string): Iterable<string | undefined> {
    return this.#vocabulary.beginningLike(term);
  }

  /** The documents that hold the term, and how often each does. */
  postingsOf(term: string): { docs: Uint32Array; counts: Uint16Array } {
    const number = this.#vocabulary.numberOf(term);
    if (number === undefined) return { docs: none, counts: noCounts };
    const { starts, docs, counts } = this.finalize();
    const [from, to] = [starts[number] ?? 0, starts[number + 1] ?? 0];
    return { docs: docs.subarray(from, to), counts: counts.subarray(from, to) };
  }

  /** Builds the postings by a counting sort of the bags; `search` calls it where it is needed. */
  finalize(): Postings {
    if (this.#postings) return this.#postings;
    const total = this.#bagTerms.length;
    const bagTerms = this.#bagTerms.items;
    const starts = new Uint32Array(this.#vocabulary.size + 1);
    for (let at = 0; at < total; at += 1) {
      const next = (bagTerms[at] ?? 0) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
    for (let term = 1; term < starts.length; term += 1) starts[term] = (starts[term] ?? 0) + (starts[term - 1] ?? 0);
    const fill = starts.slice();
    const docs = new Uint32Array(total);
    const counts = new Uint16Array(total);
    let at = 0;
    for (let doc = 0; doc < this.size; doc += 1) {
      for (const end = this.#bagEnds.items[doc] ?? 0; at < end; at += 1) {
        const term = bagTerms[at] ?? 0;
        const place = fill[term] ?? 0;
        docs[place] = doc;
        counts[place] = this.#bagCounts.items[at] ?? 0;
        fill[term] = place + 1;
      }
    }
    for (const array of [this.#bagTerms, this.#bagEnds, this.#lengths]) array.trim();
    this.#bagCounts.trim();
    this.#postings = { starts, docs, counts };
    return this.#postings;
  }

  #rarity(term: string, holding: number): number {
    const background = this.#background;
    if (!background) return inverseDocumentFrequency(this.size, holding);
    return inverseDocumentFrequency(this.size + background.size, holding + background.documentFrequency(term));
  }
}

const vocabularyOf = (terms: FixedTerms | readonly string[]) =>
  "sorted" in terms ? new FixedVocabulary(terms) : new GrowingVocabulary(terms);

/** Estimates; numbers are counted at the size that their arrays have while they grow. */
const BYTES = { perPosting: 18, perDocument: 16 } as const;

/** Where words are looked up one by one in the alphabet: nothing has to be made of it. */
export interface HandedIndex extends IndexNumbers {
  readonly terms: FixedTerms;
  readonly bags: { readonly terms: Numbers; readonly counts: Counts; readonly ends: Numbers };
}

/** Of which a map of words is made, in which they are found sooner. It does not know which words a document has. */
export interface KeptIndex extends IndexNumbers {
  readonly terms: readonly string[];
}

interface IndexNumbers {
  readonly lengths: Numbers;
  readonly totalLength: number;
  readonly postings: Postings;
}

interface Postings {
  /** The position where each term's documents begin, and one more for the end of the last. */
  starts: Numbers;
  docs: Numbers;
  counts: Counts;
}

type Numbers = Uint32Array<ArrayBuffer>;
type Counts = Uint16Array<ArrayBuffer>;

const makeNumbers = (length: number): Numbers => new Uint32Array(length);
const makeCounts = (length: number): Counts => new Uint16Array(length);

const none = new Uint32Array(0);
const noCounts = new Uint16Array(0);

/** The variant of Lucene, which stays above zero also for a term that most documents contain. */
export function inverseDocumentFrequency(documents: number, holding: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

/** The highest scores above zero, by insertion: `limit` is small and most documents never enter. */
function best(scores: Float64Array, limit: number): ScoredDocument[] {
  const found: ScoredDocument[] = [];
  for (let doc = 0; doc < scores.length; doc += 1) {
    const score = scores[doc] ?? 0;
    if (score <= 0 || (found.length === limit && score <= (found[limit - 1]?.score ?? 0))) continue;
    let place = found.length;
    while (place > 0 && (found[place - 1]?.score ?? 0) < score) place -= 1;
    found.splice(place, 0, { doc, score });
    if (found.length > limit) found.pop();
  }
  return found;
}

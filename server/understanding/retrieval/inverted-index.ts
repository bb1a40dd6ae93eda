import { GrowingArray } from "./growing-array.ts";
import { type FixedTerms, FixedVocabulary, GrowingVocabulary } from "./vocabulary.ts";

export type WeightedTerms = Map<string, number>;

export interface ScoredDocument {
  doc: number;
  score: number;
}

/** Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009. */
const k1 = 1.2;
const b = 0.75;

/** BM25 over bags of terms in memory, 12 bytes for each different term of a document; no text is kept. */
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

  /** `background` counts for how rare a term is and is not searched. Nothing can be added to a `transferred` index. */
  constructor(background?: InvertedIndex, existing?: TransferredIndex | StoredIndex) {
    this.#background = background;
    this.#vocabulary = vocabularyOf(existing?.terms ?? []);
    const bags = existing !== undefined && "bags" in existing ? existing.bags : undefined;
    this.#bagTerms = new GrowingArray(makeNumbers, bags?.terms);
    this.#bagCounts = new GrowingArray(makeCounts, bags?.counts);
    this.#bagEnds = new GrowingArray(makeNumbers, bags?.ends);
    this.#lengths = new GrowingArray(makeNumbers, existing?.lengths);
    this.#totalLength = existing?.totalLength ?? 0;
    this.#postings = existing?.postings;
    this.#isComplete = existing !== undefined;
  }

  /** For a move to another thread; the index is of no use here afterwards. */
  handOver(): TransferredIndex {
    const postings = this.finalize();
    return {
      bags: { terms: this.#bagTerms.items, counts: this.#bagCounts.items, ends: this.#bagEnds.items },
      ...{ lengths: this.#lengths.items, totalLength: this.#totalLength, postings },
      terms: this.#vocabulary.handOver(),
    };
  }

  keep(): StoredIndex {
    const vocabulary = this.#vocabulary;
    if (vocabulary instanceof FixedVocabulary) throw new Error("This index was handed over.");
    const postings = this.finalize();
    return { lengths: this.#lengths.items, totalLength: this.#totalLength, postings, terms: vocabulary.terms };
  }

  get size(): number {
    return this.#lengths.length;
  }

  get bytes(): number {
    return this.#vocabulary.bytes + this.#bagTerms.length * BYTES.perPosting + this.size * BYTES.perDocument;
  }

  /** Returns the document's number. A term that stands twice counts twice. */
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

  documentFrequency(term: string): number {
    return this.documentsWith(term).length;
  }

  idf(term: string): number {
    return this.#rarity(term, this.documentFrequency(term));
  }

  /** Best first; of equals, the one added first. */
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

  *shares(doc: number): Iterable<[term: string, share: number]> {
    const start = doc === 0 ? 0 : (this.#bagEnds.items[doc - 1] ?? 0);
    const end = this.#bagEnds.items[doc] ?? 0;
    const length = this.#lengths.items[doc] ?? 1;
    for (let at = start; at < end; at += 1) {
      const term = this.#vocabulary.at(this.#bagTerms.items[at] ?? 0);
      yield [term, (this.#bagCounts.items[at] ?? 0) / length];
    }
  }

  documentsWith(term: string): Uint32Array {
    const number = this.#vocabulary.numberOf(term);
    if (number === undefined) return none;
    const { starts, docs } = this.finalize();
    return docs.subarray(starts[number] ?? 0, starts[number + 1] ?? 0);
  }

  get terms(): number {
    return this.#vocabulary.size;
  }

  /** Terms that begin otherwise may come as undefined. */
  termsLike(term: string): Iterable<string | undefined> {
    return this.#vocabulary.beginningLike(term);
  }

  postingsOf(term: string): { docs: Uint32Array; counts: Uint16Array } {
    const number = this.#vocabulary.numberOf(term);
    if (number === undefined) return { docs: none, counts: noCounts };
    const { starts, docs, counts } = this.finalize();
    const [from, to] = [starts[number] ?? 0, starts[number + 1] ?? 0];
    return { docs: docs.subarray(from, to), counts: counts.subarray(from, to) };
  }

  /** A counting sort of the bags. */
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

/** Estimates, at the size that growing arrays have. */
const BYTES = { perPosting: 18, perDocument: 16 } as const;

/** Terms are looked up in alphabetical order, so no map has to be built on arrival. */
export interface TransferredIndex extends IndexNumbers {
  readonly terms: FixedTerms;
  readonly bags: { readonly terms: Numbers; readonly counts: Counts; readonly ends: Numbers };
}

/** Without bags: it does not know which terms a document has. */
export interface StoredIndex extends IndexNumbers {
  readonly terms: readonly string[];
}

interface IndexNumbers {
  readonly lengths: Numbers;
  readonly totalLength: number;
  readonly postings: Postings;
}

interface Postings {
  /** Where each term's documents begin, and the end of the last. */
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

/** Lucene's variant, which stays above zero for a term that most documents hold. */
export function inverseDocumentFrequency(documents: number, holding: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

/** By insertion: `limit` is small and most documents never enter. */
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

import { wordsOfLabels } from "../languages/labels.ts";
import { analyze } from "./analyze.ts";
import { widen } from "./feedback.ts";
import { type HandedIndex, InvertedIndex, type ScoredDocument, type WeightedTerms } from "./inverted-index.ts";
import { type Texts, textAt, textsOf } from "./texts.ts";

export interface Passage {
  id: string;
  text: string;
  /** A heading above the text, or the document's name. */
  title?: string;
}

/** Words of the title count twice, as usual for weighted fields (BM25F). */
const titleWeight = 2;

/** The steps of a search: all of them for a chat, fewer where a benchmark measures what each contributes. */
export interface PassageSearch {
  feedback?: boolean;
}

/** The passages of a pet's documents: BM25, then once more with the question widened by its best passages. */
export class PassageIndex {
  readonly #index: InvertedIndex;
  /** Of the passages that were added here. */
  readonly #ids: string[] = [];
  /** Of those that another thread has added. */
  readonly #handedIds: Texts | undefined;
  readonly #language: string;
  readonly #titleWeight: number;

  constructor(language: string, options: { titleWeight?: number; handed?: HandedPassages | undefined } = {}) {
    this.#language = language;
    this.#titleWeight = options.titleWeight ?? titleWeight;
    this.#index = new InvertedIndex(undefined, options.handed?.index);
    this.#handedIds = options.handed?.ids;
  }

  /** All of it, to be moved to another thread. */
  handOver(): HandedPassages {
    return { index: this.#index.handOver(), ids: this.#handedIds ?? textsOf(this.#ids) };
  }

  get size(): number {
    return this.#index.size;
  }

  /** About how many bytes it takes. */
  get bytes(): number {
    return this.#index.bytes + this.size * bytesPerId;
  }

  /** How many passages hold a stem. */
  holding(stem: string): number {
    return this.#index.documentFrequency(stem);
  }

  /** Every stem of the passages; in place of some that begin otherwise than this one, nothing. */
  stemsLike(stem: string): Iterable<string | undefined> {
    return this.#index.termsLike(stem);
  }

  add({ id, text, title }: Passage): void {
    const terms = analyze(`${text}\n${wordsOfLabels(text, this.#language)}`, this.#language);
    if (title) {
      const heading = analyze(title, this.#language);
      for (let time = 0; time < this.#titleWeight; time += 1) terms.push(...heading);
    }
    this.#index.add(terms);
    this.#ids.push(id);
  }

  finalize(): void {
    this.#index.finalize();
  }

  /** @returns the best passages, and in `coverage` the largest part of the question that one of them contains, 0 to 1 */
  search(
    question: WeightedTerms,
    limit: number,
    { feedback = true }: PassageSearch = {},
  ): { passages: { id: string; score: number }[]; coverage: number } {
    const terms = this.#mostTelling(question);
    const asAsked = this.#index.search(terms, Math.max(limit, candidates));
    const ranked = feedback ? this.#index.search(widen(terms, asAsked, this.#index), limit) : asAsked.slice(0, limit);
    return {
      passages: ranked.map(({ doc, score }) => ({ id: this.#idOf(doc), score })),
      coverage: this.#coverage(terms, asAsked.slice(0, candidates)),
    };
  }

  #idOf(passage: number): string {
    return this.#handedIds === undefined ? (this.#ids[passage] ?? "") : textAt(this.#handedIds, passage);
  }

  /** Only the rarest terms of a very long question, so that the time of a search stays bounded. */
  #mostTelling(question: WeightedTerms): WeightedTerms {
    if (question.size <= mostTerms) return question;
    const known = [...question].filter(([term]) => this.#index.documentFrequency(term) > 0);
    const gain = ([term, weight]: [string, number]) => weight * this.#index.idf(term);
    return new Map(known.sort((x, y) => gain(y) - gain(x)).slice(0, mostTerms));
  }

  #coverage(question: WeightedTerms, found: ScoredDocument[]): number {
    const covered = new Map(found.map(({ doc }) => [doc, 0]));
    let asked = 0;
    for (const [term, weight] of question) {
      const value = weight * this.#index.idf(term);
      asked += value;
      for (const doc of this.#index.documentsWith(term)) {
        const sofar = covered.get(doc);
        if (sofar !== undefined) covered.set(doc, sofar + value);
      }
    }
    return asked === 0 ? 0 : Math.max(0, ...covered.values()) / asked;
  }
}

/** A passage index that another thread has built. */
export interface HandedPassages {
  readonly index: HandedIndex;
  readonly ids: Texts;
}

const bytesPerId = 64;
const mostTerms = 64;
const candidates = 5;

import { languageOf } from "../../../languages/languages.ts";
import { analyze } from "./analyze.ts";
import { grams } from "./grams.ts";
import { InvertedIndex, inverseDocumentFrequency, type WeightedTerms } from "./inverted-index.ts";
import type { Question } from "./question.ts";
import { plainWords, type QuestionBank, questionBank } from "./question-bank.ts";

export interface DiaryEntry {
  id: string;
  /** The key of a seeded question; null for one that an administrator added. */
  key: string | null;
  question: string;
  answer: string;
}

export interface DiaryFindings {
  entries: { id: string; score: number }[];
  evidence: Evidence;
  known: boolean;
}

/** The features by which `oddsOfKnowing` decides. Shares are parts of the question, weighted by how rare the terms are. */
export interface Evidence {
  /**
   * The share of the question's character runs (grams.ts) found in one entry: in its answer or the wordings of its
   * question.
   */
  coverage: number;
  /** The same for the question's stems. */
  stemCoverage: number;
  /** How much larger that share is in a question of the bank that this diary does not answer. */
  elsewhere: number;
  toPet: number;
  ofAsker: number;
  /** How much the question says: the logarithm of the rarity of its content words. */
  matter: number;
  /** The logarithm of the number of entries divided by 25: among more entries, one matches more easily by chance. */
  crowd: number;
}

/**
 * The weights of the scores that are added for an entry: BM25 by stems with the answer and with the bank's wordings, and by
 * character runs with the answer, with all wordings of the bank's question and with the closest of them. Each is divided by
 * the number of terms asked, so that long questions count like short ones. Chosen on bench/diaries: similar weights have the
 * right answer among the first three for 94 to 95 % of the questions, weights chosen on half of the questions lose 2 % on
 * the other half, and stems alone reach 86 %.
 */
const weights = { answerStems: 0.75, answerRuns: 2, bankStems: 0.5, bankRuns: 2, closestAsk: 1 };

const noEvidence: Evidence = {
  coverage: 0,
  stemCoverage: 0,
  elsewhere: 0,
  toPet: 0,
  ofAsker: 0,
  matter: 0,
  crowd: 0,
};

/** The index of a pet's diary: its answers in the owner's words, and the shared bank of ways to ask the questions. */
export class DiaryIndex {
  readonly #language: string;
  readonly #ids: string[] = [];
  readonly #entryOfKey = new Map<string, number>();
  readonly #stems: InvertedIndex;
  readonly #runs: InvertedIndex;
  /** The wordings of questions that the bank does not have. */
  readonly #asks: InvertedIndex;
  readonly #entryOfAsk: number[] = [];

  constructor(locale: string) {
    this.#language = languageOf(locale);
    this.#asks = new InvertedIndex(questionBank(this.#language)?.asks);
    this.#stems = new InvertedIndex(questionBank(this.#language)?.stems);
    this.#runs = new InvertedIndex(questionBank(this.#language)?.runs);
  }

  get size(): number {
    return this.#ids.length;
  }

  add({ id, key, question, answer }: DiaryEntry): void {
    const entry = this.#ids.push(id) - 1;
    const inBank = key !== null && questionBank(this.#language)?.keys.includes(key) === true;
    if (key !== null) this.#entryOfKey.set(key, entry);
    const text = inBank ? answer : `${question}\n${answer}`;
    this.#stems.add(analyze(text, this.#language));
    this.#runs.add(grams(text, this.#language, { stopWords: true }));
    if (!inBank) {
      this.#asks.add(grams(question, this.#language, { stopWords: true }));
      this.#entryOfAsk.push(entry);
    }
  }

  finalize(): void {
    for (const index of [this.#stems, this.#runs, this.#asks]) index.finalize();
  }

  search(question: Question, limit: number): DiaryFindings {
    if (this.size === 0) return { entries: [], evidence: noEvidence, known: false };
    const bank = questionBank(question.language) ?? questionBank(this.#language);
    const runs = grams(question.text, question.language, { stopWords: true });
    const evidence = this.#evidence(question, runs, bank);
    const scores = this.#score(question, runs, bank);
    const entries = this.#ids
      .map((id, entry) => ({ id, score: scores[entry] ?? 0 }))
      .filter(({ score }) => score > 0)
      .sort((x, y) => y.score - x.score)
      .slice(0, limit);
    return { entries, evidence, known: this.#isKnown(question, evidence, bank) };
  }

  #score(question: Question, runs: Set<string>, bank: QuestionBank | undefined): Float64Array {
    const scores = new Float64Array(this.size);
    const stems = evenly(question.terms);
    const all = evenly(runs);
    const ofContent = evenly(grams(question.text, question.language, { stopWords: false }));
    const add = (
      index: InvertedIndex,
      asked: WeightedTerms,
      weight: number,
      entryOf: (doc: number) => number | undefined,
    ) => {
      const seen = new Set<number>();
      for (const { doc, score } of index.search(asked, index.size)) {
        const entry = entryOf(doc);
        // The hits come best first, so of several wordings the closest one counts.
        if (entry === undefined || seen.has(entry)) continue;
        seen.add(entry);
        scores[entry] = (scores[entry] ?? 0) + (weight * score) / asked.size;
      }
    };
    add(this.#stems, stems, weights.answerStems, (doc) => doc);
    add(this.#runs, ofContent, weights.answerRuns, (doc) => doc);
    // A question that is not in the bank has one wording, which gets the weight of all of them.
    add(this.#asks, all, weights.bankRuns + weights.closestAsk, (doc) => this.#entryOfAsk[doc]);
    if (bank) {
      const entryOf = (doc: number) => this.#entryOfKey.get(bank.keys[doc] ?? "");
      add(bank.stems, stems, weights.bankStems, entryOf);
      add(bank.runs, all, weights.bankRuns, entryOf);
      add(bank.asks, all, weights.closestAsk, (doc) => this.#entryOfKey.get(bank.askKeys[doc] ?? ""));
    }
    return scores;
  }

  #evidence(question: Question, runs: Set<string>, bank: QuestionBank | undefined): Evidence {
    const byRuns = this.#cover(runs, this.#runs, bank?.keys, bank?.runs);
    const byStems = this.#cover(question.terms, this.#stems, bank?.keys, bank?.stems);
    return {
      coverage: byRuns.best,
      stemCoverage: byStems.best,
      elsewhere: byRuns.elsewhere,
      toPet: question.toPet,
      ofAsker: question.ofAsker,
      matter: Math.log1p(byStems.asked),
      crowd: Math.max(0, Math.log(this.size / 25)),
    };
  }

  #cover(terms: Set<string>, own: InvertedIndex, keys: string[] = [], bank?: InvertedIndex) {
    const covered = new Float64Array(this.size);
    const coveredByBank = new Float64Array(keys.length);
    const entryOfDoc = keys.map((key) => this.#entryOfKey.get(key));
    let asked = 0;
    for (const term of terms) {
      const value = rarity(term, own, bank);
      asked += value;
      const entries = new Set<number>(own.documentsWith(term));
      for (const doc of bank?.documentsWith(term) ?? []) {
        coveredByBank[doc] = (coveredByBank[doc] ?? 0) + value;
        const entry = entryOfDoc[doc];
        if (entry !== undefined) entries.add(entry);
      }
      for (const entry of entries) covered[entry] = (covered[entry] ?? 0) + value;
    }
    const answered = coveredByBank.filter((_, doc) => entryOfDoc[doc] !== undefined);
    return {
      asked,
      best: Math.max(0, ...covered) / (asked || 1),
      elsewhere: (Math.max(0, ...coveredByBank) - Math.max(0, ...answered)) / (asked || 1),
    };
  }

  #isKnown(question: Question, evidence: Evidence, bank: QuestionBank | undefined): boolean {
    if (question.terms.size === 0) {
      const key = bank?.wordings.get(plainWords(question.text));
      return key !== undefined && this.#entryOfKey.has(key);
    }
    return oddsOfKnowing(evidence) > 0;
  }
}

/**
 * The logarithm of the odds that the diary has the answer. The coefficients are those of a logistic regression over the
 * questions of bench/diaries, and, at a tenth of the weight, over the same diaries with only a half or a fifth of their
 * answers, where more questions are unknown. The constant is set so that 93 % of the unknown questions are recognized, and
 * 9 % of the known ones are taken for unknown. The coefficient of `crowd` was set by hand, as the smallest with which
 * nine in ten unknown questions are recognized in a diary of 40 answers.
 */
export function oddsOfKnowing(evidence: Evidence): number {
  const { coverage, stemCoverage, elsewhere, toPet, ofAsker, matter, crowd } = evidence;
  return (
    6 * coverage + 4 * stemCoverage - 12 * elsewhere + 3.6 * toPet - 0.5 * ofAsker + 1.4 * matter - 3 * crowd - 9.8
  );
}

function rarity(term: string, own: InvertedIndex, bank: InvertedIndex | undefined): number {
  const documents = own.size + (bank?.size ?? 0);
  return inverseDocumentFrequency(documents, own.documentFrequency(term) + (bank?.documentFrequency(term) ?? 0));
}

function evenly(terms: Iterable<string>): WeightedTerms {
  const weighted: WeightedTerms = new Map();
  for (const term of terms) weighted.set(term, 1);
  return weighted;
}

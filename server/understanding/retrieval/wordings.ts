import type { QuestionBank } from "./question-bank.ts";
import type { SearchableText } from "./searchable.ts";
import type { Terms } from "./terms.ts";

export interface Likeness {
  dice: number;
  weighted: number;
  /** The mean of the closest wordings; for an owner's own question the same as `weighted`. */
  several: number;
}

export const notAlike: Likeness = { dice: 0, weighted: 0, several: 0 };

export function likeness(ask: ReadonlySet<string>, { list, total }: Terms): Likeness {
  const shared = list.filter(({ term }) => ask.has(term));
  const weight = shared.reduce((sum, term) => sum + term.weight, 0);
  const others = (ask.size - shared.length) * (total / Math.max(1, list.length));
  const weighted = (2 * weight) / Math.max(1e-9, total + weight + others);
  return { dice: (2 * shared.length) / Math.max(1, list.length + ask.size), weighted, several: weighted };
}

export function closestAsks(wording: Terms, bank: QuestionBank | undefined): Likeness[] {
  if (bank === undefined || wording.list.length === 0) return [];
  const shared = new Uint16Array(bank.asks.size);
  const weights = new Float32Array(bank.asks.size);
  for (const { term, weight } of wording.list)
    for (const ask of bank.asks.documentsWith(term)) {
      shared[ask] = (shared[ask] ?? 0) + 1;
      weights[ask] = (weights[ask] ?? 0) + weight;
    }
  const closest = bank.keys.map(() => ({ ...notAlike }));
  const nearest = bank.keys.map(() => Array.from<number>({ length: severalAsks }).fill(0));
  // A plain loop, because there are thousands.
  for (let ask = 0; ask < shared.length; ask += 1) {
    const wordingOf = bank.askSizes[ask];
    const best = wordingOf === undefined ? undefined : closest[wordingOf.key];
    if (shared[ask] === 0 || wordingOf === undefined || best === undefined) continue;
    const { key, size, weight } = wordingOf;
    best.dice = Math.max(best.dice, (2 * (shared[ask] ?? 0)) / (wording.list.length + size));
    const weighted = (2 * (weights[ask] ?? 0)) / (wording.total + weight);
    best.weighted = Math.max(best.weighted, weighted);
    keepLargest(nearest[key] ?? [], weighted);
  }
  for (const [key, best] of closest.entries())
    best.several = (nearest[key] ?? []).reduce((sum, each) => sum + each, 0) / severalAsks;
  return closest;
}

const severalAsks = 5;

function keepLargest(values: number[], value: number): void {
  let place = values.length - 1;
  if (value <= (values[place] ?? 0)) return;
  for (; place > 0 && (values[place - 1] ?? 0) < value; place -= 1) values[place] = values[place - 1] ?? 0;
  values[place] = value;
}

/** Naive Bayes over runs, tempered because runs overlap. */
export function topicsOf(wording: Terms, bank: QuestionBank): number[] {
  const odds = bank.lengths.map((length) => -wording.list.length * Math.log(length + smoothing * bank.runs.terms));
  for (const { term } of wording.list) {
    const { docs, counts } = bank.runs.postingsOf(term);
    for (const [at, key] of docs.entries()) odds[key] = (odds[key] ?? 0) + Math.log(1 + (counts[at] ?? 0) / smoothing);
  }
  const most = Math.max(...odds);
  const likely = odds.map((each) => Math.exp(temper * (each - most)));
  const total = likely.reduce((sum, each) => sum + each, 0);
  return likely.map((each) => each / total);
}

const smoothing = 0.3;
const temper = 0.25;

/** For texts that share no word. `topics`: how likely the question is about each one of the bank. */
export function likeSubjects(
  sentences: readonly SearchableText[],
  window: { from: number; to: number },
  topics: readonly number[],
  bank: QuestionBank | undefined,
): { subject: number; subjectBest: number } {
  if (bank === undefined || topics.length === 0) return { subject: 0, subjectBest: 0 };
  const length = lengthOf(topics);
  const near = new Float32Array(topics.length);
  let subjectBest = 0;
  for (let place = 0; place < sentences.length; place += 1) {
    const sentence = sentences[place];
    if (sentence === undefined) continue;
    const own = subjectOf(sentence, bank);
    subjectBest = Math.max(subjectBest, productOf(own.unit, topics) / length);
    if (place < window.from || place >= window.to) continue;
    for (let key = 0; key < near.length; key += 1) near[key] = (near[key] ?? 0) + own.length * (own.unit[key] ?? 0);
  }
  return { subject: productOf(near, topics) / Math.max(TINY, lengthOf(near) * length), subjectBest };
}

const TINY = 1e-9;

interface Subject {
  /** By question of the bank, of length 1; all 0 where no word belongs to any. */
  unit: Float32Array;
  length: number;
}

const subjects = new WeakMap<QuestionBank, WeakMap<SearchableText, Subject>>();

function subjectOf(text: SearchableText, bank: QuestionBank): Subject {
  const ofBank = subjects.get(bank) ?? new WeakMap<SearchableText, Subject>();
  subjects.set(bank, ofBank);
  const cached = ofBank.get(text);
  if (cached !== undefined) return cached;
  const unit = new Float32Array(bank.keys.length);
  for (const stem of new Set(text.stems)) {
    const { docs } = bank.stems.postingsOf(stem);
    const weight = bank.stems.idf(stem);
    for (const key of docs) unit[key] = (unit[key] ?? 0) + weight;
  }
  const length = lengthOf(unit);
  for (let key = 0; length > 0 && key < unit.length; key += 1) unit[key] = (unit[key] ?? 0) / length;
  const subject = { unit, length };
  ofBank.set(text, subject);
  return subject;
}

const lengthOf = (values: ArrayLike<number>): number => Math.sqrt(productOf(values, values));

function productOf(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let product = 0;
  for (let at = 0; at < other.length; at += 1) product += (one[at] ?? 0) * (other[at] ?? 0);
  return product;
}

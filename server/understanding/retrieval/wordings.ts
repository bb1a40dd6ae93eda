import type { QuestionBank } from "./question-bank.ts";
import type { Terms } from "./terms.ts";

/** How alike two wordings are, by the runs that they share, from 0 to 1; `weighted` by how rare the runs are. */
export interface Likeness {
  dice: number;
  weighted: number;
  /** The mean of the closest wordings; of an owner's own question, which has one, the same as `weighted`. */
  several: number;
}

export const notAlike: Likeness = { dice: 0, weighted: 0, several: 0 };

/** How alike the question and the owner's own question of an entry are. */
export function likeness(ask: ReadonlySet<string>, { list, total }: Terms): Likeness {
  const shared = list.filter(({ term }) => ask.has(term));
  const weight = shared.reduce((sum, term) => sum + term.weight, 0);
  const others = (ask.size - shared.length) * (total / Math.max(1, list.length));
  const weighted = (2 * weight) / Math.max(1e-9, total + weight + others);
  return { dice: (2 * shared.length) / Math.max(1, list.length + ask.size), weighted, several: weighted };
}

/** The closest wording of each question of the bank, in the order of its keys. */
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

/** Puts a value into a descending list in place of its smallest. */
function keepLargest(values: number[], value: number): void {
  let place = values.length - 1;
  if (value <= (values[place] ?? 0)) return;
  for (; place > 0 && (values[place - 1] ?? 0) < value; place -= 1) values[place] = values[place - 1] ?? 0;
  values[place] = value;
}

/** How likely the question is about each question of the bank: naive Bayes over runs, tempered because runs overlap. */
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

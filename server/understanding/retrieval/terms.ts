import { type InvertedIndex, inverseDocumentFrequency } from "./inverted-index.ts";
import type { QuestionBank } from "./question-bank.ts";

export interface Term {
  term: string;
  weight: number;
  /** The fewer of the bank's wordings hold it, the more. */
  telling: number;
  holders: number;
  /** Positions in the bank's keys. */
  inBank: Uint32Array;
}

export interface Terms {
  list: Term[];
  /** For each question of the bank and each term: 1 where it holds it. */
  inQuestions: Uint8Array;
  total: number;
  totalTelling: number;
  /** The share of weight of terms that stand nowhere. */
  absent: number;
}

interface TermCounts {
  others: number;
  holders(place: number): number;
  holding(term: string, place: number): number;
  telling(term: string): number;
}

/** An unknown term counts as the mean of the others: it may be another word for what is there. */
export function termRarities(
  terms: string[],
  bank: InvertedIndex | undefined,
  { others, holders, holding, telling }: TermCounts,
): Terms {
  const size = others + (bank?.size ?? 0);
  const counted = terms.map((term, place) => {
    const inBank = bank?.documentsWith(term) ?? noQuestions;
    const known = inBank.length + holding(term, place);
    return {
      term,
      inBank,
      known,
      telling: telling(term),
      holders: holders(place),
      rarity: inverseDocumentFrequency(size, known),
    };
  });
  const present = counted.filter(({ known }) => known > 0);
  const sum = present.reduce((total, { rarity }) => total + rarity, 0);
  const mean = present.length === 0 ? 1 : sum / present.length;
  const total = sum + mean * (terms.length - present.length);
  return {
    list: counted.map(({ term, inBank, known, telling, holders, rarity }) => ({
      ...{ term, inBank, telling, holders },
      weight: known > 0 ? rarity : mean,
    })),
    inQuestions: inQuestions(counted, bank?.size ?? 0),
    total,
    totalTelling: counted.reduce((sum, { telling }) => sum + telling, 0),
    absent: total === 0 ? 0 : 1 - sum / total,
  };
}

export function tellingOf(stem: string, bank: QuestionBank | undefined): number {
  return inverseDocumentFrequency(bank?.askSizes.length ?? 1, bank?.usual.get(stem) ?? 0);
}

function inQuestions(terms: readonly { inBank: Uint32Array }[], questions: number): Uint8Array {
  const held = new Uint8Array(questions * terms.length);
  for (const [place, { inBank }] of terms.entries())
    for (const question of inBank) held[question * terms.length + place] = 1;
  return held;
}

export type HeldTerms = ArrayLike<boolean | number>;

export const heldBy = ({ list, inQuestions }: Terms, question: number | undefined): HeldTerms =>
  question === undefined ? noTerms : inQuestions.subarray(question * list.length, (question + 1) * list.length);

const noTerms: HeldTerms = [];

export function share({ list, total }: Terms, isHeld: HeldTerms, orHeld: HeldTerms = noTerms): number {
  if (total === 0) return 0;
  let held = 0;
  for (let place = 0; place < list.length; place += 1)
    if (isHeld[place] || orHeld[place]) held += list[place]?.weight ?? 0;
  return held / total;
}

const noQuestions = new Uint32Array(0);

import { type InvertedIndex, inverseDocumentFrequency } from "./inverted-index.ts";
import type { QuestionBank } from "./question-bank.ts";

/** A term of the question; `weight` tells how rare it is. */
export interface Term {
  term: string;
  weight: number;
  /** How telling it is in a question: the fewer of the bank's wordings hold it, the more. */
  telling: number;
  /** How many candidates hold it. */
  holders: number;
  /** The questions of the bank that hold it, as positions in its keys. */
  inBank: Uint32Array;
}

export interface Terms {
  list: Term[];
  /** For each question of the bank, in the order of its keys, and for each term: 1 where it holds it. */
  inQuestions: Uint8Array;
  total: number;
  totalTelling: number;
  /** The share of the weight of terms that are in no candidate and no question of the bank. */
  absent: number;
}

interface Counted {
  /** How many texts there are beside the questions of the bank. */
  others: number;
  /** How many candidates hold the term at this place, and how many texts hold it. */
  holders(place: number): number;
  holding(term: string, place: number): number;
  telling(term: string): number;
}

/**
 * How rare each term is among the candidates and the questions of the bank. A term that is in none of them counts as the mean
 * of the others: it may be another word for what is there.
 */
export function termRarities(
  terms: string[],
  bank: InvertedIndex | undefined,
  { others, holders, holding, telling }: Counted,
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

/** By term: whether it is held. */
export type HeldTerms = ArrayLike<boolean | number>;

/** Which of the terms one question of the bank holds; none where there is no question. */
export const heldBy = ({ list, inQuestions }: Terms, question: number | undefined): HeldTerms =>
  question === undefined ? noTerms : inQuestions.subarray(question * list.length, (question + 1) * list.length);

const noTerms: HeldTerms = [];

/** The share of the terms, by weight, that are held. */
export function share({ list, total }: Terms, isHeld: HeldTerms, orHeld: HeldTerms = noTerms): number {
  if (total === 0) return 0;
  let held = 0;
  for (let place = 0; place < list.length; place += 1)
    if (isHeld[place] || orHeld[place]) held += list[place]?.weight ?? 0;
  return held / total;
}

const noQuestions = new Uint32Array(0);

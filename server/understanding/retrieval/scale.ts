import { candidateFeatures, type EvidenceFeatures, questionFeatures } from "./features.ts";
import type { Question } from "./question.ts";
import fitted from "./scale.json" with { type: "json" };
import type { SearchableEntry, SearchableText } from "./searchable.ts";

export interface Scale {
  /** That each is the answer, if any is; together 1. */
  probabilities: number[];
  certainty: number;
}

/** `scripts/fit-scale.ts` fits both models. `sources`: the entry, or the document of a passage. */
export function weigh({ candidates, question }: EvidenceFeatures, sources: readonly string[]): Scale {
  const scores = candidates.map((values) => dot(values, rankWeights));
  const best = scores.indexOf(Math.max(...scores));
  const [score, values] = [scores[best], candidates[best]];
  if (score === undefined || values === undefined) return { probabilities: [], certainty: 0 };
  const likely = scores.map((each) => Math.exp(each - score));
  const total = likely.reduce((sum, each) => sum + each, 0);
  const judged = [...values, ...question, leadOf(scores, sources, best), 1];
  const hidden = hiddenUnits.reduce((sum, { weights, gain }) => sum + gain * Math.tanh(dot(judged, weights)), 0);
  return {
    probabilities: likely.map((each) => each / total),
    certainty: 1 / (1 + Math.exp(-dot(judged, direct) - hidden)),
  };
}

export const KNOWN_FROM = fitted.known;

/** From here on the pet asks back whether the best ones are meant. */
export const ASK_BACK_FROM = fitted.asked;

export function leadOf(scores: readonly number[], sources: readonly string[], best: number): number {
  const others = scores.filter((_score, at) => sources[at] !== sources[best]);
  return others.length === 0 ? 0 : Math.min(mostLead, (scores[best] ?? 0) - Math.max(...others));
}

const mostLead = 6;

export const certaintyFeatures = [...candidateFeatures, ...questionFeatures, "lead", "bias"] as const;

type Weights = Readonly<Partial<Record<string, number>>>;

const inOrder = (names: readonly string[], weights: Weights): number[] => names.map((name) => weights[name] ?? 0);

const rankWeights = inOrder(candidateFeatures, fitted.rank);
const direct = inOrder(certaintyFeatures, fitted.certainty);
const hiddenUnits = fitted.hidden.map(({ gain, weights }) => ({ gain, weights: inOrder(certaintyFeatures, weights) }));

function dot(values: readonly number[], weights: readonly number[]): number {
  return values.reduce((sum, value, place) => sum + value * (weights[place] ?? 0), 0);
}

/** In Chinese and Korean parts of words are terms too, and two texts may be split differently. */
const leastHeld: Readonly<Record<string, number>> = { zh: 0.5, ko: 0.5 };

/** The place of a sentence with a label ('Weight: 4.2 kg') that holds all that the question is about, `first` if it does; else null. */
export function labeledFactIn({ sentences }: SearchableEntry, first: number | null, question: Question): number | null {
  const isFirst = first !== null && isLabeledFact(sentences[first], question);
  const place = isFirst ? first : sentences.findIndex((sentence) => isLabeledFact(sentence, question));
  return place === -1 ? null : place;
}

function isLabeledFact(sentence: SearchableText | undefined, { terms, language, wants }: Question): boolean {
  if (sentence === undefined || sentence.labelStems.length === 0) return false;
  const heldTerms = [...terms].filter(
    (term) => sentence.stems.includes(term) || sentence.besideLabelStems.includes(term),
  );
  return (
    heldTerms.some((term) => sentence.labelStems.includes(term)) &&
    heldTerms.length >= (leastHeld[language] ?? 1) * terms.size &&
    [...wants.values()].every((given) => given.test(sentence.plain))
  );
}

const FEW = 3;
/** Below it most people mean something else. */
const LIKELY_TOPIC = 0.3;
/** Below it neither entry nor bank holds what is asked to be true. */
const MOST_WORDS = 0.6;

const feature = Object.fromEntries(candidateFeatures.map((name, at) => [name, at]));

interface KnowledgeSize {
  entries: number;
  passages: number;
}

/** The scale is fitted on full diaries; in an empty one 'Do you dream?' would be answered by the food. */
export function mostCertain(
  { candidates, question }: EvidenceFeatures,
  probabilities: readonly number[],
  size: KnowledgeSize,
): number {
  const values = candidates[probabilities.indexOf(Math.max(...probabilities))];
  if (values === undefined || size.entries > FEW || size.passages > 0) return 1;
  const value = (name: (typeof candidateFeatures)[number]) => values[feature[name] ?? -1] ?? 0;
  const asks = (name: (typeof questionFeatures)[number]) => question[questionFeatures.indexOf(name)] === 1;
  const isSeeded = value("own") === 0;
  const goesOn = value("same") === 1 && (asks("begins") || asks("refers") || asks("empty"));
  if (!isSeeded || value("exact") === 1 || goesOn) return 1;
  if (value("textStem") === 0 && value("topic") < LIKELY_TOPIC) return 0;
  return asks("closed") && value("bothStem") < MOST_WORDS ? (ASK_BACK_FROM + KNOWN_FROM) / 2 : 1;
}

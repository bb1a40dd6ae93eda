import { candidateFeatures, type EvidenceFeatures, questionFeatures } from "./features.ts";
import fitted from "./scale.json" with { type: "json" };

/** What `weigh` finds of the candidates, in their order. */
export interface Scale {
  /** How likely each is the one that answers the question, if one does; together 1. */
  probabilities: number[];
  /** How likely it is that the best one answers it. */
  certainty: number;
}

/**
 * The one scale for diary entries and passages. One model ranks them: a softmax over all. Another judges the best of them
 * alone, whether it answers the question or nothing does: a logistic regression with a few hidden units.
 * `scripts/fit-scale.ts` fits both.
 * @param sources by candidate: the entry, or the document that a passage is of
 */
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

/** From this certainty on something is known. */
export const KNOWN_FROM = fitted.known;

/** From this certainty on it is worth asking back whether the best ones are meant. */
export const ASKED_FROM = fitted.asked;

/** How far the best candidate is ahead of what is not of the same source; where nothing else is there, that tells nothing. */
export function leadOf(scores: readonly number[], sources: readonly string[], best: number): number {
  const others = scores.filter((_score, at) => sources[at] !== sources[best]);
  return others.length === 0 ? 0 : Math.min(mostLead, (scores[best] ?? 0) - Math.max(...others));
}

const mostLead = 6;

/** What certainty is judged by: the best candidate's features, the question's, and how it stands among the others. */
export const certaintyFeatures = [...candidateFeatures, ...questionFeatures, "lead", "bias"] as const;

type Weights = Readonly<Partial<Record<string, number>>>;

/** The weights in the order of the features; a feature without one is not used. */
const inOrder = (names: readonly string[], weights: Weights): number[] => names.map((name) => weights[name] ?? 0);

const rankWeights = inOrder(candidateFeatures, fitted.rank);
const direct = inOrder(certaintyFeatures, fitted.certainty);
const hiddenUnits = fitted.hidden.map(({ gain, weights }) => ({ gain, weights: inOrder(certaintyFeatures, weights) }));

function dot(values: readonly number[], weights: readonly number[]): number {
  return values.reduce((sum, value, place) => sum + value * (weights[place] ?? 0), 0);
}

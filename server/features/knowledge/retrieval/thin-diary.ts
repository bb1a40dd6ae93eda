import { candidateFeatures, type Features, questionFeatures } from "./features.ts";
import { ASKED_FROM, KNOWN_FROM } from "./scale.ts";

/** Of so few entries and passages one is always best, however little it has to do with the question. */
const FEW = 8;
/** Below it, most people who word a question so ask for something else. */
const LIKELY_TOPIC = 0.3;
/** Below it, what is asked to be true of the pet stands neither in the entry nor in what people ask about it. */
const MOST_WORDS = 0.6;

const feature = Object.fromEntries(candidateFeatures.map((name, at) => [name, at]));
const isClosed = questionFeatures.indexOf("closed");

/**
 * How certain it can be at most that the best candidate answers the question, where the pet knows little else. The scale is
 * fitted on diaries of many answers, where something else fits most questions better: 'Do you dream?' is no question for the
 * food only because that is all there is.
 * @param size the number of entries and passages
 */
export function mostCertain({ candidates, question }: Features, best: number, size: number): number {
  const values = candidates[best];
  if (values === undefined || size > FEW) return 1;
  const value = (name: (typeof candidateFeatures)[number]) => values[feature[name] ?? -1] ?? 0;
  const isSeeded = value("own") === 0 && value("document") === 0;
  if (!isSeeded || value("exact") === 1 || value("same") === 1) return 1;
  if (value("textStem") === 0 && value("topic") < LIKELY_TOPIC) return 0;
  return question[isClosed] === 1 && value("bothStem") < MOST_WORDS ? (ASKED_FROM + KNOWN_FROM) / 2 : 1;
}

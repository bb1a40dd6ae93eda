import { candidateFeatures, type EvidenceFeatures, questionFeatures } from "./features.ts";
import { ASKED_FROM, KNOWN_FROM } from "./scale.ts";

/** Of so few entries one is always best, however little it has to do with the question. */
const FEW = 3;
/** Below it, most people who word a question so ask for something else. */
const LIKELY_TOPIC = 0.3;
/** Below it, what is asked to be true of the pet stands neither in the entry nor in what people ask about it. */
const MOST_WORDS = 0.6;

const feature = Object.fromEntries(candidateFeatures.map((name, at) => [name, at]));

/** How much a pet knows. */
interface Known {
  entries: number;
  passages: number;
}

/**
 * How certain it can be at most that the best candidate answers the question, where the pet knows little else. The scale is
 * fitted on diaries of many answers, where something else fits most questions better: 'Do you dream?' is no question for the
 * food only because that is all there is.
 */
export function mostCertain(
  { candidates, question }: EvidenceFeatures,
  probabilities: readonly number[],
  known: Known,
): number {
  const values = candidates[probabilities.indexOf(Math.max(...probabilities))];
  if (values === undefined || known.entries > FEW || known.passages > 0) return 1;
  const value = (name: (typeof candidateFeatures)[number]) => values[feature[name] ?? -1] ?? 0;
  const asks = (name: (typeof questionFeatures)[number]) => question[questionFeatures.indexOf(name)] === 1;
  const isSeeded = value("own") === 0;
  const goesOn = value("same") === 1 && (asks("begins") || asks("refers") || asks("empty"));
  if (!isSeeded || value("exact") === 1 || goesOn) return 1;
  if (value("textStem") === 0 && value("topic") < LIKELY_TOPIC) return 0;
  return asks("closed") && value("bothStem") < MOST_WORDS ? (ASKED_FROM + KNOWN_FROM) / 2 : 1;
}

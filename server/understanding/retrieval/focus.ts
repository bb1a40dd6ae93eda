import { isHeading, isRow } from "../languages/table-lines.ts";
import type { SearchableEntry } from "./searchable.ts";
import type { Terms } from "./terms.ts";

/** Which terms one candidate holds: in all of it, in its heading, and by term in which of its sentences. */
export interface QuestionCoverage {
  all: boolean[];
  heading: boolean[];
  sentences: (readonly number[])[];
}

export const nowhere: readonly number[] = [];

/** By sentence: the share of the terms, by weight, that it holds. */
export function bySentence({ sentences }: SearchableEntry, { list, total }: Terms, held: QuestionCoverage): number[] {
  const shares = sentences.map(() => 0);
  for (const [place, { weight }] of list.entries())
    for (const at of held.sentences[place] ?? []) shares[at] = (shares[at] ?? 0) + weight / total;
  return shares;
}

/** The place of the largest value. */
export function bestOf(values: readonly number[]): number {
  return values.reduce((best, value, at) => (value > (values[best] ?? 0) ? at : best), 0);
}

/**
 * The sentence to be quoted. What stands in the title is asked of the whole document ("What time is breakfast in the notes for
 * Kendra?"), and so tells one sentence from another only where nothing else of the question stands in any.
 */
export function focusOf(
  text: SearchableEntry,
  {
    stems,
    runs,
    stemsHeld,
    runsHeld,
  }: { stems: Terms; runs: Terms; stemsHeld: QuestionCoverage; runsHeld: QuestionCoverage },
  shares: readonly number[],
): number | null {
  const stemOwn = bySentence(text, stems, besideHeading(stemsHeld));
  const runOwn = bySentence(text, runs, besideHeading(runsHeld));
  const own = stemOwn.map((stem, each) => stem + (runOwn[each] ?? 0));
  const telling = own.some((share) => share > 0) ? own : shares;
  const best = bestOf(telling);
  return (telling[best] ?? 0) > 0 ? rowOf(best, telling, text) : null;
}

const besideHeading = ({ heading, sentences, ...rest }: QuestionCoverage): QuestionCoverage => ({
  ...rest,
  heading,
  sentences: sentences.map((places, term) => (heading[term] === true ? nowhere : places)),
});

/** A sentence that holds nearly as much of the question as a title tells more. */
const NEARLY = 0.9;

/**
 * Of a heading that fits best the row under it that fits best, which is quoted with it; without rows a sentence that fits nearly as
 * well; else the sentence itself.
 */
function rowOf(best: number, shares: readonly number[], { sentences }: SearchableEntry): number {
  const isTitle = (at: number) => isHeading(sentences[at]?.plain ?? "") && sentences[at]?.asked.length === 0;
  if (!isTitle(best)) return best;
  let row = best;
  for (let at = best + 1; isRow(sentences[at]?.plain ?? ""); at += 1)
    if ((shares[at] ?? 0) > (row === best ? 0 : (shares[row] ?? 0))) row = at;
  if (row !== best || isRow(sentences[best + 1]?.plain ?? "")) return row;
  const told = bestOf(shares.map((share, at) => (isTitle(at) ? 0 : share)));
  return (shares[told] ?? 0) >= NEARLY * (shares[best] ?? 0) ? told : best;
}

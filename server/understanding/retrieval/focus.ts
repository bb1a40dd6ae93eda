import { isHeading, isRow } from "../languages/table-lines.ts";
import type { SearchableEntry } from "./searchable.ts";
import type { Terms } from "./terms.ts";

export interface QuestionCoverage {
  all: boolean[];
  heading: boolean[];
  sentences: (readonly number[])[];
}

export const nowhere: readonly number[] = [];

export function bySentence({ sentences }: SearchableEntry, { list, total }: Terms, held: QuestionCoverage): number[] {
  const shares = sentences.map(() => 0);
  for (const [place, { weight }] of list.entries())
    for (const at of held.sentences[place] ?? []) shares[at] = (shares[at] ?? 0) + weight / total;
  return shares;
}

export function bestOf(values: readonly number[]): number {
  return values.reduce((best, value, at) => (value > (values[best] ?? 0) ? at : best), 0);
}

/** Words of the title are asked of the whole document, so they choose a sentence only where nothing else does. */
export function focusOf(
  text: SearchableEntry,
  {
    stems,
    runs,
    stemCoverage,
    runCoverage,
  }: { stems: Terms; runs: Terms; stemCoverage: QuestionCoverage; runCoverage: QuestionCoverage },
  shares: readonly number[],
): number | null {
  const stemOwn = bySentence(text, stems, besideHeading(stemCoverage));
  const runOwn = bySentence(text, runs, besideHeading(runCoverage));
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

/** A title is quoted by the row under it that fits best, or by a sentence that fits nearly as well. */
function rowOf(best: number, shares: readonly number[], { sentences }: SearchableEntry): number {
  const isTitle = (at: number) => isHeading(sentences[at]?.plain ?? "") && sentences[at]?.labelStems.length === 0;
  if (!isTitle(best)) return best;
  let row = best;
  for (let at = best + 1; isRow(sentences[at]?.plain ?? ""); at += 1)
    if ((shares[at] ?? 0) > (row === best ? 0 : (shares[row] ?? 0))) row = at;
  if (row !== best || isRow(sentences[best + 1]?.plain ?? "")) return row;
  const told = bestOf(shares.map((share, at) => (isTitle(at) ? 0 : share)));
  return (shares[told] ?? 0) >= NEARLY * (shares[best] ?? 0) ? told : best;
}

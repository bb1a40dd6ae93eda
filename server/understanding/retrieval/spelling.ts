/** One mistake in words of four letters, two in words of eight. `budget` is shared by a question's words. */
export function correctSpelling(
  term: string,
  known: Iterable<Iterable<string | undefined>>,
  budget: SpellingBudget = { looks: mostLooks, comparisons: mostComparisons },
): string | undefined {
  if (term.length < shortest || term.length > longest || !alphabetic.test(term)) return undefined;
  const allowed = term.length >= long ? 2 : 1;
  let best: string | undefined;
  let fewest = allowed + 1;
  for (const terms of known)
    for (const other of terms) {
      budget.looks -= 1;
      if (budget.looks < 0 || budget.comparisons <= 0) return best;
      if (other === undefined || Math.abs(other.length - term.length) > allowed || other.length < shortest) continue;
      // People rarely mistype the first letter.
      if (other[0] !== term[0]) continue;
      budget.comparisons -= 1;
      const edits = editsBetween(term, other, fewest - 1);
      if (edits < fewest) [best, fewest] = [other, edits];
    }
  return best;
}

/** 1,000 pages have some 20,000 terms; a hostile library may have ten times as many, all alike. */
export interface SpellingBudget {
  looks: number;
  comparisons: number;
}

export const mostLooks = 1_000_000;
export const mostComparisons = 10_000;

const shortest = 4;
const long = 8;
const longest = 30;
const alphabetic = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}\p{M}]+$/u;

/** The Damerau-Levenshtein distance of neighbors, given up beyond `most`. */
function editsBetween(one: string, other: string, most: number): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let edits = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      next.push(edits);
      least = Math.min(least, edits);
    }
    if (least > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[other.length] ?? most + 1;
}

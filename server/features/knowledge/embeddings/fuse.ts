/**
 * How much the order below the first places counts. 60 is the value of the paper (Cormack, Clarke, Büttcher: Reciprocal
 * Rank Fusion, 2009), and small changes of it matter little there.
 */
const DAMPING = 60;

/** Joins rankings of the same things into one, by their places alone, since scores of different kinds don't compare. */
export function fuseRankings(rankings: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings)
    for (const [place, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (DAMPING + place + 1));
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
}

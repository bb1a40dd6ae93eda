import type { KnowledgeIndex, PassageText, Query, SourceRanking } from "#server/understanding/retrieval/retrieval.ts";
import { ASK_BACK_FROM } from "#server/understanding/retrieval/scale.ts";

/** The value of the paper (Cormack, Clarke, Büttcher: Reciprocal Rank Fusion, 2009); small changes matter little. */
const DAMPING = 60;

/** By places, since scores of different kinds don't compare. */
export function fuseRankings(rankings: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings)
    for (const [place, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (DAMPING + place + 1));
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
}

/**
 * 'And where do you sleep?' after the food stands alone: what is known without the previous reply then comes first. So does the
 * answer to a question in the diary's own words, which no talk before it hides.
 */
export function weighTwice(index: KnowledgeIndex, query: Query, passages: readonly PassageText[]): SourceRanking {
  const weighed = index.weigh(query, passages);
  const last = query.last ?? [];
  const isHidden = !isTold(weighed) && weighed.ranked.some(({ isDirect }) => isDirect);
  if (!isHidden && !last.some(({ id }) => id === weighed.ranked[0]?.id)) return weighed;
  const alone = index.weigh({ ...query, recentTurns: [], last: [] }, passages);
  if (isHidden && isTold(alone)) return alone;
  const isOther = !last.some(({ id }) => id === alone.ranked[0]?.id);
  return alone.isKnown && isOther && alone.certainty >= SURE_ALONE ? alone : weighed;
}

const isTold = ({ isKnown, ranked }: SourceRanking): boolean => isKnown && ranked[0]?.isDirect === true;

/** Of the 180 follow-ups in the seen half of bench/conversation none is lost; with 0.85 one is, with 0.7 four are. */
const SURE_ALONE = 0.9;

/** `share`: of the best one's probability. */
const claimed = { most: 5, share: 0.2 } as const;
/** `share`: the second's of the first's; `together`: of all. */
const alikeness = { share: 0.7, together: 0.85 } as const;
const SECOND_SHARE = 0.1;

export type RankedSources = SourceRanking["ranked"];

export function worthTelling(ranked: RankedSources): string[] {
  const floor = (ranked[0]?.probability ?? 0) * claimed.share;
  const near = ranked.slice(0, claimed.most).filter(({ probability }) => probability >= floor);
  return near.map(({ id }) => id);
}

/** Chosen on the seen halves of bench/conversation, where each alone keeps 116 of 119 passages with the answer. */
const readFrom = { probability: 0.005, sure: 0.0005 } as const;
const MOST_BY_MEANING = 2;

/** The passage that a search puts far before all others: a paper may say otherwise than the diary, which is sure of itself. */
export function leadingOf([first, second]: readonly { id: string; score: number }[]): string | null {
  return first !== undefined && first.score >= LEAD * (second?.score ?? 0) ? first.id : null;
}

const LEAD = 3;

/**
 * What a language model may read, best first, whether it answers the question or not: the model can tell. `found` and `byMeaning`
 * only order what is likely, but for the nearest by meaning, whose nearness has no common scale, and for the leading passage.
 */
export function worthReading(
  { ranked, certainty }: Pick<SourceRanking, "ranked" | "certainty">,
  {
    found,
    leading = null,
    byMeaning = [],
  }: { found: readonly string[]; leading?: string | null; byMeaning?: readonly string[] },
): string[] {
  const likely = ranked
    .filter(({ probability: share }) => share >= readFrom.probability && share * certainty >= readFrom.sure)
    .map(({ id }) => id);
  const isAsked = certainty > 0 && leading !== null;
  const worth = new Set([...likely, ...(isAsked ? [leading] : []), ...byMeaning.slice(0, MOST_BY_MEANING)]);
  return fuseRankings([ranked.map(({ id }) => id), found, byMeaning]).filter((id) => worth.has(id));
}

export function areAlike([first, second]: RankedSources): boolean {
  if (first === undefined || second === undefined || first.source === second.source) return false;
  return (
    second.probability >= first.probability * alikeness.share &&
    first.probability + second.probability >= alikeness.together
  );
}

/** The best piece, and one of another source that comes near; empty where nothing is likely. */
export function worthAsking({ ranked, certainty, isKnown, isUnanswered }: SourceRanking): string[] {
  const [first] = ranked;
  if (first === undefined || isKnown || certainty < ASK_BACK_FROM) return [];
  if (isUnanswered && first.id === first.source) return [];
  const second = ranked.find(({ source }) => source !== first.source);
  const isNear = second !== undefined && second.probability >= first.probability * SECOND_SHARE;
  return isNear ? [first.id, second.id] : [first.id];
}

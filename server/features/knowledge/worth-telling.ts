import type { SourceRanking } from "#server/understanding/retrieval/retrieval.ts";
import { ASKED_FROM } from "#server/understanding/retrieval/scale.ts";

/** The most pieces that may be claimed, and which part of the best one's probability the others need. */
const claimed = { most: 5, share: 0.2 } as const;
/**
 * Two pieces that fit alike: the second needs this part of the first one's probability, and both together this much of what
 * there is.
 */
const alikeness = { share: 0.7, together: 0.85 } as const;
/** Which part of the first one's probability the second needs, to be named beside it. */
const SECOND_SHARE = 0.1;

export type RankedSources = SourceRanking["ranked"];

/** The best, and what comes near it. */
export function worthTelling(ranked: RankedSources): string[] {
  const floor = (ranked[0]?.probability ?? 0) * claimed.share;
  const near = ranked.slice(0, claimed.most).filter(({ probability }) => probability >= floor);
  return near.map(({ id }) => id);
}

/** Whether the first two are of different sources, fit nearly as well, and leave little to all others. */
export function areAlike([first, second]: RankedSources): boolean {
  if (first === undefined || second === undefined || first.source === second.source) return false;
  return (
    second.probability >= first.probability * alikeness.share &&
    first.probability + second.probability >= alikeness.together
  );
}

/**
 * What a question may mean that nothing answers surely enough to be claimed: the best, and the best of another source where
 * it comes near. Empty where nothing is likely, and where the diary has no answer to just this question: another answer of it is
 * not meant, though a document may be.
 */
export function worthAsking({ ranked, certainty, isKnown, isUnanswered }: SourceRanking): string[] {
  const [first] = ranked;
  if (first === undefined || isKnown || certainty < ASKED_FROM) return [];
  if (isUnanswered && first.id === first.source) return [];
  const second = ranked.find(({ source }) => source !== first.source);
  const isNear = second !== undefined && second.probability >= first.probability * SECOND_SHARE;
  return isNear ? [first.id, second.id] : [first.id];
}

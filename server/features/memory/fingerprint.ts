import { createHmac } from "node:crypto";
import { analyze } from "#server/understanding/retrieval/analyze.ts";
import { withoutSlot } from "#server/understanding/retrieval/memorable.ts";

/** Whose memories of which pet: two stores have nothing in common, not even the digest of a word. */
export interface Store {
  agentId: string;
  /** Null: what holds of the pet itself. */
  userId: string | null;
}

/** Digests of the content words of a text, and of what it is of which one has only one (a home), by which its paraphrases are known again and nobody reads it. */
export function fingerprintOf(secret: string, { agentId, userId }: Store, text: string, language: string): string[] {
  const { slot, rest } = withoutSlot(text, language);
  const terms = new Set([...analyze(rest, language), ...(slot === null ? [] : [`a slot: ${slot}`])]);
  const digest = (term: string) =>
    createHmac("sha256", secret).update(`a remembered word\n${agentId}\n${userId}\n${term}`).digest("hex").slice(0, 16);
  return [...terms].map(digest).sort();
}

/** So many of the words of the shorter one stand in the other. */
const ALIKE = 0.6;

export function areAlike(one: readonly string[], other: readonly string[]): boolean {
  const fewer = Math.min(one.length, other.length);
  if (fewer === 0) return false;
  const known = new Set(other);
  return one.filter((digest) => known.has(digest)).length / fewer >= ALIKE;
}

import type { Turn } from "../chat-turn.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import type { TurnMeaning } from "../turns/turn.ts";

/** The data that the prompt was made from, for an engine that is no language model. */
export interface Scene {
  pet: { name: string; language: string; species?: string | null; birthday?: string | null };
  ownerName: string;
  /** Such as 2026-05-04; left out where the pet's age is not asked for. */
  today?: string;
  question: string;
  /** Earlier turns, oldest first, without the question. */
  turns: readonly Turn[];
  /** What retrieval found for the question, best first; empty where nothing is known. */
  evidence: readonly Evidence[];
  /** What else the diary tells, best related to the evidence first. */
  offers?: readonly Evidence[];
  /** What the turn is; left out where nothing was recognized. */
  heard?: TurnMeaning;
  /** Two pieces of the evidence that fit the question alike, so that the person has to say which is meant. */
  alike?: readonly [Evidence, Evidence] | null;
  /**
   * What the question may mean where the evidence is empty, to ask the person whether it is meant; for a choice that was
   * picked, all that it may stand for.
   */
  maybe?: readonly Evidence[];
  /** Set in an emergency, and where care was answered: the pet says one of these and nothing else; nothing where there are none. */
  gentle?: readonly string[];
}

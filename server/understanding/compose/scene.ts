import type { Turn } from "../chat-turn.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import type { OrderToRemember } from "../retrieval/memorable.ts";
import type { TurnMeaning } from "../turns/turn.ts";

/** What an engine that is no language model replies from. */
export interface Scene {
  pet: { name: string; language: string; species?: string | null; birthday?: string | null; diedOn?: string | null };
  ownerName: string;
  /** Such as 2026-05-04; left out where the pet's age is not asked for. */
  today?: string;
  /** Where the person is; the time zone is null where that is not known. */
  moment?: { now: Date; timeZone: string | null };
  question: string;
  /** Oldest first, without the question. */
  turns: readonly Turn[];
  /** Best first; empty where nothing is known. */
  evidence: readonly Evidence[];
  /** The rest of the diary, best related to the evidence first. */
  offers?: readonly Evidence[];
  /** False where the owner is not told what the pet could not answer: it is about the world, or nothing of this talk is kept. */
  isForOwner?: boolean;
  /** Nothing of this talk is kept, nor shown to anybody else. */
  isPassing?: boolean;
  /** Left out where nothing was recognized. */
  meaning?: TurnMeaning;
  order?: OrderToRemember | null;
  /** Two pieces that fit equally, so that the person has to choose. */
  alike?: readonly [Evidence, Evidence] | null;
  /** Pieces to ask the person about where the evidence is empty. */
  maybe?: readonly Evidence[];
  /** In an emergency or after an answer about care the pet says one of these and nothing else. */
  gentle?: readonly string[];
}

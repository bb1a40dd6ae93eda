import type { Choice } from "#shared/api/chat.ts";
import { type TurnKind, turnKinds } from "../languages/turn-kinds.ts";

/** What is told apart by more than the examples of a language. */
const otherActs = ["whatAnimal", "birthday", "emoji", "silence"] as const;
/** What a turn of the person is, by what is meant and not by the words. */
export type Act = Exclude<TurnKind, "care"> | (typeof otherActs)[number];
export const acts: readonly Act[] = [...turnKinds.filter((kind) => kind !== "care"), ...otherActs];

/** What was understood of the person's turn. */
export interface TurnMeaning {
  act: Act;
  /** From 0 to 1. */
  certainty: number;
  /** Whether the turn tells something and asks nothing; left out where that is unknown. */
  isTold?: boolean;
  /** What the person told of themselves, in this turn or an earlier one of the chat. */
  told: { name: string | null; age: number | null };
  /** The one of the choices offered before that this turn picks. */
  picked: Choice | null;
  /** Whether the pet is the animal that it is asked to be; null or left out where none is named. */
  isThatAnimal?: boolean | null;
  /**
   * Whom the person has mourned, in this turn or an earlier one of the chat. To be called only where it changes what is said, for
   * it reads the earlier turns again.
   */
  mourned?: () => MourningSubject;
}

/** The pet, which has died, or somebody else. */
export type MourningSubject = "pet" | "other" | null;

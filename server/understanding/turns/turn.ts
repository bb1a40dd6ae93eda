import type { Choice } from "#shared/api/chat.ts";
import type { HardQuestion } from "../languages/in-memory-schema.ts";
import { type TurnKind, turnKinds } from "../languages/turn-kinds.ts";

const otherActs = [
  "whatAnimal",
  "birthday",
  "day",
  "time",
  "readers",
  "cost",
  "leaving",
  "emoji",
  "silence",
  "toldWrong",
] as const;
export type Act = Exclude<TurnKind, "care"> | (typeof otherActs)[number];
export const acts: readonly Act[] = [...turnKinds.filter((kind) => kind !== "care"), ...otherActs];

export interface TurnMeaning {
  act: Act;
  certainty: number;
  isTelling?: boolean;
  /** From this turn or an earlier one of the chat. */
  speaker: { name: string | null; age: number | null };
  picked: Choice | null;
  /** Null or left out where no animal is named. */
  isThatAnimal?: boolean | null;
  /** Of a pet that has died: what is asked that only the living can be. */
  hardQuestion?: HardQuestion | null;
  /** A function because it reads the earlier turns again. */
  mourned?: () => MourningSubject;
}

export type MourningSubject = "pet" | "other" | null;

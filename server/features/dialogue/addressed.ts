import type { Language } from "../../languages/languages.ts";
import type { Guess } from "../../languages/text-classifier.ts";
import type { TurnKind } from "../../languages/turn-kinds.ts";
import { isTelling, speaksOf } from "./telling.ts";

/**
 * What is still meant, by whom the message speaks of: "My gran died" mourns somebody else than the pet, "How old are you?"
 * does not ask for the person's age, "I had pizza" does not ask the pet back.
 */
export function withoutMisaddressed(
  guesses: readonly Guess<TurnKind>[],
  message: string,
  language: Language,
): Guess<TurnKind>[] {
  const { you, me } = language.questions;
  const ofPet = speaksOf(message, you);
  const isNotOfPet = !ofPet && you.leftOut === "never";
  const impossible = new Set<TurnKind>([
    ...(isNotOfPet && isTelling(message, language) ? (["andYou"] as const) : []),
    ...(ofPet && !speaksOf(message, me) ? (["rememberAge"] as const) : []),
  ]);
  const left = guesses.filter(({ label }) => !impossible.has(label));
  return isNotOfPet ? mourningAnother(left) : left;
}

/** Grief for the pet counts as grief for somebody else. */
function mourningAnother(guesses: readonly Guess<TurnKind>[]): Guess<TurnKind>[] {
  const chanceOf = (kind: TurnKind) => guesses.find(({ label }) => label === kind)?.probability ?? 0;
  const griefForOther = chanceOf("griefForMe") + chanceOf("griefForOther");
  return guesses
    .filter(({ label }) => label !== "griefForMe" && label !== "griefForOther")
    .concat(griefForOther > 0 ? [{ label: "griefForOther", probability: griefForOther }] : [])
    .toSorted((first, second) => second.probability - first.probability);
}

import { animalNames } from "../../languages/animals.ts";
import type { Language } from "../../languages/languages.ts";
import type { Guess } from "../../languages/text-classifier.ts";
import { plainWords } from "../../languages/text-features.ts";
import type { TurnKind } from "../../languages/turn-kinds.ts";
import { isTelling, speaksOf } from "./telling.ts";

/**
 * What is still meant, by whom the message speaks of: "My gran died" mourns somebody else than the pet, "How old are you?"
 * does not ask for the person's age, "I had pizza" does not ask the pet back, and "you scratch your ear" tells of no illness of
 * one's own.
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
  const ill = illIn(message, language, ofPet);
  const meant =
    ill === null ? left : moved(left, ill === "pet" ? "ownIllness" : "unwell", ill === "pet" ? "unwell" : "ownIllness");
  return isNotOfPet ? moved(meant, "griefForMe", "griefForOther") : meant;
}

/** Who may be ill in a message that speaks of the pet or of the person alone; null where it may be either, or another animal. */
function illIn(message: string, language: Language, ofPet: boolean): "pet" | "person" | null {
  const ofPerson = speaksOf(message, language.questions.me);
  if (ofPet !== ofPerson) return ofPet ? "pet" : namesAnimal(message, language) ? null : "person";
  return null;
}

const namesAnimal = (message: string, language: Language): boolean => {
  const names = animalNames(language);
  return plainWords(message).some((word) => names.has(word));
};

/** Counts one kind as another. */
function moved(guesses: readonly Guess<TurnKind>[], from: TurnKind, to: TurnKind): Guess<TurnKind>[] {
  const chanceOf = (kind: TurnKind) => guesses.find(({ label }) => label === kind)?.probability ?? 0;
  const probability = chanceOf(from) + chanceOf(to);
  return guesses
    .filter(({ label }) => label !== from && label !== to)
    .concat(probability > 0 ? [{ label: to, probability }] : [])
    .toSorted((first, second) => second.probability - first.probability);
}

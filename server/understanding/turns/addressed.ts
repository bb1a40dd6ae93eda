import { animalNames } from "../languages/animals.ts";
import type { Language } from "../languages/languages.ts";
import type { Guess } from "../languages/text-classifier.ts";
import { plainWords } from "../languages/text-features.ts";
import type { TurnKind } from "../languages/turn-kinds.ts";
import { isTelling, speaksOf } from "./telling.ts";

/** "My gran died" mourns somebody else than the pet, and "I had pizza" does not ask back. */
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
  const illness = illnessIn(message, language, ofPet);
  const meant = illness === null ? left : moved(left, otherIllness[illness], illness);
  return isNotOfPet ? moved(meant, "griefForMe", "griefForOther") : meant;
}

const otherIllness = { unwell: "ownIllness", ownIllness: "unwell" } as const;

function illnessIn(message: string, language: Language, ofPet: boolean): keyof typeof otherIllness | null {
  if (ofPet === speaksOf(message, language.questions.me)) return null;
  if (ofPet) return "unwell";
  return namesAnimal(message, language) ? null : "ownIllness";
}

const namesAnimal = (message: string, language: Language): boolean => {
  const names = animalNames(language);
  return plainWords(message).some((word) => names.has(word));
};

function moved(guesses: readonly Guess<TurnKind>[], from: TurnKind, to: TurnKind): Guess<TurnKind>[] {
  const chanceOf = (kind: TurnKind) => guesses.find(({ label }) => label === kind)?.probability ?? 0;
  const probability = chanceOf(from) + chanceOf(to);
  return guesses
    .filter(({ label }) => label !== from && label !== to)
    .concat(probability > 0 ? [{ label: to, probability }] : [])
    .toSorted((first, second) => second.probability - first.probability);
}

import type { Language } from "../languages/languages.ts";
import type { EmergencyKind } from "../languages/schema.ts";
import { MOST_TRIALS, matchesIn } from "./patterns.ts";
import { comparedForm } from "./plain.ts";
import { recognizeEmergency } from "./recognize.ts";

export interface Help {
  readonly kind: EmergencyKind;
  /** One paragraph, in the language of the message; null where the danger is only possible, and the pet asks first. */
  readonly text: string | null;
  /** What the pet itself may say, one of these: a gentle sentence after the text, or a question in place of it. */
  readonly petSays: readonly string[];
}

/** The help that a message must be met with; null where it tells of no emergency. `locale`: the pet's, such as `en-US`. */
export function helpFor(message: string, locale: string): Help | null {
  const emergency = recognizeEmergency(message, locale);
  if (emergency === null) return null;
  const { kind, certainty, language } = emergency;
  const { help, petSays, petAsks } = language.emergency;
  if (certainty === "possible") return { kind, text: null, petSays: petAsks[kind] };
  const region = locale.split("-")[1] ?? "";
  return { kind, text: help[kind][region] ?? help[kind].other, petSays: [petSays[kind]] };
}

/** Whether a text in this language tells of the past, of a story, or of what did not happen. */
export const isNotOfNow = (text: string, language: Language): boolean =>
  matchesIn(comparedForm(text), { left: MOST_TRIALS }).some(
    (match) => match.language === language && (match.group === "notNow" || match.group === "stories"),
  );

/** Who is in danger, for a prompt. */
export const inDanger = { person: "a person", vet: "a pet" } as const satisfies Record<EmergencyKind, string>;

const gentleQuestions = {
  person: "whether they are safe, and whether somebody is with them",
  vet: "whether the animal is all right, and to call a vet now if in doubt",
} as const satisfies Record<EmergencyKind, string>;

/** What a prompt says of a danger that is only possible: the model knows the whole chat, and decides. */
export const aboutPossibleDanger = (kind: EmergencyKind): string =>
  [
    `What is said may mean that ${inDanger[kind]} is in danger. That is only a guess: judge by all that was said whether it is so.`,
    `If it may be so, this goes before how you speak otherwise: no joke, no wit, no story, no cheer. In one or two short sentences take it seriously and ask gently ${gentleQuestions[kind]}. Give no medical advice, no telephone numbers and no promises. If it is plainly harmless, reply as ever and don't mention this.`,
  ].join("\n");

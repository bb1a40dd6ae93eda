import type { Choice } from "#shared/api/chat.ts";
import { type Language, languageFor, languages } from "../languages/languages.ts";
import type { EmergencyKind } from "../languages/schema.ts";
import { languageByStopWords } from "./language-by-stop-words.ts";
import { type Match, MOST_TRIALS, matchesIn } from "./patterns.ts";
import { comparedForm } from "./plain.ts";
import { recognizeEmergency } from "./recognize.ts";

export interface Help {
  readonly kind: EmergencyKind;
  /** `possible`: the pet asks first. `denied`: it asked, and all is well. */
  readonly certainty: "certain" | "possible" | "denied";
  /** One paragraph, in the language of the message; null where the danger is not certain. */
  readonly text: string | null;
  /** What the pet itself may say, one of these: a gentle sentence after the text, or in place of it. */
  readonly petSays: readonly string[];
  /** Buttons under its question. */
  readonly choices: readonly Choice[];
}

/** The help that a message must be met with; null where it tells of no emergency. `locale`: the pet's, such as `en-US`. */
export function helpFor(message: string, locale: string): Help | null {
  const emergency = recognizeEmergency(message, locale);
  if (emergency === null) return null;
  const { kind, certainty, language } = emergency;
  if (certainty === "certain") return certainHelp(kind, language, locale);
  const { petAsks, choices } = language.emergency;
  const offered = [choices[kind].help, choices[kind].fine].map((label) => ({ label, question: label }));
  return { kind, certainty, text: null, petSays: petAsks[kind], choices: offered };
}

/** What follows when the pet has asked whether there is danger, and a button or its words answer; else null. */
export function helpAfterAsking(message: string, offered: readonly Choice[], locale: string): Help | null {
  const asked = askedIn(offered);
  if (asked === null) return null;
  const { kind, language } = asked;
  const { choices, petRelieved } = language.emergency;
  const said = comparedForm(message.trim());
  if (said === comparedForm(choices[kind].help)) return certainHelp(kind, language, locale);
  if (said !== comparedForm(choices[kind].fine)) return null;
  return { kind, certainty: "denied", text: null, petSays: [petRelieved[kind]], choices: [] };
}

/** Whether these are the buttons under a question about danger. */
export const areAboutDanger = (offered: readonly Choice[]): boolean => askedIn(offered) !== null;

function askedIn(offered: readonly Choice[]): { kind: EmergencyKind; language: Language } | null {
  const isOffered = (label: string) => offered.some((choice) => choice.label === label);
  for (const language of offered.length === 0 ? [] : languages)
    for (const kind of ["person", "vet"] as const)
      if (isOffered(language.emergency.choices[kind].help) && isOffered(language.emergency.choices[kind].fine))
        return { kind, language };
  return null;
}

/** The help for a danger that a language model saw in a message. */
export function helpOf(kind: EmergencyKind, message: string, locale: string): Help | null {
  const own = languageFor(locale) ?? languages[0];
  return own === undefined ? null : certainHelp(kind, languageByStopWords(message, own), locale);
}

function certainHelp(kind: EmergencyKind, { emergency }: Language, locale: string): Help {
  const { help, petSays } = emergency;
  const region = locale.split("-")[1] ?? "";
  const text = help[kind][region] ?? help[kind].other;
  return { kind, certainty: "certain", text, petSays: [petSays[kind]], choices: [] };
}

/** Whether a text in this language tells of the past, of a story, or of what did not happen. */
export const isNotOfNow = (text: string, language: Language): boolean => holds(text, language, ["notNow", "stories"]);

/** Whether a text in this language tells of a story, a film or a game. */
export const isOfStory = (text: string, language: Language): boolean => holds(text, language, ["stories"]);

const holds = (text: string, language: Language, groups: readonly Match["group"][]): boolean =>
  matchesIn(comparedForm(text), { left: MOST_TRIALS }).some(
    (match) => match.language === language && groups.includes(match.group),
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
    `If it may be so, this goes before how you speak otherwise: no joke, no wit, no story, no cheer. In one or two short sentences take it seriously and ask gently ${gentleQuestions[kind]}. Give no medical advice, no telephone numbers and no promises. If it is so, begin with [[help:${kind}]]. If it is plainly harmless, reply as ever and don't mention this.`,
  ].join("\n");

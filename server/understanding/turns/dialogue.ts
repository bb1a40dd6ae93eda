import type { Choice } from "#shared/api/chat.ts";
import type { Scene } from "../compose/scene.ts";
import { type Language, languageFor } from "../languages/languages.ts";
import type { TurnKind } from "../languages/turn-kinds.ts";
import { withoutName } from "../languages/without-name.ts";
import { withoutMisaddressed } from "./addressed.ts";
import { isAskedOfPerson } from "./asked-of-person.ts";
import { decide } from "./decide.ts";
import { languageByKnownWords } from "./language-by-known-words.ts";
import { isMash } from "./mash.ts";
import { mournedIn } from "./mourning.ts";
import { ownFactIn } from "./own-facts.ts";
import { offeredIn, pickedChoice, picksNone, saidChoice } from "./picked.ts";
import { isTelling, isToldOfPerson } from "./telling.ts";
import { toldIn } from "./told.ts";
import type { Act, MourningSubject, TurnMeaning } from "./turn.ts";
import { withoutSalutation } from "./turn-classifier.ts";
import { understandText } from "./understand-text.ts";
import { wordlessAct } from "./wordless-act.ts";

type Said = Pick<Scene, "pet" | "question" | "turns" | "evidence">;

/**
 * Makes of a guess's probability how often it is right: of the guesses at 0.15, 0.25, 0.35 and 0.45, 64, 78, 91 and 96 % are,
 * in the half of the conversation sets that may be seen; messages that nobody has seen are guessed a little worse.
 */
const CERTAINTY_EXPONENT = 0.25;

/**
 * What the person's turn is. Pure: the same scene is always understood in the same way.
 * @param picked what `pickIn` found in it
 */
export function understandTurn(
  { pet, question, turns, evidence }: Said,
  picked: TurnMeaning["picked"] = null,
): TurnMeaning {
  const { said, language } = read({ question, pet });
  const told = toldIn(question, turns, {
    petName: pet.name,
    language,
    isAboutPerson: (text) => aboutPerson.has(kindOf(text, language)),
  });
  const certain =
    (isDeclined({ pet, question, turns }) ? "no" : null) ??
    wordlessAct(question) ??
    (hasWords(said) ? null : "greeting") ??
    (isMash(said, language) ? "nonsense" : null);
  const understand = (text: string) => withoutMisaddressed(understandText(text, language), text, language);
  if (certain !== null)
    return { act: certain, certainty: 1, told, picked, mourned: once(() => mournedIn(said, turns, understand)) };
  const guesses = understand(said);
  const understandOther = (text: string) => (text === said ? guesses : understand(text));
  const heard = { told, picked, mourned: once(() => mournedIn(said, turns, understandOther)) };
  const ownFact = guesses[0]?.label === "insult" ? null : ownFactIn(said, pet, language);
  if (ownFact !== null) return { certainty: 1, ...heard, ...ownFact };
  const isTold = isTelling(said, language);
  const { label, probability } = decide(guesses, {
    ...{ question: said, isTelling: isTold, isOfPerson: isToldOfPerson(said, language), evidence },
    isAnswer: isAskedOfPerson(turns, petLanguage(pet) ?? language),
  });
  return { act: actOf(label), certainty: probability ** CERTAINTY_EXPONENT, isTold, ...heard };
}

/** One reply may ask several times. */
function once(read: () => MourningSubject): () => MourningSubject {
  let known: MourningSubject | undefined;
  return () => {
    known = known === undefined ? read() : known;
    return known;
  };
}

/** What the turn picks of the choices that the reply before offered; its question is then what is asked. */
export function pickIn({ pet, question, turns }: Pick<Scene, "pet" | "question" | "turns">): Choice | null {
  const choices = choicesIn({ pet, turns });
  if (choices.length === 0 || isDeclined({ pet, question, turns })) return null;
  // With the pet's name, which may stand in the owner's questions.
  const whole = saidChoice(question, choices);
  if (whole !== undefined) return whole;
  const { said, language } = read({ question, pet });
  const kind = kindOf(said, language);
  const isYes = kind === "yes" || (kind === "ok" && choices.length === 1);
  return pickedChoice(said, choices, { language, isYes });
}

/** What the person says, beside whom they speak to and greet, and in which language. Whoever only calls the pet, greets. */
function read({ question, pet }: Pick<Scene, "pet" | "question">): { said: string; language: Language } {
  const unnamed = withoutName(question, pet.name);
  const language = languageByKnownWords(unnamed, pet.language);
  return { said: withoutSalutation(unnamed, language), language };
}

const aboutPerson: ReadonlySet<TurnKind | undefined> = new Set(["aboutMe", "greeting"] as const);

const kindOf = (text: string, language: Language): TurnKind | undefined => understandText(text, language)[0]?.label;

/** The pet asked in its own language, whatever the answer is in. */
const petLanguage = (pet: Said["pet"]): Language | undefined => languageFor(pet.language) ?? languageFor("en");

function choicesIn({ pet, turns }: Pick<Said, "pet" | "turns">): readonly Choice[] {
  const language = petLanguage(pet);
  return language === undefined ? [] : offeredIn(turns, language);
}

/** Whether the person says that none of the choices is meant. */
function isDeclined({ pet, question, turns }: Pick<Said, "pet" | "question" | "turns">): boolean {
  if (choicesIn({ pet, turns }).length === 0) return false;
  const said = withoutName(question, pet.name);
  const language = petLanguage(pet);
  return (
    (language !== undefined && picksNone(said, language)) || picksNone(said, languageByKnownWords(said, pet.language))
  );
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** `care`, whether an animal may have something, is told apart by its words only; here it is a question. */
const actOf = (kind: TurnKind): Act => (kind === "care" ? "question" : kind);

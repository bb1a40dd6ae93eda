import type { Choice } from "#shared/api/chat.ts";
import type { Turn } from "../chat-turn.ts";
import type { Scene } from "../compose/scene.ts";
import { isRejection } from "../interview/hear-answer.ts";
import { type Language, languageFor } from "../languages/languages.ts";
import type { Guess } from "../languages/text-classifier.ts";
import { withoutName } from "../languages/text-features.ts";
import type { TurnKind } from "../languages/turn-kinds.ts";
import { isWordedQuestion } from "../retrieval/question-bank.ts";
import { withoutMisaddressed } from "./addressed.ts";
import { decide } from "./decide.ts";
import { hardQuestionIn } from "./hard-questions.ts";
import { languageByKnownWords } from "./language-by-known-words.ts";
import { ownFactIn } from "./own-facts.ts";
import { offeredIn, pickedChoice, picksNone, saidChoice } from "./picked.ts";
import { isTelling, isToldOfPerson } from "./telling.ts";
import { speakerFactsIn } from "./told.ts";
import type { Act, MourningSubject, TurnMeaning } from "./turn.ts";
import { isMash, withoutSalutation } from "./turn-classifier.ts";
import { understandText } from "./understand-text.ts";
import { wordlessAct } from "./wordless-act.ts";

type TurnInput = Pick<Scene, "pet" | "question" | "turns" | "evidence">;

/** Of guesses at 0.15, 0.25, 0.35 and 0.45, 64, 78, 91 and 96 % were right in the seen half of the sets. */
const CERTAINTY_EXPONENT = 0.25;

/** @param picked what `pickIn` found in it */
export function understandTurn(
  { pet, question, turns, evidence }: TurnInput,
  picked: TurnMeaning["picked"] = null,
): TurnMeaning {
  const { message, language } = read({ question, pet });
  const speaker = speakerFactsIn(question, turns, {
    petName: pet.name,
    language,
    isAboutPerson: (text) => aboutPerson.has(kindOf(text, language)),
  });
  const certain =
    (isDeclined({ pet, question, turns }) ? "no" : null) ??
    (saysToldWrong(message, turns, language) ? "toldWrong" : null) ??
    wordlessAct(question) ??
    (hasWords(message) ? null : "greeting") ??
    (isMash(message, language) ? "nonsense" : null);
  const understand = (text: string) => withoutMisaddressed(understandText(text, language), text, language);
  if (certain !== null)
    return { act: certain, certainty: 1, speaker, picked, mourned: once(() => mournedIn(message, turns, understand)) };
  const guesses = understand(message);
  const understandOther = (text: string) => (text === message ? guesses : understand(text));
  const context = {
    ...{ speaker, picked, mourned: once(() => mournedIn(message, turns, understandOther)) },
    hardQuestion: pet.diedOn ? hardQuestionIn(message, language) : null,
  };
  const ownFact = guesses[0]?.label === "insult" ? null : ownFactIn(message, pet, language);
  if (ownFact !== null) return { certainty: 1, ...context, ...ownFact };
  const isTellingTurn = isTelling(message, language);
  const { label, probability } = decide(guesses, {
    ...{ question: message, isTelling: isTellingTurn, isOfPerson: isToldOfPerson(message, language), evidence },
    isAnswer: hasAskedPerson(turns, petLanguage(pet) ?? language),
  });
  return { act: actOf(label), certainty: probability ** CERTAINTY_EXPONENT, isTelling: isTellingTurn, ...context };
}

/** 'That was wrong', of a reply that told something. */
function saysToldWrong(message: string, turns: readonly Turn[], { code }: Language): boolean {
  const last = turns.at(-1);
  return last?.role === "assistant" && (last.sources ?? []).length > 0 && isRejection(message, code);
}

function once(read: () => MourningSubject): () => MourningSubject {
  let subject: MourningSubject | undefined;
  return () => {
    subject = subject === undefined ? read() : subject;
    return subject;
  };
}

export function pickIn({ pet, question, turns }: Pick<Scene, "pet" | "question" | "turns">): Choice | null {
  const choices = choicesIn({ pet, turns });
  if (choices.length === 0 || isDeclined({ pet, question, turns })) return null;
  // The pet's name may stand in the owner's questions.
  const whole = saidChoice(question, choices);
  if (whole !== undefined) return whole;
  if (isWordedQuestion(withoutName(question, pet.name), pet.language)) return null;
  const { message, language } = read({ question, pet });
  const kind = kindOf(message, language);
  const isYes = kind === "yes" || (kind === "ok" && choices.length === 1);
  return pickedChoice(message, choices, { language, isYes });
}

/** Without the name and the greeting, unless the message is nothing else. */
function read({ question, pet }: Pick<Scene, "pet" | "question">): { message: string; language: Language } {
  const withoutPet = withoutName(question, pet.name);
  const language = languageByKnownWords(withoutPet, pet.language);
  return { message: withoutSalutation(withoutPet, language), language };
}

const aboutPerson: ReadonlySet<TurnKind | undefined> = new Set(["aboutMe", "greeting"] as const);

const kindOf = (text: string, language: Language): TurnKind | undefined => understandText(text, language)[0]?.label;

const petLanguage = (pet: TurnInput["pet"]): Language | undefined => languageFor(pet.language) ?? languageFor("en");

function choicesIn({ pet, turns }: Pick<TurnInput, "pet" | "turns">): readonly Choice[] {
  const language = petLanguage(pet);
  return language === undefined ? [] : offeredIn(turns, language);
}

function isDeclined({ pet, question, turns }: Pick<TurnInput, "pet" | "question" | "turns">): boolean {
  if (choicesIn({ pet, turns }).length === 0) return false;
  const message = withoutName(question, pet.name);
  const language = petLanguage(pet);
  return (
    (language !== undefined && picksNone(message, language)) ||
    picksNone(message, languageByKnownWords(message, pet.language))
  );
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** `care` is decided by its words alone; here it is a question. */
const actOf = (kind: TurnKind): Act => (kind === "care" ? "question" : kind);

const mourningRead = { turns: 8, characters: 150 } as const;
const SURELY_MOURNS = 0.5;

/** Reads the last turns too: grief goes on. */
function mournedIn(
  message: string,
  turns: readonly Turn[],
  understand: (text: string) => readonly Guess<TurnKind>[],
): MourningSubject {
  const earlier = turns.flatMap(({ role, content }) => (role === "user" ? [content] : [])).slice(-mourningRead.turns);
  const mourned = [message, ...earlier].map((written) =>
    mournedBy(understand(written.slice(0, mourningRead.characters))),
  );
  return mourned.find((whom) => whom === "pet") ?? mourned.find((whom) => whom === "other") ?? null;
}

function mournedBy(guesses: readonly Guess<TurnKind>[]): MourningSubject {
  const [likeliest] = guesses.filter(({ label }) => label !== "missed");
  const missed = guesses.find(({ label }) => label === "missed")?.probability ?? 0;
  if (likeliest?.label === "griefForMe") return likeliest.probability + missed >= SURELY_MOURNS ? "pet" : null;
  return likeliest?.label === "griefForOther" && likeliest.probability >= SURELY_MOURNS ? "other" : null;
}

const askingLists = [
  ...["telling", "joy", "sad", "lonely", "griefForMe", "griefForOther", "missed", "fear", "anger", "guilt"],
  ...["feelingUnsure"],
  ...["illness", "ownIllness", "comingHome", "howAreYou", "andYou"],
] as const;

export function hasAskedPerson(turns: readonly Turn[], { phrases }: Language): boolean {
  const last = turns.at(-1);
  if (last?.role !== "assistant" || !/[?？؟]$/u.test(last.content)) return false;
  return askingLists.some((list) => phrases[list].some(({ say }) => !say.includes("{") && last.content.endsWith(say)));
}

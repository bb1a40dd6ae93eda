import type { Guess } from "../languages/text-classifier.ts";
import { plainWords } from "../languages/text-features.ts";
import { hurtingKinds, isQuestionKind, type TurnKind } from "../languages/turn-kinds.ts";
import type { Evidence } from "../retrieval/evidence.ts";

const feelings: ReadonlySet<TurnKind> = new Set([...hurtingKinds, "joy", "loveTold"] as const);

const smallTalk: ReadonlySet<TurnKind> = new Set([
  ...["greeting", "farewell", "thanks", "compliment", "insult", "jokeWanted", "aboutMe"],
  ...["comingHome", "goodNight", "closenessWanted", "playWanted"],
] as const satisfies TurnKind[]);

/** Fitted on the examples and on the half of the conversation sets that may be seen. */
const limits = {
  question: 0.65,
  feeling: 0.2,
  smallTalk: 0.25,
  anything: 0.15,
  /** Teasing and tales of the day sound like an illness too. */
  unwell: 0.25,
  guessed: 0.4,
  beside: 0.2,
  asked: 0.06,
  told: 0.3,
} as const;

interface Message {
  question: string;
  isTelling: boolean;
  isOfPerson?: boolean;
  isAnswer?: boolean;
  evidence: readonly Evidence[];
}

export function decide(all: readonly Guess<TurnKind>[], message: Message): Guess<TurnKind> {
  const guesses = all.filter(({ label, probability }) => label !== "unwell" || probability >= limits.unwell);
  const [likeliest] = guesses;
  if (likeliest === undefined || isWordedAs(message)) return { label: "question", probability: 1 };
  // 'I had pizza' asks nothing of a pet that likes pizza.
  const isNoQuestion = message.isAnswer === true || chanceOfQuestion(guesses) < limits.asked;
  const isOnlyTold = message.isOfPerson === true || (message.isTelling && isNoQuestion);
  const isKnown = message.evidence.length > 0 && !isOnlyTold;
  const best = byKind(likeliest, guesses, isKnown);
  if (isKnown)
    return best.label === "telling" && best.probability < limits.told ? { ...best, label: "question" } : best;
  const least = feelings.has(best.label) ? limits.anything : limits.told;
  const isOpen = isQuestionKind(best.label) || best.probability < least;
  return message.isTelling && isOpen ? { ...best, label: "telling" } : best;
}

function byKind(best: Guess<TurnKind>, guesses: readonly Guess<TurnKind>[], isKnown: boolean): Guess<TurnKind> {
  if (!isQuestionKind(best.label)) return isKnown && mayAsk(best, guesses) ? { ...best, label: "question" } : best;
  if (best.probability >= limits.question || isKnown) return best;
  const feeling = guesses.find(({ label }) => feelings.has(label));
  if (feeling !== undefined && feeling.probability >= limits.feeling) return feeling;
  const chat = guesses.find(({ label }) => smallTalk.has(label));
  return chat !== undefined && chat.probability >= limits.smallTalk ? chat : best;
}

function mayAsk({ label, probability }: Guess<TurnKind>, guesses: readonly Guess<TurnKind>[]): boolean {
  // Whose illness it is may be unsure where it is sure that it is one.
  const sure = label === "unwell" ? probability + chanceOf("ownIllness", guesses) : probability;
  const isUnsure = sure < limits.guessed && chanceOfQuestion(guesses) >= probability * limits.beside;
  return label !== "telling" && (isUnsure || probability < limits.anything);
}

const chanceOf = (kind: TurnKind, guesses: readonly Guess<TurnKind>[]): number =>
  guesses.find(({ label }) => label === kind)?.probability ?? 0;

const chanceOfQuestion = (guesses: readonly Guess<TurnKind>[]): number =>
  guesses.find(({ label }) => isQuestionKind(label))?.probability ?? 0;

/** 'What is my name?' as a diary question is asked about the pet. */
function isWordedAs({ evidence, question }: Message): boolean {
  const wording = plainWords(question.slice(0, 300)).join(" ");
  return (
    wording !== "" && evidence.some(({ kind, about }) => kind === "diary" && plainWords(about).join(" ") === wording)
  );
}

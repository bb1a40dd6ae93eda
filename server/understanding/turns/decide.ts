import type { Guess } from "../languages/text-classifier.ts";
import { plainWords } from "../languages/text-features.ts";
import { hurtingKinds, isQuestionKind, type TurnKind } from "../languages/turn-kinds.ts";
import type { Evidence } from "../retrieval/evidence.ts";

const feelings: ReadonlySet<TurnKind> = new Set([...hurtingKinds, "joy", "loveTold"] as const);

/** What may be told in the form of a question; the other small talk asks for something. */
const smallTalk: ReadonlySet<TurnKind> = new Set([
  ...["greeting", "farewell", "thanks", "compliment", "insult", "jokeWanted", "aboutMe"],
  ...["comingHome", "goodNight", "closenessWanted", "playWanted"],
] as const satisfies TurnKind[]);

/** Fitted on the examples and on the half of the conversation sets that may be seen. */
const limits = {
  /** Below it, a question may as well be a feeling told as a question. */
  question: 0.65,
  /** From it on, the likeliest feeling is taken for one beside such a question. */
  feeling: 0.2,
  /** From it on, the likeliest small talk is, where nothing is known for the question. */
  smallTalk: 0.25,
  /** Below it nothing was recognized. */
  anything: 0.15,
  /** Below it nobody is sent to a vet: teasing and what is told of a day sound like an illness too. */
  unwell: 0.25,
  /** Below it, what may as well be a question is one where something is known for it: from this part of the likeliest on. */
  guessed: 0.4,
  beside: 0.2,
  /** Below it, what tells something and asks nothing is no question, whatever is known for its words. */
  asked: 0.06,
  /** Below it, small talk that was guessed in what tells something and asks nothing is no more than that. */
  told: 0.3,
} as const;

interface Said {
  question: string;
  /** Whether the message tells something and asks nothing, and whether it tells of the person alone. */
  isTelling: boolean;
  isOfPerson?: boolean;
  /** Whether the pet has just asked the person something. */
  isAnswer?: boolean;
  /** What is known for it. */
  evidence: readonly Evidence[];
}

/** What a message is, from what it may mean, whether it only tells something, and what is known for it. */
export function decide(all: readonly Guess<TurnKind>[], said: Said): Guess<TurnKind> {
  const guesses = all.filter(({ label, probability }) => label !== "unwell" || probability >= limits.unwell);
  const [likeliest] = guesses;
  if (likeliest === undefined || isWordedAs(said)) return { label: "question", probability: 1 };
  // 'I had pizza' asks nothing of a pet that likes pizza.
  const isNoQuestion = said.isAnswer === true || chanceOfQuestion(guesses) < limits.asked;
  const isOnlyTold = said.isOfPerson === true || (said.isTelling && isNoQuestion);
  const isKnown = said.evidence.length > 0 && !isOnlyTold;
  const best = byKind(likeliest, guesses, isKnown);
  // What else fits an entry so well that it counts as known is worth its answer.
  if (isKnown)
    return best.label === "telling" && best.probability < limits.told ? { ...best, label: "question" } : best;
  const least = feelings.has(best.label) ? limits.anything : limits.told;
  const isOpen = isQuestionKind(best.label) || best.probability < least;
  return said.isTelling && isOpen ? { ...best, label: "telling" } : best;
}

function byKind(best: Guess<TurnKind>, guesses: readonly Guess<TurnKind>[], isKnown: boolean): Guess<TurnKind> {
  if (!isQuestionKind(best.label)) return isKnown && mayAsk(best, guesses) ? { ...best, label: "question" } : best;
  if (best.probability >= limits.question || isKnown) return best;
  const feeling = guesses.find(({ label }) => feelings.has(label));
  if (feeling !== undefined && feeling.probability >= limits.feeling) return feeling;
  const chat = guesses.find(({ label }) => smallTalk.has(label));
  return chat !== undefined && chat.probability >= limits.smallTalk ? chat : best;
}

/** Whether a message that was taken for something else may as well be a question. */
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

/** Whether the message is a question of the diary, word for word: 'What is my name?' is then asked about the pet. */
function isWordedAs({ evidence, question }: Said): boolean {
  const said = plainWords(question.slice(0, 300)).join(" ");
  return said !== "" && evidence.some(({ kind, about }) => kind === "diary" && plainWords(about).join(" ") === said);
}

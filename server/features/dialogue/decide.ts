import type { TurnKind } from "../../languages/schema.ts";
import type { Guess } from "../../languages/text-classifier.ts";
import { plainWords } from "../../languages/text-features.ts";
import type { Evidence } from "../../providers/llm/llm.ts";

const feelings: ReadonlySet<TurnKind> = new Set([
  ...["sad", "lonely", "griefForMe", "griefForOther", "joy", "fear", "anger", "guilt", "illness"],
  "loveTold",
] as const satisfies TurnKind[]);

/** What may be told in the form of a question; the other small talk asks for something. */
const smallTalk: ReadonlySet<TurnKind> = new Set([
  ...["greeting", "farewell", "thanks", "compliment", "insult", "jokeWanted", "aboutMe"],
] as const satisfies TurnKind[]);

/** Fitted on the examples and on the half of the conversation sets that may be seen. */
const limits = {
  /** Below it, a question may as well be a feeling told as a question. */
  question: 0.65,
  /** From it on, the likeliest feeling is taken for one beside such a question. */
  feeling: 0.2,
  /** From it on, the likeliest small talk is, where nothing is known for the question. */
  smallTalk: 0.25,
  /** Below it nothing was recognized: a question where something is known for it. */
  anything: 0.15,
  /** Below it, small talk that was guessed in what tells something and asks nothing is no more than that. */
  told: 0.3,
} as const;

/** What a message is, from what it may mean, whether it only tells something, and what is known for it. */
export function decide(
  guesses: readonly Guess<TurnKind>[],
  { question, isTelling, evidence }: { question: string; isTelling: boolean; evidence: readonly Evidence[] },
): Guess<TurnKind> {
  const best = byKind(guesses, question, evidence);
  // What fits an entry so well that it counts as known is worth its answer, even where nothing was asked.
  if (evidence.length > 0) return best.label === "telling" ? { ...best, label: "question" } : best;
  const least = feelings.has(best.label) ? limits.anything : limits.told;
  const isOpen = isQuestion(best.label) || best.probability < least;
  return isTelling && isOpen ? { ...best, label: "telling" } : best;
}

function byKind(guesses: readonly Guess<TurnKind>[], question: string, evidence: readonly Evidence[]): Guess<TurnKind> {
  const [best] = guesses;
  if (best === undefined || isWordedAs(evidence, question)) return { label: "question", probability: 1 };
  if (isQuestion(best.label)) {
    const feeling = guesses.find(({ label }) => feelings.has(label));
    if (best.probability >= limits.question) return best;
    if (feeling !== undefined && feeling.probability >= limits.feeling) return feeling;
    const chat = guesses.find(({ label }) => smallTalk.has(label));
    return evidence.length === 0 && chat !== undefined && chat.probability >= limits.smallTalk ? chat : best;
  }
  return best.probability < limits.anything && evidence.length > 0
    ? { label: "question", probability: best.probability }
    : best;
}

const isQuestion = (kind: TurnKind): boolean => kind === "question" || kind === "care";

/** Whether the message is a question of the diary, word for word: 'What is my name?' is then asked about the pet. */
function isWordedAs(evidence: readonly Evidence[], question: string): boolean {
  const said = plainWords(question.slice(0, 300)).join(" ");
  return said !== "" && evidence.some(({ kind, about }) => kind === "diary" && plainWords(about).join(" ") === said);
}

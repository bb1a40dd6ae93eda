import type { Language } from "../languages/languages.ts";
import type { Guess } from "../languages/text-classifier.ts";
import { headAndTail, plainWords } from "../languages/text-features.ts";
import { hurtingKinds, isQuestionKind, type TurnKind } from "../languages/turn-kinds.ts";
import { guessKinds, wordedAs } from "./turn-classifier.ts";

const hurting: ReadonlySet<TurnKind> = new Set(hurtingKinds);
/** 'I had lasagna, and you?' */
const atTheEnd: ReadonlySet<TurnKind> = new Set(["andYou", "loveAsked"] as const satisfies TurnKind[]);
const sureSentence = 0.5;
const sentenceWeight = 0.7;
const mostSentences = 12;
const clause = { sure: 0.7, unsure: 0.6 } as const;
const longestClause = 3;

/** Likeliest first. In a longer message a sad sentence decides before a question, a question before everything else. */
export function understandText(message: string, language: Language): Guess<TurnKind>[] {
  const text = headAndTail(message);
  const worded = wordedAs(text, language);
  const whole = guessKinds(text, language, worded);
  if (worded !== null) return whole;
  const parts = sentencesOf(text);
  const sentences = parts.map((sentence) => guessKinds(sentence, language));
  const together = sentences.length < 2 ? whole : average(whole, sentences);
  const sure = sentences.flatMap(([first]) =>
    first !== undefined && first.probability >= sureSentence ? [first] : [],
  );
  const deciding =
    sentences.length < 2 ? undefined : (decidingOf(sure) ?? smallTalkAtTheEnd(parts, sentences, language));
  if (deciding !== undefined) return preferred(deciding, together);
  const end = lastClauseOf(text);
  const ending = end === null ? undefined : guessKinds(end, language)[0];
  return ending !== undefined && atTheEnd.has(ending.label) && ending.probability >= clause.sure && isOpen(together)
    ? preferred(ending, together)
    : together;
}

/** 'We've never met. Who are you?' */
function smallTalkAtTheEnd(
  parts: readonly string[],
  sentences: readonly (readonly Guess<TurnKind>[])[],
  language: Language,
): Guess<TurnKind> | undefined {
  return wordedAs(parts.at(-1) ?? "", language) === null ? undefined : sentences.at(-1)?.[0];
}

function decidingOf(sure: readonly Guess<TurnKind>[]): Guess<TurnKind> | undefined {
  const feelings = sure.filter(({ label }) => hurting.has(label));
  const [strongest] = feelings.toSorted((first, second) => second.probability - first.probability);
  return strongest ?? sure.find(({ label }) => isQuestionKind(label));
}

const isOpen = ([best]: readonly Guess<TurnKind>[]): boolean =>
  best === undefined || isQuestionKind(best.label) || best.probability < clause.unsure;

const preferred = (guess: Guess<TurnKind>, others: readonly Guess<TurnKind>[]): Guess<TurnKind>[] => [
  guess,
  ...others.filter(({ label }) => label !== guess.label),
];

function sentencesOf(text: string): string[] {
  const parts = text.split(/(?<=[.!?…。！？؟।\n])(?![.!?…。！？؟।\n])/u).filter((part) => /\p{L}/u.test(part));
  const half = mostSentences / 2;
  return parts.length <= mostSentences ? parts : [...parts.slice(0, half), ...parts.slice(-half)];
}

function lastClauseOf(text: string): string | null {
  const cut = /[.!…。！,，、،;\n]\s*([^.!…。！,，、،;\n]+)$/u.exec(text)?.[1];
  return cut === undefined || plainWords(cut).length > longestClause ? null : cut;
}

function average(
  whole: readonly Guess<TurnKind>[],
  sentences: readonly (readonly Guess<TurnKind>[])[],
): Guess<TurnKind>[] {
  const sums = new Map<TurnKind, number>();
  const all = 1 + sentences.length * sentenceWeight;
  for (const { label, probability } of whole) sums.set(label, probability / all);
  for (const { label, probability } of sentences.flat())
    sums.set(label, (sums.get(label) ?? 0) + (probability * sentenceWeight) / all);
  return [...sums]
    .map(([label, probability]) => ({ label, probability }))
    .sort((first, second) => second.probability - first.probability);
}

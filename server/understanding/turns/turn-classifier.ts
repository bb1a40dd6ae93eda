import { type AskingForm, formReader, unspacedScript } from "../languages/asking.ts";
import { type Language, oncePerLanguage } from "../languages/languages.ts";
import { LearnedData } from "../languages/learned-data.ts";
import type { TurnWords } from "../languages/schema.ts";
import { type Guess, type LearnedTexts, TextClassifier } from "../languages/text-classifier.ts";
import { headAndTail, plainWords, textFeatures } from "../languages/text-features.ts";
import { isQuestionKind, type TurnKind } from "../languages/turn-kinds.ts";
import { examplesIn } from "./examples.ts";
import { type SalutationReader, salutationReader } from "./salutation.ts";
import { examplesByWording, type WordingReader, wordingReader } from "./wordings.ts";

/** Kinds said in few words; 'why do you bark at cats?' is more than 'why?'. */
const closed: ReadonlySet<TurnKind> = new Set([
  ...["why", "more", "andYou", "rememberName", "rememberAge", "yes", "no", "ok", "laugh"],
] as const satisfies TurnKind[]);
/** The probability shrinks by this for each word that the examples lack. */
const perOtherWord = { spaced: 0.25, character: 0.5 } as const;
const mostOtherWords = 4;
const withoutAnyWord = 0.2;
/** 'to you all' is still part of a greeting. */
const LONGEST_GREETING = 2;
const SAYS_MORE = 0.3;
const WORDED = 0.95;

interface TurnReader extends LearnedTurns {
  classifier: TextClassifier<TurnKind>;
  form: (text: string) => AskingForm;
  wording: WordingReader;
  salutation: SalutationReader;
  stopWords: ReadonlySet<string>;
}

interface LearnedTurns {
  asking: TurnWords["asking"];
  wordings: TurnWords["wordings"];
  kinds: LearnedTexts<TurnKind>;
  forms: ReadonlyMap<TurnKind, ReadonlyMap<AskingForm, number>>;
  words: ReadonlyMap<TurnKind, ReadonlySet<string>>;
  known: ReadonlyMap<string, TurnKind>;
}

export const learnedTurns = new LearnedData("turns", import.meta.url, (language): LearnedTurns => {
  const { asking, wordings } = language.readTurns();
  const examples = [...examplesIn(language)];
  const form = formReader(asking);
  const byKind = <Read>(read: (texts: readonly string[]) => Read) =>
    new Map(examples.map(([kind, texts]) => [kind, read(texts)]));
  return {
    ...{ asking, wordings },
    kinds: TextClassifier.learn(byKind((texts) => texts.map(textFeatures))),
    forms: byKind((texts) => shares(texts.map(form))),
    words: byKind((texts) => new Set(texts.flatMap(piecesOf))),
    known: examplesByWording(new Map(examples), language),
  };
});

const turnReaderOf = oncePerLanguage((language): TurnReader => {
  const turns = learnedTurns.read(language);
  return {
    ...turns,
    classifier: new TextClassifier(turns.kinds),
    form: formReader(turns.asking),
    stopWords: new Set(language.questions.stopWords.flatMap(piecesOf)),
    wording: wordingReader(turns.wordings, turns.known, language),
    salutation: salutationReader(turns.wordings, language),
  };
});

export function guessKinds(
  text: string,
  language: Language,
  wordedKind: TurnKind | null = wordedAs(text, language),
): Guess<TurnKind>[] {
  const { classifier, form, forms, words, stopWords } = turnReaderOf(language);
  const textForm = form(text);
  const pieces = piecesOf(text);
  const telling = pieces.filter((piece) => !stopWords.has(piece));
  const weighed = classifier.guess(textFeatures(text)).map(({ label, probability }) => {
    const cached = words.get(label) ?? new Set();
    const fit = closed.has(label) ? otherWords(pieces, cached) : isQuestionKind(label) ? 1 : anyWord(telling, cached);
    return { label, probability: probability * (forms.get(label)?.get(textForm) ?? 0) * fit };
  });
  const sum = weighed.reduce((total, { probability }) => total + probability, 0) || 1;
  return weighed
    .map(({ label, probability }) => ({ label, probability: probability / sum }))
    .map((guess) => (wordedKind === null ? guess : { ...guess, probability: shareOf(guess, wordedKind) }))
    .sort((first, second) => second.probability - first.probability);
}

export const wordedAs = (text: string, language: Language): TurnKind | null => turnReaderOf(language).wording(text);

export function withoutSalutation(text: string, language: Language): string {
  const rest = turnReaderOf(language).salutation(text);
  if (rest === text || saysMore(rest, language)) return rest;
  return guessKinds(text, language)[0]?.label === "greeting" ? text : rest;
}

function saysMore(rest: string, language: Language): boolean {
  if (wordedAs(rest, language) !== null) return true;
  const form = formOf(rest, language);
  if (form === "asked" || form === "worded") return true;
  const [best] = guessKinds(rest, language);
  const isOpen = best === undefined || isQuestionKind(best.label) || best.label === "telling";
  return !isOpen && best.probability >= SAYS_MORE && piecesOf(rest).length > LONGEST_GREETING;
}

const shareOf = ({ label, probability }: Guess<TurnKind>, wordedKind: TurnKind): number =>
  label === wordedKind ? WORDED + (1 - WORDED) * probability : (1 - WORDED) * probability;

export const formOf = (text: string, language: Language): AskingForm => turnReaderOf(language).form(text);

export function familiarity(features: readonly string[], language: Language): number {
  const { classifier } = turnReaderOf(language);
  return features.filter((feature) => classifier.knows(feature)).length / Math.max(1, features.length);
}

const MOST_MASHED_WORDS = 6;
/** Misspelled words and names share more of their three-letter runs with the examples than random keys do. */
const leastLetters = 0.45;

const alphabeticWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}\p{M}]{4,}$/u;

/** Keys pressed at random. */
export function isMash(message: string, language: Language): boolean {
  const text = headAndTail(message);
  const words = plainWords(text);
  if (words.length > MOST_MASHED_WORDS || !words.some((word) => alphabeticWord.test(word)) || !language.writing.spaced)
    return false;
  const runs = [...textFeatures(text).keys()].filter((feature) => /^~.{3}$/u.test(feature));
  return familiarity(words, language) === 0 && familiarity(runs, language) < leastLetters;
}

function shares(seen: readonly AskingForm[]): Map<AskingForm, number> {
  const all = ["asked", "marked", "worded", "told"] as const satisfies AskingForm[];
  return new Map(
    all.map((form) => [form, (seen.filter((each) => each === form).length + 1) / (seen.length + all.length)]),
  );
}

const piecesOf = (text: string): string[] =>
  plainWords(text).flatMap((word) => (unspacedScript.test(word) ? [...word] : [word]));

const anyWord = (telling: readonly string[], known: ReadonlySet<string>): number =>
  telling.length > 0 && !telling.some((piece) => known.has(piece)) ? withoutAnyWord : 1;

function otherWords(pieces: readonly string[], known: ReadonlySet<string>): number {
  const others = pieces.filter((piece) => !known.has(piece)).slice(0, mostOtherWords);
  return others.reduce(
    (left, piece) => left * (unspacedScript.test(piece) ? perOtherWord.character : perOtherWord.spaced),
    1,
  );
}

import { type Language, oncePerLanguage } from "../languages/languages.ts";
import { LearnedData } from "../languages/learned-data.ts";
import type { TurnWords } from "../languages/schema.ts";
import { type Guess, type LearnedTexts, TextClassifier } from "../languages/text-classifier.ts";
import { plainWords, textFeatures } from "../languages/text-features.ts";
import { isQuestionKind, type TurnKind } from "../languages/turn-kinds.ts";
import { examplesIn } from "./examples.ts";
import { type Form, formReader } from "./form.ts";
import { type SalutationReader, salutationReader } from "./salutation.ts";
import { examplesByWording, type WordingReader, wordingReader } from "./wordings.ts";

/** Kinds that are said in few words: what holds other words is something else ('why do you bark at cats?'). */
const closed: ReadonlySet<TurnKind> = new Set([
  ...["why", "more", "andYou", "rememberName", "rememberAge", "yes", "no", "ok", "laugh"],
] as const satisfies TurnKind[]);
/** What is left of the probability of such a kind for each word that none of its examples holds. */
const perOtherWord = { spaced: 0.25, character: 0.5 } as const;
const mostOtherWords = 4;
/** What is left of the probability of any other kind but a question where its examples hold none of the words that tell something. */
const withoutAnyWord = 0.2;
/** In words, or characters of scripts without spaces: so much more may still be a part of a greeting ('to you all'). */
const LONGEST_GREETING = 2;
/** How sure it has to be what else is said. */
const SAYS_MORE = 0.3;
/** What a message is that is worded as small talk is. */
const WORDED = 0.95;

interface TurnReader extends LearnedTurns {
  classifier: TextClassifier<TurnKind>;
  form: (text: string) => Form;
  wording: WordingReader;
  salutation: SalutationReader;
  /** Words that tell nothing. */
  stopWords: ReadonlySet<string>;
}

interface LearnedTurns {
  asking: TurnWords["asking"];
  wordings: TurnWords["wordings"];
  kinds: LearnedTexts<TurnKind>;
  /** How likely each form is for a kind. */
  forms: ReadonlyMap<TurnKind, ReadonlyMap<Form, number>>;
  /** The words, or the characters of scripts without spaces, in the examples of a kind. */
  words: ReadonlyMap<TurnKind, ReadonlySet<string>>;
  /** What is an example word for word. */
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

/** What a text may mean, likeliest first, by the examples of a language and what it is `worded` as. */
export function guessKinds(
  text: string,
  language: Language,
  worded: TurnKind | null = wordedAs(text, language),
): Guess<TurnKind>[] {
  const { classifier, form, forms, words, stopWords } = turnReaderOf(language);
  const said = form(text);
  const pieces = piecesOf(text);
  const telling = pieces.filter((piece) => !stopWords.has(piece));
  const weighed = classifier.guess(textFeatures(text)).map(({ label, probability }) => {
    const known = words.get(label) ?? new Set();
    const fit = closed.has(label) ? otherWords(pieces, known) : isQuestionKind(label) ? 1 : anyWord(telling, known);
    return { label, probability: probability * (forms.get(label)?.get(said) ?? 0) * fit };
  });
  const sum = weighed.reduce((total, { probability }) => total + probability, 0) || 1;
  return weighed
    .map(({ label, probability }) => ({ label, probability: probability / sum }))
    .map((guess) => (worded === null ? guess : { ...guess, probability: shareOf(guess, worded) }))
    .sort((first, second) => second.probability - first.probability);
}

/** What a message is by its wording alone; null where it has none of small talk. */
export const wordedAs = (text: string, language: Language): TurnKind | null => turnReaderOf(language).wording(text);

/** What a message says after the greeting and the names that it begins with; all of it where that greets and no more. */
export function withoutSalutation(text: string, language: Language): string {
  const rest = turnReaderOf(language).salutation(text);
  if (rest === text || saysMore(rest, language)) return rest;
  return guessKinds(text, language)[0]?.label === "greeting" ? text : rest;
}

/** Whether what follows a greeting is more than a part of it, such as 'the sun is up already'. */
function saysMore(rest: string, language: Language): boolean {
  if (wordedAs(rest, language) !== null) return true;
  const form = formOf(rest, language);
  if (form === "asked" || form === "worded") return true;
  const [best] = guessKinds(rest, language);
  const isOpen = best === undefined || isQuestionKind(best.label) || best.label === "telling";
  return !isOpen && best.probability >= SAYS_MORE && piecesOf(rest).length > LONGEST_GREETING;
}

/** Of the probability, where the message has a wording of some kind. */
const shareOf = ({ label, probability }: Guess<TurnKind>, worded: TurnKind): number =>
  label === worded ? WORDED + (1 - WORDED) * probability : (1 - WORDED) * probability;

/** Whether a text asks, by the words and phrases of a language that ask. */
export const formOf = (text: string, language: Language): Form => turnReaderOf(language).form(text);

/** How much of some features of texts stands in the examples of a language. */
export function familiarity(features: readonly string[], language: Language): number {
  const { classifier } = turnReaderOf(language);
  return features.filter((feature) => classifier.knows(feature)).length / Math.max(1, features.length);
}

/** How often each form occurs, as if each had been seen once more. */
function shares(seen: readonly Form[]): Map<Form, number> {
  const all = ["asked", "marked", "worded", "told"] as const satisfies Form[];
  return new Map(
    all.map((form) => [form, (seen.filter((each) => each === form).length + 1) / (seen.length + all.length)]),
  );
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;

const piecesOf = (text: string): string[] =>
  plainWords(text).flatMap((word) => (unspaced.test(word) ? [...word] : [word]));

/** A kind is unlikely where nothing of what is said occurs in it, but for words that occur everywhere. */
const anyWord = (telling: readonly string[], known: ReadonlySet<string>): number =>
  telling.length > 0 && !telling.some((piece) => known.has(piece)) ? withoutAnyWord : 1;

function otherWords(pieces: readonly string[], known: ReadonlySet<string>): number {
  const others = pieces.filter((piece) => !known.has(piece)).slice(0, mostOtherWords);
  return others.reduce(
    (left, piece) => left * (unspaced.test(piece) ? perOtherWord.character : perOtherWord.spaced),
    1,
  );
}

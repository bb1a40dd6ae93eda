import { type Language, languageFor, languageOf, languages } from "../languages/languages.ts";
import type { EmergencyKind } from "../languages/schema.ts";
import type { Chances } from "./danger-classifier.ts";
import { chancesIn } from "./examples.ts";
import { languageByStopWords } from "./language-by-stop-words.ts";
import { type Effort, type Match, MOST_TRIALS, matchesIn } from "./patterns.ts";
import { comparedForm } from "./plain.ts";
import { holdsSlip } from "./slips.ts";

export interface Emergency {
  readonly kind: EmergencyKind;
  /** Certain where it is said plainly, possible where it is only guessed. */
  readonly certainty: "certain" | "possible";
  /** The language of the message. */
  readonly language: Language;
}

interface Sentence {
  readonly text: string;
  readonly holdsSaying: boolean;
  /** By language how many letters tell of an animal in danger: kept, because a slip of the keys is looked for slowly. */
  readonly dangers: Map<Language, number>;
  /** The longest match of each group of patterns, by language; those within a saying ('I could die laughing') are left out. */
  readonly letters: (group: Match["group"], language: Language) => number;
}

const sentenceEnd = /[.!?…。！？؟।\n]+/u;
const questionEnd = /[?？؟]/u;
const kana = /[\u3041-\u3096]/;

/** Chances by the examples; chosen with the figures of both halves of bench/conversation in view. */
const enough = {
  /** That somebody is in danger, where no pattern matches. */
  danger: 0.65,
  /** The same, where a pattern does match, but in a saying, a denial or talk of the past. */
  dangerAfterAll: 0.9,
  /** That it is a person, where a pattern tells of an animal. */
  person: 0.8,
  /** That nobody is, where a pattern tells of an animal. A pattern that tells of a person is always believed. */
  none: 0.85,
} as const;

/**
 * The emergency that a message tells of, or null. The patterns know what is said plainly, the examples what can
 * only be guessed from it. A person's danger comes before an animal's. People may write in any language
 * of the catalogue; the pet's own (`en` of `en-US`) is taken where the words fit two languages equally well.
 */
export function recognizeEmergency(message: string, locale: string): Emergency | null {
  const read = byPatterns(message, locale);
  const { said, isTakenBack } = read;
  if (said !== null) return said.kind === "person" ? said : secondLook(message, said, read);
  const guess = byExamples(message, locale);
  if (guess === null) return null;
  const { chances, language } = guess;
  if (chances.none > 1 - (isTakenBack ? enough.dangerAfterAll : enough.danger)) return null;
  return { kind: chances.vet > chances.person ? "vet" : "person", certainty: "possible", language };
}

/** The emergency that is said plainly: by the patterns alone, without the examples. */
export const plainEmergency = (message: string, locale: string): Emergency | null => byPatterns(message, locale).said;

/** What the patterns tell of a message. */
interface ByPatterns {
  said: Emergency | null;
  /** Whether the examples may doubt it: neither a person's danger nor a phrase of the table. */
  isOpenToDoubt: boolean;
  /** Whether some of it was in a saying, a denial, a story or talk of the past. */
  isTakenBack: boolean;
}

/** By the examples of the patterns' language. Those of another know no word of the message, and take it for harmless. */
function secondLook(message: string, said: Emergency, { isOpenToDoubt }: ByPatterns): Emergency {
  const { language } = said;
  const chances = chancesIn(language, message);
  if (chances.person > enough.person) return { ...said, kind: "person" };
  return isOpenToDoubt && chances.none > enough.none ? { ...said, certainty: "possible" } : said;
}

/** By the examples of the pet's language and of the one that the message seems to be in: what sounds more of danger. */
function byExamples(message: string, locale: string): { chances: Chances; language: Language } | null {
  const guesses = languagesToAsk(message, locale).map((language) => ({
    chances: chancesIn(language, message),
    language,
  }));
  return guesses.sort((first, second) => first.chances.none - second.chances.none)[0] ?? null;
}

function languagesToAsk(message: string, locale: string): Language[] {
  const own = languageFor(locale) ?? languages[0];
  return own === undefined ? [] : [...new Set([own, languageByStopWords(message, own)])];
}

function byPatterns(message: string, locale: string): ByPatterns {
  const text = comparedForm(message);
  const order = inOrder(locale, text);
  const effort = { left: MOST_TRIALS };
  const sentences = sentencesOf(text).flatMap((sentence) => read(sentence, effort) ?? []);
  // Of its own language each: Spanish 'ja' laughs, Portuguese 'já' does not.
  const laughing = new Set(
    order.filter((language) => sentences.some(({ letters }) => letters("laughs", language) > 0)),
  );
  const isTakenBack = sentences.some((sentence) => sentence.holdsSaying || isDenied(sentence, order));
  const isStory = order.slice(0, 1).some((own) => sentences.some(({ letters }) => letters("stories", own) > 0));
  for (const kind of ["person", "vet"] as const)
    for (const sentence of sentences) {
      const language = kind === "person" ? tellsOfPerson(sentence, order, laughing) : tellsOfAnimal(sentence, order);
      if (language === null) continue;
      const inTable = sentence.letters("animals", language) + sentence.letters("medical", language);
      const isOpenToDoubt = kind === "vet" && inTable === 0;
      return { said: { kind, certainty: "certain", language }, isOpenToDoubt, isTakenBack };
    }
  for (const pair of isTakenBack ? [] : pairsIn(text)) {
    const sentence = read(pair, effort);
    const language = sentence === null ? null : tellsOfPerson(sentence, order, laughing);
    if (language === null) continue;
    return { said: { kind: "person", certainty: "certain", language }, isOpenToDoubt: false, isTakenBack };
  }
  return { said: null, isOpenToDoubt: false, isTakenBack: isTakenBack || isStory };
}

const sentencesOf = (text: string): string[] => text.split(sentenceEnd).filter((sentence) => sentence.trim() !== "");

/** Each sentence with the next, unless it asks: of 'I can't go on. The pills are on the table.' neither half says it alone. */
const pairsIn = (text: string): string[] =>
  text.split(questionEnd).flatMap((part) => {
    const sentences = sentencesOf(part).map((sentence) => sentence.trim());
    return sentences.slice(1).map((sentence, place) => `${sentences[place]} ${sentence}`);
  });

function read(text: string, effort: Effort): Sentence | null {
  const matches = matchesIn(text, effort);
  if (matches.length === 0) return null;
  const isSaying = sayingsIn(matches, text.length);
  const longest = new Map<string, number>();
  for (const { group, language, start, end } of matches) {
    if (isSaying.subarray(start, end).includes(1)) continue;
    const key = `${group} ${language.code}`;
    longest.set(key, Math.max(longest.get(key) ?? 0, end - start));
  }
  const holdsSaying = isSaying.includes(1);
  return {
    text,
    holdsSaying,
    dangers: new Map(),
    letters: (group, language) => longest.get(`${group} ${language.code}`) ?? 0,
  };
}

/** 1 for each letter that belongs to a saying. One that begins within another is none. */
function sayingsIn(matches: readonly Match[], length: number): Uint8Array {
  const isSaying = new Uint8Array(length);
  const sayings = matches.filter(({ group }) => group === "figurative");
  for (const { start, end } of sayings.sort((first, second) => first.start - second.start || second.end - first.end))
    if (isSaying[start] === 0) isSaying.fill(1, start, end);
  return isSaying;
}

/**
 * What a story or a game tells of others is no danger, nor what somebody laughs about, nor an illness that is over. What is
 * as well said of an animal is taken to be of one.
 */
function tellsOfPerson(
  sentence: Sentence,
  order: readonly Language[],
  laughing: ReadonlySet<Language>,
): Language | null {
  const { letters } = sentence;
  const ofAnimal = isDenied(sentence, order) ? 0 : Math.max(...order.map((each) => lengthOfDanger(sentence, each)));
  return clearest(order, (language) => {
    // Of its own language only: French 'il filme' is no film.
    const holds = (group: Match["group"]) => letters(group, language) > 0;
    const isStory = holds("stories");
    const isFun = isStory || laughing.has(language);
    const groups = [
      "person",
      ...(isStory ? [] : ["others" as const]),
      ...(isFun ? [] : ["violence" as const]),
    ] as const;
    // Also in the pet's own language: Portuguese finds the 'infarto' of a Spanish sentence, and not that it was in 2010.
    const isOver = order.slice(0, 1).some((own) => letters("over", own) > 0) || holds("over");
    const illness = isFun || isOver ? 0 : letters("medical", language);
    return Math.max(illness > ofAnimal ? illness : 0, ...groups.map((group) => letters(group, language)));
  });
}

function tellsOfAnimal(sentence: Sentence, order: readonly Language[]): Language | null {
  return isDenied(sentence, order) ? null : clearest(order, (language) => lengthOfDanger(sentence, language));
}

/** A sentence that in one language is about the past or a denial counts as no emergency in similar languages either. */
function isDenied(sentence: Sentence, order: readonly Language[]): boolean {
  return order.some((language) => lengthOfDanger(sentence, language) > 0 && sentence.letters("notNow", language) > 0);
}

function lengthOfDanger(sentence: Sentence, language: Language): number {
  const known = sentence.dangers.get(language);
  if (known !== undefined) return known;
  const { letters } = sentence;
  const length = Math.max(
    letters("vet", language),
    letters("animals", language),
    lengthOfPoisoning(sentence, language),
  );
  sentence.dangers.set(language, length);
  return length;
}

function lengthOfPoisoning({ text, letters }: Sentence, language: Language): number {
  const eating = letters("eaten", language);
  if (eating === 0) return 0;
  const poison = letters("poisons", language);
  if (poison > 0) return eating + poison;
  return holdsSlip(text, poisonWordsOf(language)) ? eating : 0;
}

/** The language in which the most letters match: French 'me suicider' contains a word that also matches in English. */
function clearest(order: readonly Language[], understood: (language: Language) => number): Language | null {
  let best: Language | null = null;
  let most = 0;
  for (const language of order) {
    const letters = understood(language);
    if (letters <= most) continue;
    most = letters;
    best = language;
  }
  return best;
}

/** The pet's language first. A text with kana is not Chinese. */
function inOrder(locale: string, text: string): Language[] {
  const own = languageOf(locale);
  return languages
    .filter(({ writing }) => writing.script !== "Chinese" || !kana.test(text))
    .sort((first, second) => Number(second.code === own) - Number(first.code === own));
}

const poisonWords = new Map<Language, string[]>();

/** The poisons that are a single word each; 'my (pills|tablets)' has none. */
function poisonWordsOf(language: Language): string[] {
  const known = poisonWords.get(language);
  if (known !== undefined) return known;
  const { wholeWords, poisons } = language.emergency;
  const single = poisons.filter((pattern) => wholeWords && /^(?:[^ (…]+|\([^()]+\))$/u.test(pattern));
  const choices = single.flatMap((pattern) => comparedForm(pattern).split("|"));
  const words = choices.map((choice) => choice.replace(/[()*?]/g, "")).filter((choice) => !choice.includes(" "));
  poisonWords.set(language, words);
  return words;
}

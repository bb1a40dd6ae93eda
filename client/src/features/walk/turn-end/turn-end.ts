import type { TurnText } from "@/domain/voice/microphone.ts";
import endings from "./endings.json" with { type: "json" };

/** Silences, in milliseconds, that end a turn. */
export const TURN_END_MS = {
  /** After a whole question in a text that may still change. */
  finished: 350,
  /** After a statement, which often only leads to the question: as a rule no longer than this. */
  statement: 1000,
  /** After a statement that tells of some time, or a sentence of which only the clause before it was said. */
  leadsOn: 1500,
  /** After a word that is never the last one, such as 'and' or 'the': the longest that is waited for the next. */
  goesOn: 1800,
} as const;

/** How much longer than the person's own setting a statement is waited after. */
const STATEMENT_MORE_MS = 300;
/** For how long a text has to be unchanged before its end counts as what was said last; settled text does not change. */
const STABLE_MS = 200;
/**
 * A recognizer needs so long with its text after the end. Who waits for it to settle instead has it as soon, and sooner where it
 * closes the phrase by itself, half a second and this after the last word.
 */
const SETTLING_MS = 150;
const PHRASE_MS = 500;
/** Fewer words are as a rule the beginning of more, or only call, as the pet's name does. */
const FEWEST_WORDS = { whole: 3, question: 4 };
/** A clause has a verb of its own among its first words: 'if you are'. */
const OWN_WORDS = 3;
/** Letters that stand for a word in languages without spaces. */
const LETTERS_PER_WORD = 2;

interface SpokenText extends TurnText {
  /** BCP 47, such as `en-US`. */
  language: string;
}

export interface Patience {
  /** The silence that ends a turn whose words don't tell whether it is over. */
  pauseMs: number;
  /** The shortest silence after a whole question; it grows with a person who was cut off. */
  finishedMs: number;
}

/**
 * `finished`: a whole question. `likely`: it may be one, which the recognizer's punctuation is to tell. `leads on`: most likely
 * the question is still to come. `goes on`: more words are.
 */
type Ending = "finished" | "likely" | "statement" | "leads on" | "goes on" | "unknown";

/** The length of the silence, in milliseconds, that ends a turn, by what was said and by whom. */
export function turnEndMs(spoken: SpokenText, { pauseMs, finishedMs }: Patience): number {
  const stableMs = spoken.isSettled ? 0 : spoken.changedAtMs + STABLE_MS;
  switch (endingOf(spoken)) {
    case "finished":
      return Math.max(finishedMs, spoken.isSettled ? 0 : Math.min(pauseMs, Math.max(TURN_END_MS.finished, stableMs)));
    case "likely":
      return Math.min(statementMs(pauseMs), Math.max(finishedMs, settledBy(pauseMs), stableMs));
    case "statement":
      return statementMs(pauseMs);
    case "leads on":
      return Math.max(pauseMs, TURN_END_MS.leadsOn);
    case "goes on":
      return Math.max(pauseMs, TURN_END_MS.goesOn);
    case "unknown":
      return spoken.isComing === true ? statementMs(pauseMs) : pauseMs;
  }
}

/** The silence after which a statement ends a turn. */
export const statementMs = (pauseMs: number): number =>
  Math.max(pauseMs, Math.min(pauseMs + STATEMENT_MORE_MS, TURN_END_MS.statement));

/** For so long a text may settle that would else be asked for after the person's own pause. */
const settledBy = (pauseMs: number): number => (pauseMs < PHRASE_MS ? pauseMs : pauseMs + SETTLING_MS);

export function endingOf({ text, language, isSettled }: Omit<SpokenText, "changedAtMs">): Ending {
  const words = wordsOf(language);
  const said = text.trim().toLowerCase();
  const bare = said.replace(/[\p{P}\p{S}]+$/u, "");
  if (bare === "") return "unknown";
  const hasQuestionMark = /[?？؟]$/u.test(said);
  if (words === undefined) return hasQuestionMark ? "finished" : "statement";
  const last = lastSentence(said);
  const count = countOf(last, words.isSpaced);
  if (isUnfinished(said, bare, words) && (count > 1 || !hasQuestionMark)) return "goes on";
  if (opensOnly(last, words)) return "leads on";
  if (hasQuestionMark) return count < FEWEST_WORDS.whole ? "likely" : "finished";
  const isQuestion = beginsAsQuestion(last, words);
  if (lengthOf(bare, words.mayEnd, words.isSpaced) > 0) return isQuestion ? "statement" : "goes on";
  if (lengthOf(bare, words.asksLast, words.isSpaced) > 0) return isSettled ? "finished" : "likely";
  // A question that was closed without its mark is the beginning of one.
  if (isQuestion && count < FEWEST_WORDS.question) return isSettled ? "leads on" : "statement";
  if (isQuestion) return isSettled ? "statement" : "likely";
  return setsUp(last, words) ? "leads on" : wholeOrNot(bare, words, isSettled);
}

/** A verb or a particle that ends a sentence ends a question as well, until its punctuation tells. */
const wholeOrNot = (bare: string, words: LanguageWords, isSettled: boolean): Ending =>
  !isSettled && lengthOf(bare, words.finished, words.isSpaced) > 0 ? "likely" : "statement";

/** Whether it ends in a comma, or in a word that more follow. A longer ending that is none, as in Chinese, counts more. */
function isUnfinished(said: string, bare: string, words: LanguageWords): boolean {
  if (/(?:[,，、،;:：—–-]|\.\.\.?|…)$/u.test(said) || endsInPair(bare, words.pairs)) return true;
  const whole = Math.max(...[words.finished, words.asksLast].map((set) => lengthOf(bare, set, words.isSpaced)));
  return lengthOf(bare, words.goesOn, words.isSpaced) > whole;
}

interface LanguageWords {
  /** Whether spaces part the words: not in Chinese and Japanese. */
  isSpaced: boolean;
  /** Words after which a person goes on: conjunctions, articles, prepositions, fillers. */
  goesOn: ReadonlySet<string>;
  /** Two words that are never the last ones, though the second may be: 'because she', 'who is'. The first, and the second. */
  pairs: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[];
  /** Words that a statement goes on after, but that may be the last of a question: 'Who do you play with'. */
  mayEnd: ReadonlySet<string>;
  /** Words of a statement that tells of some time, and so most likely leads to a question: 'Yesterday we went to the lake'. */
  setsUp: ReadonlySet<string>;
  /** First words of a clause that is never the whole sentence: 'If you could fly'. */
  opens: ReadonlySet<string>;
  /** Words that end a sentence, in languages that put the verb or a particle there. */
  finished: ReadonlySet<string>;
  /** First words of questions and requests. */
  asks: ReadonlySet<string>;
  /** Words that end a question, in languages that ask so. */
  asksLast: ReadonlySet<string>;
}

const unspaced = new Set(["zh", "ja"]);

const known = new Map<string, LanguageWords>(
  Object.entries(endings).map(([language, { pairs, ...sets }]) => [
    language,
    {
      isSpaced: !unspaced.has(language),
      pairs: pairs.map(([first = "", second = ""]) => [setOf(first), setOf(second)] as const),
      goesOn: setOf(sets.goesOn),
      mayEnd: setOf(sets.mayEnd),
      setsUp: setOf(sets.setsUp),
      opens: setOf(sets.opens),
      finished: setOf(sets.finished),
      asks: setOf(sets.asks),
      asksLast: setOf(sets.asksLast),
    },
  ]),
);

const wordsOf = (language: string): LanguageWords | undefined => known.get(language.slice(0, 2).toLowerCase());

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").filter((word) => word !== ""));
}

/** The length of the longest of these words that the text ends with; 0 for none. One with a hyphen is a suffix. */
function lengthOf(text: string, words: ReadonlySet<string>, isSpaced: boolean): number {
  const last = text.slice(text.lastIndexOf(" ") + 1).replaceAll("’", "'");
  const isLast = (word: string) => {
    if (!isSpaced) return text.endsWith(word);
    // A suffix has a word before it.
    return word.startsWith("-") ? last.length >= word.length && last.endsWith(word.slice(1)) : last === word;
  };
  return Math.max(0, ...[...words].filter(isLast).map((word) => word.length));
}

function endsInPair(text: string, pairs: LanguageWords["pairs"]): boolean {
  const [before = "", last = ""] = text
    .replaceAll("’", "'")
    .split(/[\s,;:]+/u)
    .slice(-2);
  return pairs.some(([first, second]) => first.has(before) && second.has(last));
}

/** 'Good morning. Did you sleep well' ends with the second. */
const lastSentence = (text: string): string =>
  text.split(/[.!?。！？।۔؟]+/u).findLast((sentence) => sentence.trim() !== "") ?? "";

const wordsIn = (sentence: string): string[] => sentence.replaceAll("’", "'").match(/[\p{L}\p{M}'-]+/gu) ?? [];

/** Also 'and what did you see'. */
function beginsAsQuestion(sentence: string, { asks, goesOn, mayEnd, opens }: LanguageWords): boolean {
  const isLead = (word: string) => (goesOn.has(word) || mayEnd.has(word)) && !opens.has(word);
  const first = wordsIn(sentence).find((word) => asks.has(word) || !isLead(word));
  return first !== undefined && asks.has(first);
}

/** 'If you could fly', without 'where would you go'. */
function opensOnly(sentence: string, { opens, asks }: LanguageWords): boolean {
  const words = wordsIn(sentence);
  const [first = ""] = words;
  // Before that is the clause's own verb, and it may be the clause's last word.
  const isQuestion = words.slice(OWN_WORDS, -1).some((word) => asks.has(word));
  return opens.has(first) && !asks.has(first) && !isQuestion;
}

function setsUp(sentence: string, { isSpaced, setsUp: times }: LanguageWords): boolean {
  return isSpaced
    ? wordsIn(sentence).some((word) => times.has(word))
    : [...times].some((word) => sentence.includes(word));
}

const countOf = (sentence: string, isSpaced: boolean): number =>
  isSpaced ? wordsIn(sentence).length : Math.floor(sentence.trim().length / LETTERS_PER_WORD);

import endings from "./endings.json" with { type: "json" };

/** Silences, in milliseconds, that end a turn. */
export const TURN_END_MS = {
  /** After a finished sentence or question. */
  finished: 350,
  /** After words that begin as a question does, without the punctuation that would say that it is whole. */
  likely: 550,
  /** After a word that is never the last one, such as 'and' or 'the': the longest that is waited for the next. */
  goesOn: 1500,
} as const;

/** For how long a text has to be unchanged before its end counts as what was said last. */
const STABLE_MS = 200;
/** A single word, such as the pet's name, often only calls. A question without a question mark has more words yet. */
const FEWEST_WORDS = { sentence: 2, question: 4 };
/** Letters that stand for a word in languages without spaces. */
const LETTERS_PER_WORD = 2;

export interface Spoken {
  /** BCP 47, such as `en-US`. */
  language: string;
  /** The turn's text so far; empty where the recognizer gives none before the end. */
  text: string;
  /** How long it had been silent when the text changed last; 0 where somebody spoke. */
  changedAtMs: number;
}

export interface Patience {
  /** The silence that ends a turn whose words don't tell whether it is over. */
  pauseMs: number;
  /** The silence after a finished sentence; longer than `TURN_END_MS.finished` for a person who was cut off. */
  finishedMs: number;
}

type Ending = "finished" | "likely" | "goes on" | "unknown";

/** The length of the silence, in milliseconds, that ends a turn, by what was said and by whom. */
export function turnEndMs({ language, text, changedAtMs }: Spoken, { pauseMs, finishedMs }: Patience): number {
  switch (endingOf(text, language)) {
    case "finished":
      return Math.min(pauseMs, Math.max(finishedMs, changedAtMs + STABLE_MS));
    case "likely":
      return Math.min(pauseMs, Math.max(finishedMs, TURN_END_MS.likely, changedAtMs + STABLE_MS));
    case "goes on":
      return Math.max(pauseMs, TURN_END_MS.goesOn);
    case "unknown":
      return pauseMs;
  }
}

export function endingOf(text: string, language: string): Ending {
  const words = wordsOf(language);
  const said = text.trim().toLowerCase();
  const bare = said.replace(/[\p{P}\p{S}]+$/u, "");
  if (words === undefined || bare === "") return "unknown";
  if (/[?？؟]$/u.test(said)) return "finished";
  if (/(?:[,，、،;:：—–-]|\.\.\.?|…)$/u.test(said)) return "goes on";
  if (endsInPair(bare, words.pairs)) return "goes on";
  const isQuestion = beginsAsQuestion(bare, words);
  const goesOn = lengthOf(bare, words.goesOn, words.isSpaced);
  const finished = lengthOf(bare, words.finished, words.isSpaced);
  if (goesOn > finished) return "goes on";
  if (lengthOf(bare, words.mayEnd, words.isSpaced) > 0) return isQuestion ? "unknown" : "goes on";
  if (finished > 0) return "finished";
  const count = countOf(bare, words.isSpaced);
  if (count < FEWEST_WORDS.sentence) return "unknown";
  if (/[.!。！।۔]$/u.test(said)) return "finished";
  return isQuestion && count >= FEWEST_WORDS.question ? "likely" : "unknown";
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
  /** Words that end a sentence, in languages that put the verb or a particle there. */
  finished: ReadonlySet<string>;
  /** First words of questions. */
  asks: ReadonlySet<string>;
}

const unspaced = new Set(["zh", "ja"]);

const known = new Map<string, LanguageWords>(
  Object.entries(endings).map(([language, { goesOn, pairs, mayEnd, finished, asks }]) => [
    language,
    {
      isSpaced: !unspaced.has(language),
      goesOn: setOf(goesOn),
      pairs: pairs.map(([first = "", second = ""]) => [setOf(first), setOf(second)] as const),
      mayEnd: setOf(mayEnd),
      finished: setOf(finished),
      asks: setOf(asks),
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

/** The last sentence does: 'Good morning. Did you sleep well', and 'and what did you see'. */
function beginsAsQuestion(text: string, { asks, goesOn, mayEnd }: LanguageWords): boolean {
  const last = text.split(/[.!?。！？।۔؟]+/u).findLast((sentence) => sentence.trim() !== "") ?? "";
  const words = last.replaceAll("’", "'").match(/[\p{L}\p{M}'-]+/gu) ?? [];
  const first = words.find((word) => asks.has(word) || !(goesOn.has(word) || mayEnd.has(word)));
  return first !== undefined && asks.has(first);
}

const countOf = (text: string, isSpaced: boolean): number =>
  isSpaced ? text.split(/\s+/u).length : Math.floor(text.length / LETTERS_PER_WORD);

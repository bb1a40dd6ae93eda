import { type Language, languageFor, oncePerLanguage } from "../languages/languages.ts";
import { plainLetters, plainWords } from "../languages/text-features.ts";
import { sourceOf } from "../turns/wordings.ts";

const kinds = [
  ...(["stop", "skip", "unknown", "nothing", "yes", "why", "meaning", "who", "privacy", "chatter"] as const),
] as const;
export type PhraseKind = (typeof kinds)[number];

/** What people say to the interviewer in one language. */
export interface InterviewPhrases {
  /** Whether a clause is one of that kind, from its first word to its last. */
  is(kind: PhraseKind, clause: string): boolean;
  /** Whether it begins as a question does; in some languages, whether it holds a word of questions. */
  asks(clause: string): boolean;
  /** What follows the words that take back an answer; null where there are none. */
  afterCorrection(said: string): string | null;
  /** What follows the words that say that somebody else's words are wrong; null where there are none. */
  afterRejection(said: string): string | null;
  /** The answer without the words that introduce it. */
  withoutOpening(answer: string): string;
}

/** In the pet's language, and in English, which the screen speaks. */
export function phrasesFor(locale: string): InterviewPhrases[] {
  const found = [languageFor(locale), languageFor("en")].filter((language) => language !== undefined);
  return [...new Set(found)].map((language) => compiled(language));
}

const compiled = oncePerLanguage((language: Language): InterviewPhrases => {
  const { interview, writing } = language;
  const space = writing.spaced ? " " : "";
  const plain = (text: string) => plainWords(text).join(space);
  const filler = new Set(interview.filler.map(plain));
  const withoutFiller = (text: string) =>
    text
      .split(" ")
      .filter((word) => !filler.has(word))
      .join(" ");
  const patterns = new Map(
    kinds.map((kind) => [kind, wholePattern(interview[kind], language, withoutFiller, kind === "yes")] as const),
  );
  const asking = interview.asking.map(plain);
  const corrects = interview.corrects.map(plain).sort((one, other) => other.length - one.length);
  const anyOf = (wordings: readonly string[]) =>
    new RegExp(`^(?:${wordings.map((words) => sourceIn(words, language)).join("|")})$`, "u");
  const opens = anyOf(interview.opens);
  const rejects = anyOf(interview.rejects);
  return {
    is(kind, clause) {
      const text = plain(clause).slice(0, LONGEST_PHRASE + 1);
      if (text === "" || text.length > LONGEST_PHRASE) return false;
      const pattern = patterns.get(kind);
      return [text, withoutFiller(text)].some((one) => one !== "" && pattern?.test(one));
    },
    asks(clause) {
      const text = plain(clause);
      const isAnywhere = !writing.spaced || !["Latin", "Cyrillic", "Arabic"].includes(writing.script);
      return asking.some((word) => (isAnywhere ? text.includes(word) : text === word || text.startsWith(`${word} `)));
    },
    afterCorrection(said) {
      const text = plain(said.slice(0, LONGEST_PHRASE * 2));
      for (const begin of corrects) {
        if (!(text === begin || text.startsWith(begin + space))) continue;
        const rest = afterWords(said, (head) => plain(head) === begin, writing.spaced);
        if (rest !== null) return rest;
      }
      return null;
    },
    afterRejection: (said) => afterLongest(said, (head) => endOfClause.test(head) && rejects.test(plain(head)), true),
    withoutOpening(answer) {
      const rest = afterLongest(answer, (head) => opens.test(plain(head)), writing.spaced);
      return rest === null || rest === "" ? answer : rest;
    },
  };
});

const LONGEST_PHRASE = 120;

/** Repeated letters are cut as `plainWords` cuts them. */
const sourceIn = (wording: string, language: Language): string =>
  sourceOf(wording, "", language).replace(/(\p{L})\1{2,}/gu, "$1$1");

function wholePattern(
  wordings: readonly string[],
  language: Language,
  shorten: (text: string) => string,
  several: boolean,
): RegExp {
  const short = wordings.filter((wording) => !/[()|?*…+]/u.test(wording)).map((one) => shorten(plainLetters(one)));
  const all = [...wordings, ...short.filter((one) => one !== "")];
  const sources = all.map((one) => sourceIn(one, language)).filter((one) => !new RegExp(`^(?:${one})$`, "u").test(""));
  const source = `(?:${sources.join("|")})`;
  // 'Yes, of course'
  return new RegExp(`^${source}(?:${language.writing.spaced ? " " : ""}${source}){0,${several ? 2 : 0}}$`, "u");
}

const isWithinWord = (text: string, end: number) =>
  /[\p{L}\p{M}\p{N}]/u.test(text[end - 1] ?? "") && /[\p{L}\p{M}\p{N}’']/u.test(text[end] ?? "");

const endOfClause = /(?:\s-|[,.:;!?…、。，：！？؟،।—–])$/u;
const punctuation = /^[\s,.:;!?…、。，：！？؟،।—–-]+/u;

function afterWords(text: string, isBegin: (head: string) => boolean, isSpaced: boolean): string | null {
  for (let end = 1; end <= Math.min(text.length, LONGEST_PHRASE); end += 1)
    if (isBegin(text.slice(0, end)) && !(isSpaced && isWithinWord(text, end)))
      return text.slice(end).replace(punctuation, "").trim();
  return null;
}

const LONGEST_OPENING = 40;

function afterLongest(text: string, isOpening: (head: string) => boolean, isSpaced: boolean): string | null {
  for (let end = Math.min(text.length, LONGEST_OPENING); end > 0; end -= 1)
    if (
      !(isSpaced && isWithinWord(text, end)) &&
      (isSpaced || punctuation.test(text.slice(end))) &&
      isOpening(text.slice(0, end))
    )
      return text.slice(end).replace(punctuation, "").trim();
  return null;
}

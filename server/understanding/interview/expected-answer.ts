import { type Language, languageFor, oncePerLanguage } from "../languages/languages.ts";
import { isMash } from "../turns/turn-classifier.ts";
import { consistsOf, readingsOf, wordList } from "./word-list.ts";

/** `whether` is answered by yes or no. */
export type AnswerKind = "date" | "size" | "name" | "whether" | "open";

export interface AskedQuestion {
  /** Of a seeded question. */
  key: string | null;
  /** In English, for a seeded one. */
  question: string;
  /** Whether something further is asked about its answer. */
  isFurther?: boolean;
}

/** The seeded questions that ask for something else than a story. */
const seeded: Partial<Record<string, AnswerKind>> = {
  ...{ birthday: "date", size: "size", siblings: "whether", health: "whether" },
};

export function answerKindOf({ key, question, isFurther = false }: AskedQuestion, locale: string): AnswerKind {
  if (key !== null || isFurther) return (isFurther ? undefined : seeded[key ?? ""]) ?? "open";
  const readers = readersFor(locale);
  const asked = (["date", "size", "name"] as const).find((kind) => readers.some((one) => one.asksFor(kind, question)));
  return asked ?? (readers.some((one) => one.asksForThing(question)) ? "open" : "whether");
}

/** Whether it may be the answer to such a question: a weight is not answered by 'on the sofa'. */
export function fitsKind(answer: string, kind: AnswerKind, locale: string): boolean {
  const readers = readersFor(locale);
  if (kind === "open") return true;
  if (kind === "date" || kind === "size")
    return /\p{N}/u.test(answer) || readers.some((one) => one.tells(kind, answer));
  if (/^[\p{N}\p{P}\p{S}\s]+$/u.test(answer)) return false;
  return kind !== "whether" || readers.some((one) => one.mayAnswerWhether(answer));
}

/** Nothing of it is about a pet: it is about the talk itself, or keys pressed at random. */
export function isBesidesThePoint(said: string, locale: string): boolean {
  if (said.length > LONGEST_TALK) return false;
  if (isKeyboardNoise(said)) return true;
  const readers = readersFor(locale);
  const mashed = (/\p{N}/u.test(said) ? [] : readers).map((one) => one.isMash(said)).filter((one) => one !== undefined);
  return (mashed.length > 0 && mashed.every((one) => one)) || readers.some((one) => one.isTalk(said));
}

const readersFor = (locale: string) => {
  const found = [languageFor(locale), languageFor("en")].filter((language) => language !== undefined);
  return [...new Set(found)].map((language) => compiled(language));
};

const compiled = oncePerLanguage((language: Language) => {
  const { interview, questions, writing } = language;
  const { kinds } = interview;
  const list = (entries: readonly string[]) => wordList(entries, language);
  const asked = { date: list(kinds.date.asked), size: list(kinds.size.asked), name: list(kinds.name.asked) };
  const words = { date: list([...kinds.date.words, ...calendar(language)]), size: list(kinds.size.words) };
  const judgements = list(kinds.whether.words);
  const numbers = list(kinds.numbers);
  const whether = list(kinds.whether.asked);
  const things = list([...Object.values(questions.askedFor).flat(), ...questions.thingAsked]);
  const isFirst = ["Latin", "Cyrillic", "Arabic"].includes(writing.script);
  const isAlphabet = !["Chinese", "Japanese", "Korean"].includes(writing.script);
  const letter = isAlphabet ? new RegExp(`\\p{Script=${writing.script}}`, "u") : null;
  const talk = list(interview.talk);
  const ofPet = list(interview.pet);
  const around = list([...questions.stopWords, ...interview.around, ...interview.filler]);
  return {
    asksFor: (kind: "date" | "size" | "name", question: string) => asked[kind].isIn(question),
    asksForThing(question: string): boolean {
      const [units = []] = readingsOf(question, language);
      if (whether.endsAt(units, 0).length > 0) return false;
      // 'Auf wen', 'de qué'
      return units.slice(0, isFirst ? 2 : undefined).some((_, place) => things.endsAt(units, place).length > 0);
    },
    tells: (kind: "date" | "size", answer: string) => words[kind].isIn(answer) || numbers.isIn(answer),
    mayAnswerWhether(answer: string): boolean {
      const [units = []] = readingsOf(answer, language);
      return !writing.spaced || units.length !== 1 || judgements.isIn(answer);
    },
    isTalk: (said: string) =>
      readingsOf(said, language).some(
        (units) =>
          !units.some((_, place) => ofPet.endsAt(units, place).length > 0) &&
          consistsOf(units, talk, around, writing.spaced),
      ),
    /** Undefined for letters of another script. */
    isMash: (said: string) => (letter?.test(said) === true ? isMash(said, language) : undefined),
  };
});

/** In characters: longer messages tell something. */
const LONGEST_TALK = 120;

/** The names of months and days, in each of their forms. */
function calendar({ code, writing }: Language): string[] {
  if (!writing.spaced) return [];
  const dates = Array.from({ length: 12 }, (_, month) => new Date(2024, month, 1 + month));
  const forms = [{ month: "long" }, { month: "long", day: "numeric" }, { weekday: "long" }] as const;
  return forms.flatMap((form) =>
    dates.flatMap((date) =>
      new Intl.DateTimeFormat(code, form)
        .formatToParts(date)
        .flatMap(({ type, value }) => (type === "month" || type === "weekday" ? [value] : [])),
    ),
  );
}

/** Consonants without a vowel, letters of Korean that make no syllable, neighbors on a keyboard. */
function isKeyboardNoise(said: string): boolean {
  const words = said.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.length > 0 && words.every(isNoise);
}

const isNoise = (word: string): boolean =>
  /^(?:[bcdfghjklmnpqrstvwxz]{4,}|[ㄱ-ㅣ]+)$/u.test(word) ||
  (word.length > 2 && keysWithoutVowels.some((row) => row.includes(word))) ||
  (word.length > 3 && keys.some((row) => row.includes(word)));

const inBothDirections = (rows: readonly string[]) => [...rows, ...rows.map((row) => [...row].reverse().join(""))];
const keysWithoutVowels = inBothDirections(["sdfghjkl", "zxcvbnm", "yxcvbnm", "wxcvbn", "qsdfghjklm"]);
const keys = inBothDirections([
  ...["qwertyuiop", "qwertzuiopü", "azertyuiop", "asdfghjklöä", "asdfghjklñ", "asdfghjklç", "asdfghjklòà"],
  ...["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю", "ضصثقفغعهخحجد", "شسيبلاتنمكط", "ئءؤرلاىةوزظ"],
]);

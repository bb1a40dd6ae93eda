import type { Language } from "../languages/languages.ts";
import type { Voice } from "./voice.ts";
import { countOf, holdsOneOf } from "./words.ts";

export type DetailKind = keyof Voice["words"]["details"] | "amount" | Unit;
type Unit = "money" | keyof Language["questions"]["units"];
export const details = ["when", "where", "who"] as const satisfies DetailKind[];
const kinds = [...details, "amount"] as const satisfies DetailKind[];
const units = ["clock", "duration", "weight", "money"] as const satisfies Unit[];

export const NONE = Number.NEGATIVE_INFINITY;
/** A number gives a time or an amount more surely than any word. */
const NUMBER = 3;
/** Years are no amounts. */
const years = /(?<!\p{Nd})(?:19|20)\p{Nd}\p{Nd}(?!\p{Nd})/gu;

interface Words {
  asked: readonly string[];
  given: readonly string[];
}

const known = new WeakMap<Language, Readonly<Record<DetailKind, Words>>>();

type QuestionContext = Pick<Voice, "language" | "writing">;

/** The most specific first: 'how long' asks for a duration before an amount. */
export function kindsIn(question: string, voice: QuestionContext): DetailKind[] {
  const words = wordsOf(voice.language);
  const unit = units.find((each) => holdsOneOf(words[each].asked, question, voice.writing));
  const kind = kindIn(question, voice);
  return [unit, kind].filter((each) => each !== undefined);
}

/** 'What time' is a time, though it may be an amount too. */
function kindIn(question: string, { language, writing }: QuestionContext): DetailKind | undefined {
  const words = wordsOf(language);
  const asked = kinds.filter((kind) => holdsOneOf(words[kind].asked, question, writing));
  return asked.includes("when") ? "when" : (asked.find((kind) => kind === "amount") ?? asked[0]);
}

/** Words for other details lower the score. */
export function scoreFor(kind: DetailKind, sentence: string, voice: Voice): number {
  const own = gives(kind, sentence, voice);
  if (own === 0) return NONE;
  const others = isDetail(kind) ? details.filter((each) => each !== kind) : [];
  return own - Math.max(0, ...others.map((each) => gives(each, sentence, voice))) / 2;
}

const isDetail = (kind: DetailKind): boolean => details.some((each) => each === kind);

function gives(kind: DetailKind, sentence: string, { language, writing }: Voice): number {
  const words = wordsOf(language);
  const held = countOf(words[kind].given, sentence, writing);
  const isNumbered = () => /\p{Nd}/u.test(sentence.replace(years, ""));
  switch (kind) {
    case "when":
      return /\p{Nd}/u.test(sentence) ? held + NUMBER : held;
    case "amount":
      return isNumbered() ? held + NUMBER : held;
    case "clock":
      return timeOfDay.test(sentence) ? held + NUMBER : held;
    case "money":
      return /\p{Sc}/u.test(sentence) ? held + NUMBER : held;
    case "duration":
    case "weight":
      // 'A week' is a duration; a unit without a number says little.
      return held > 0 && (isNumbered() || countOf(words.amount.given, sentence, writing) > 0) ? held + NUMBER : held;
    default:
      return held;
  }
}

/** 18:30, 7.15, 18h30 and 7時. */
const timeOfDay = /\p{Nd}(?:[:.h]\p{Nd}{2}(?!\p{Nd})|[時시点])/u;

function wordsOf(language: Language): Readonly<Record<DetailKind, Words>> {
  const cached = known.get(language);
  if (cached !== undefined) return cached;
  const { askedFor, wanted, units: unitWords } = language.questions;
  const { when, where, who } = language.diaryVoice.details;
  const plain = (list: readonly string[]) => list.map((word) => word.replace(/\*$/, ""));
  const all = {
    when: {
      asked: [...askedFor.when, ...when.ask, ...plain(wanted.time.asked)],
      given: [...new Set([...when.tell, ...plain(wanted.time.given)])],
    },
    where: { asked: [...askedFor.where, ...where.ask], given: where.tell },
    who: { asked: [...askedFor.who, ...who.ask], given: who.tell },
    ...unitWords,
    money: { asked: plain(wanted.money.asked), given: plain(wanted.money.given) },
    amount: { asked: [...askedFor.amount, ...plain(wanted.amount.asked)], given: plain(wanted.amount.given) },
  };
  known.set(language, all);
  return all;
}

import type { Language } from "../languages/languages.ts";
import { countOf, holdsOneOf } from "./spoken-words.ts";
import type { Voice } from "./voice.ts";

/** What a question may ask for that single words of a sentence give. */
export type DetailKind = keyof Voice["words"]["details"] | "amount" | Unit;
type Unit = "money" | keyof Language["questions"]["units"];
export const details = ["when", "where", "who"] as const satisfies DetailKind[];
const kinds = [...details, "amount"] as const satisfies DetailKind[];
const units = ["clock", "duration", "weight", "money"] as const satisfies Unit[];

/** The score of a sentence that gives nothing of the kind. */
export const NONE = Number.NEGATIVE_INFINITY;
/** A number gives a time or an amount more surely than any word. */
const NUMBER = 3;
/** Which are no amounts. */
const years = /(?<!\p{Nd})(?:19|20)\p{Nd}\p{Nd}(?!\p{Nd})/gu;

interface Words {
  asked: readonly string[];
  given: readonly string[];
}

const known = new WeakMap<Language, Readonly<Record<DetailKind, Words>>>();

type Asked = Pick<Voice, "language" | "writing">;

/**
 * The kinds of things that a question asks for, the one that says most first: 'how long' asks for a duration, and else for
 * an amount. Empty where it asks for none.
 */
export function kindsIn(question: string, voice: Asked): DetailKind[] {
  const words = wordsOf(voice.language);
  const unit = units.find((each) => holdsOneOf(words[each].asked, question, voice.writing));
  const kind = kindIn(question, voice);
  return [unit, kind].filter((each) => each !== undefined);
}

/** A time where it may be an amount too ('what time'). */
function kindIn(question: string, { language, writing }: Asked): DetailKind | undefined {
  const words = wordsOf(language);
  const asked = kinds.filter((kind) => holdsOneOf(words[kind].asked, question, writing));
  return asked.includes("when") ? "when" : (asked.find((kind) => kind === "amount") ?? asked[0]);
}

/** How well a sentence gives a kind: by the words that it holds for it, and of a detail less for those of the others. */
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
      // 'A week' is one; a unit without a number says little.
      return held > 0 && (isNumbered() || countOf(words.amount.given, sentence, writing) > 0) ? held + NUMBER : held;
    default:
      return held;
  }
}

/** Such as 18:30, 7.15, 18h30 and 7時. */
const timeOfDay = /\p{Nd}(?:[:.h]\p{Nd}{2}(?!\p{Nd})|[時시点])/u;

function wordsOf(language: Language): Readonly<Record<DetailKind, Words>> {
  const before = known.get(language);
  if (before !== undefined) return before;
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

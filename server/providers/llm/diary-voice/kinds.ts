import type { Language } from "../../../languages/languages.ts";
import { countOf, holdsOneOf } from "./spoken-words.ts";
import type { Voice } from "./voice.ts";

/** What a question may ask for that single words of a sentence give. */
type Kind = keyof Voice["words"]["details"] | "amount";
export const details = ["when", "where", "who"] as const satisfies Kind[];
const kinds = [...details, "amount"] as const satisfies Kind[];

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

const known = new WeakMap<Language, Readonly<Record<Kind, Words>>>();

/** The kind of thing that a question asks for: a time where it may be an amount too ('what time'). */
export function kindIn(question: string, { language, writing }: Pick<Voice, "language" | "writing">): Kind | undefined {
  const words = wordsOf(language);
  const asked = kinds.filter((kind) => holdsOneOf(words[kind].asked, question, writing));
  return asked.includes("when") ? "when" : (asked.find((kind) => kind === "amount") ?? asked[0]);
}

/** How well a sentence gives a kind: by the words that it holds for it, and less for those of the others. */
export function scoreFor(kind: Kind, sentence: string, voice: Voice): number {
  const own = gives(kind, sentence, voice);
  if (kind === "amount") return own === 0 ? NONE : own;
  const others = details.filter((each) => each !== kind).map((each) => gives(each, sentence, voice));
  return own === 0 ? NONE : own - Math.max(...others) / 2;
}

function gives(kind: Kind, sentence: string, { language, writing }: Voice): number {
  const held = countOf(wordsOf(language)[kind].given, sentence, writing);
  if (kind === "when") return /\p{Nd}/u.test(sentence) ? held + NUMBER : held;
  return kind === "amount" && /\p{Nd}/u.test(sentence.replace(years, "")) ? held + NUMBER : held;
}

function wordsOf(language: Language): Readonly<Record<Kind, Words>> {
  const before = known.get(language);
  if (before !== undefined) return before;
  const { askedFor, wanted } = language.questions;
  const { when, where, who } = language.diaryVoice.details;
  const plain = (list: readonly string[]) => list.map((word) => word.replace(/\*$/, ""));
  const all = {
    when: {
      asked: [...askedFor.when, ...when.ask, ...plain(wanted.time.asked)],
      given: [...new Set([...when.tell, ...plain(wanted.time.given)])],
    },
    where: { asked: [...askedFor.where, ...where.ask], given: where.tell },
    who: { asked: [...askedFor.who, ...who.ask], given: who.tell },
    amount: { asked: [...askedFor.amount, ...plain(wanted.amount.asked)], given: plain(wanted.amount.given) },
  };
  known.set(language, all);
  return all;
}

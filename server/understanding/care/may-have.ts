import { isNotOfNow, isOfStory } from "../danger/emergency.ts";
import type { Language } from "../languages/languages.ts";
import {
  careWordsOf,
  type FoundWord,
  languagesFor,
  longestOnly,
  type Meaning,
  namedSpecies,
  speciesOf,
} from "./care-words.ts";
import { plainText } from "./plain-text.ts";
import { sayCare } from "./say-care.ts";
import { isOnlyAskedIfEaten, reasonFor, strictness, type Verdict, verdictFor } from "./things.ts";
import { unknownFood } from "./unknown-food.ts";
import { placedWords, type Word } from "./word-index.ts";

export interface CarePet {
  name: string;
  /** A locale, such as `en-US`. */
  language: string;
  species: string | null;
}

export interface Care {
  /** The key in things.json; null for a thing that is not there. */
  thing: string | null;
  /** Keys, the most dangerous first. */
  things: readonly string[];
  verdict: Verdict | "unknown";
  text: string;
  /** In English, for a language model. */
  reason: string;
  language: Language;
}

/** In words: up to here a message that only names a thing asks for it ('macadamia nuts?'). */
const SHORTEST_QUESTION = 5;

/** In characters, of the beginning and of the end of a long message. */
const READ = 300;

function beginningAndEnd(message: string): string {
  // Written out first: 18 letters stand behind the one sign 'ﷺ'.
  const text = message.normalize("NFKC");
  return text.length <= 2 * READ ? text : `${text.slice(0, READ)} \n ${text.slice(-READ)}`;
}

/** Null where the message asks for nothing that is listed. `replies`: the pet's earlier ones, newest last. */
export function careFor(question: string, pet: CarePet, replies: readonly string[] = []): Care | null {
  const text = plainText(beginningAndEnd(question));
  const words = placedWords(text);
  const languages = languagesFor(pet.language);
  for (const language of languages) {
    const care = careIn(language, { question, text, words }, pet, replies);
    if (care !== null && !isOwnRather(languages, language, text)) return care;
  }
  return null;
}

/** 'ich mag Pizza' asks nothing in Dutch. */
function isOwnRather([own]: readonly Language[], other: Language, text: string): boolean {
  if (own === undefined || own === other) return false;
  const words = text.split(" ");
  const count = (language: Language) => words.filter((word) => commonWordsOf(language).has(word)).length;
  return count(own) > 0 && count(own) >= count(other);
}

const commonWords = new Map<Language, ReadonlySet<string>>();

function commonWordsOf(language: Language): ReadonlySet<string> {
  const cached = commonWords.get(language) ?? new Set(language.questions.stopWords.map(plainText));
  commonWords.set(language, cached);
  return cached;
}

/** The answer to 'may you eat …?' about a thing that is not listed; null for anything else. */
export function careUnknown(question: string, pet: CarePet, replies: readonly string[] = []): Care | null {
  for (const language of languagesFor(pet.language).slice(0, 2)) {
    const food = unknownFood(question, pet.name, language);
    if (food === null) continue;
    return {
      thing: null,
      things: [],
      verdict: "unknown",
      reason: "",
      text: sayCare("unknown", food, language, replies),
      language,
    };
  }
  return null;
}

export function namesThing(text: string, thing: string, locale: string): boolean {
  return wordsIn(plainText(text), locale).some(({ mark }) => mark.kind === "thing" && mark.key === thing);
}

export function refusedIn(text: string, things: readonly string[], locale: string): string[] {
  const plain = plainText(text);
  const words = wordsIn(plain, locale);
  const sentence = sentencesOf(plain);
  const refusals = words.filter(({ mark }) => mark.kind === "allergy").map(({ start }) => sentence(start));
  return things.filter((thing) =>
    words.some(({ mark, start }) => mark.kind === "thing" && mark.key === thing && refusals.includes(sentence(start))),
  );
}

const wordsIn = (plain: string, locale: string): FoundWord[] =>
  languagesFor(locale)
    .slice(0, 2)
    .flatMap((language) => careWordsOf(language).find(plain).found);

function careIn(
  language: Language,
  { question, text, words }: { question: string; text: string; words: readonly Word[] },
  pet: CarePet,
  replies: readonly string[],
): Care | null {
  const { found } = careWordsOf(language).find(text, words);
  const named = thingsIn(found, text, pet.name);
  const isQuestion = text.includes("?");
  const isRefusal = !isQuestion && found.some(({ mark, start }) => mark.kind === "refusal" && start === 0);
  if (named.length === 0 || isRefusal) return null;
  const mayAsk = isQuestion || found.some(({ mark }) => mark.kind === "ask");
  if (!mayAsk && isOfStory(question, language)) return null;
  const ordinary = found.filter(({ mark }) => mark.kind === "ordinary");
  // 'I want a chocolate cake' is no 'want a …?'
  const isOwnWish = (word: FoundWord) => word.mark.kind === "offer" && ordinary.some((own) => isWithin(word, own));
  const others = found.filter(
    (word) => word.mark.kind !== "thing" && !named.some((thing) => isWithin(word, thing)) && !isOwnWish(word),
  );
  const species = namedSpecies(others) ?? [speciesOf(pet)];
  const sentence = sentencesOf(text);
  const verdicts = named.flatMap((thing) => {
    const key = thing.mark.key;
    const verdict = species.map((one) => verdictFor(key, one)).sort((a, b) => strictness(b) - strictness(a))[0];
    const near = others.filter((word) => Math.abs(sentence(word.start) - sentence(thing.start)) <= 1);
    const here = near.filter((word) => sentence(word.start) === sentence(thing.start) || isAlone(word, text, found));
    const isEaten = () => !isQuestion && here.every((word) => word.mark.kind !== "offer" || isOfEating(word, found));
    const isMentioned = () => isEaten() && isNotOfNow(question, language);
    const isAskedFor = isAsked({ near, here, isQuestion, isMentioned }, key, verdict ?? "fine");
    return verdict !== undefined && (isAskedFor || isBare(text, found, verdict)) ? [{ key, verdict }] : [];
  });
  verdicts.sort((one, other) => strictness(other.verdict) - strictness(one.verdict));
  const [worst] = verdicts;
  if (worst === undefined) return null;
  const { key: thing, verdict } = worst;
  return {
    thing,
    things: verdicts.map(({ key }) => key),
    verdict,
    reason: reasonFor(thing),
    text: sayThing(thing, verdict, language, replies),
    language,
  };
}

export const sayThing = (
  thing: string,
  verdict: Verdict | "refused",
  language: Language,
  replies: readonly string[],
): string => sayCare(verdict, language.care.things[thing]?.name ?? thing, language, replies);

type FoundThing = FoundWord & { mark: Extract<Meaning, { kind: "thing" }> };
const isThing = (word: FoundWord): word is FoundThing => word.mark.kind === "thing";
const isWithin = (word: FoundWord, other: FoundWord): boolean => word.start >= other.start && word.end <= other.end;

/** Leaves out the pet's own name, such as 'Mango', and what follows 'without'. */
function thingsIn(found: readonly FoundWord[], text: string, petName: string): FoundThing[] {
  const name = plainText(petName);
  const things = longestOnly(found.filter(isThing)).filter(isThing);
  const without = found.filter(({ mark }) => mark.kind === "withoutBefore" || mark.kind === "withoutAfter");
  const joins = found.filter(({ mark }) => mark.kind === "joins");
  const denied = new Set<FoundThing>();
  for (const [place, thing] of things.entries()) {
    const before = things[place - 1];
    const isJoined =
      before !== undefined && denied.has(before) && joins.some((join) => parts(join, before, thing, text));
    if (isJoined || without.some((word) => denies(word, thing, things, text))) denied.add(thing);
  }
  const named = things.filter((thing) => !isNamed(thing, name, text));
  const wanted = named.filter((thing) => !denied.has(thing));
  // 'May you have no chocolate?' asks for chocolate after all.
  return wanted.length > 0 ? wanted : named;
}

const isNamed = ({ start, end }: FoundThing, name: string, text: string): boolean =>
  name !== "" && text.startsWith(name, start) && end - start <= name.length + 3;

const parts = (join: FoundWord, before: FoundWord, after: FoundWord, text: string): boolean =>
  join.start >= before.end &&
  join.end <= after.start &&
  text.slice(before.end, after.start).trim().length === join.end - join.start;

function denies(word: FoundWord, thing: FoundThing, things: readonly FoundThing[], text: string): boolean {
  const isBefore = word.mark.kind === "withoutBefore";
  const [from, to] = isBefore ? [word.end, thing.start] : [thing.end, word.start];
  if (to < from || things.some(({ start, end }) => start >= from && end <= to)) return false;
  const between = text.slice(from, to).trim();
  return !between.includes("\n") && between.split(" ").length <= 2 && between.length <= (isBefore ? 16 : 2);
}

interface Around {
  near: readonly FoundWord[];
  /** In the same sentence, or in one that says nothing else: 'I have grapes. You want some?' */
  here: readonly FoundWord[];
  isQuestion: boolean;
  isMentioned: () => boolean;
}

/** For dangerous things an offer is enough, or half of a question. */
function isAsked({ near, here, isQuestion, isMentioned }: Around, thing: string, verdict: Verdict): boolean {
  const holds = (words: readonly FoundWord[], kinds: readonly Meaning["kind"][]) =>
    words.some(({ mark }) => kinds.includes(mark.kind));
  const has = (...kinds: Meaning["kind"][]) => holds(near, kinds);
  if (isOnlyAskedIfEaten(thing)) return has("enough") || (has("ask") && has("eat", "keep"));
  const isPlain = has("enough") || (has("ask") && has("eat", "give", "keep"));
  if (verdict !== "never") return isPlain && !has("ordinary");
  if (isPlain) return true;
  if (holds(here, ["offer"])) return !isMentioned();
  return holds(here, ["ask"]) && isQuestion && !has("ordinary");
}

const isOfEating = (offer: FoundWord, found: readonly FoundWord[]): boolean =>
  found.some((word) => word.mark.kind === "eat" && isWithin(word, offer));

const offering: ReadonlySet<Meaning["kind"]> = new Set(["offer", "filler", "eat", "give"] as const);

function isAlone({ start }: FoundWord, text: string, found: readonly FoundWord[]): boolean {
  const words = found.filter(({ mark }) => offering.has(mark.kind));
  const begin = text.lastIndexOf("\n", start) + 1;
  const next = text.indexOf("\n", start);
  return isAllKnown(text.slice(begin, next === -1 ? undefined : next), begin, words);
}

function isAllKnown(part: string, from: number, words: readonly FoundWord[]): boolean {
  let left = part.replace(/[?\n]/g, " ");
  for (const { start, end } of words)
    if (start >= from && end <= from + part.length)
      left = left.slice(0, start - from) + " ".repeat(end - start) + left.slice(end - from);
  return left.trim() === "";
}

/** 'xylitol?', 'nuts for a parrot': dangerous, or with the animal named. */
function isBare(text: string, found: readonly FoundWord[], verdict: Verdict): boolean {
  if (text.split(" ").length > SHORTEST_QUESTION + 2) return false;
  if (verdict !== "never" && !found.some(({ mark }) => mark.kind === "species")) return false;
  const words = found.filter(({ mark }) => ["thing", "species", "filler"].includes(mark.kind));
  return isAllKnown(text, 0, words);
}

function sentencesOf(text: string): (at: number) => number {
  const numbers = new Uint16Array(text.length + 1);
  for (let at = 0; at < text.length; at++) numbers[at + 1] = (numbers[at] ?? 0) + (text[at] === "\n" ? 1 : 0);
  return (at) => numbers[at] ?? 0;
}

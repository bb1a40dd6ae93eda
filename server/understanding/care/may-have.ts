import { isNotOfNow } from "../danger/emergency.ts";
import type { Language } from "../languages/languages.ts";
import { careWordsOf, type FoundWord, languagesFor, longestOnly, type Meaning } from "./care-words.ts";
import { namedSpecies, speciesOf } from "./pet-species.ts";
import { plainText } from "./plain-text.ts";
import { sayCare } from "./say-care.ts";
import { isOnlyAskedIfEaten, reasonFor, strictness, type Verdict, verdictFor } from "./things.ts";
import { unknownFood } from "./unknown-food.ts";
import { placedWords, type Word } from "./word-index.ts";

export interface CarePet {
  name: string;
  /** A locale, such as `en-US`. */
  language: string;
  /** As the owner wrote it; null where nobody said. */
  species: string | null;
}

export interface Care {
  /** Its key; null for a thing that the list does not have. */
  thing: string | null;
  /** The keys of all things that are asked for, the most dangerous first. */
  things: readonly string[];
  verdict: Verdict | "unknown";
  /** What is said, in the language of the question. */
  text: string;
  /** Why, in English and for a language model. */
  reason: string;
  /** That of the question. */
  language: Language;
}

/** Up to this many words a message that only names a thing is a question for it: 'macadamia nuts?' */
const SHORTEST_QUESTION = 5;

/** A question for care is short. Of a longer message this much of its beginning and of its end is read. */
const READ = 300;

function beginningAndEnd(message: string): string {
  // A few signs stand for whole words, 18 letters for 'ﷺ': they are written out first.
  const text = message.normalize("NFKC");
  return text.length <= 2 * READ ? text : `${text.slice(0, READ)} \n ${text.slice(-READ)}`;
}

/**
 * The answer to a question whether a pet may have something that the list has; null where the message asks nothing of
 * the kind. Of several things the most dangerous is answered. `said`: the pet's earlier replies, newest last.
 */
export function careFor(question: string, pet: CarePet, said: readonly string[] = []): Care | null {
  const text = plainText(beginningAndEnd(question));
  const words = placedWords(text);
  const languages = languagesFor(pet.language);
  for (const language of languages) {
    const care = careIn(language, { question, text, words }, pet, said);
    if (care !== null && !isOwnRather(languages, language, text)) return care;
  }
  return null;
}

/** Whether a message is as much in the pet's language, the first one, as in another: 'ich mag Pizza' asks nothing in Dutch. */
function isOwnRather([own]: readonly Language[], other: Language, text: string): boolean {
  if (own === undefined || own === other) return false;
  const words = text.split(" ");
  const count = (language: Language) => words.filter((word) => commonWordsOf(language).has(word)).length;
  return count(own) > 0 && count(own) >= count(other);
}

const commonWords = new Map<Language, ReadonlySet<string>>();

function commonWordsOf(language: Language): ReadonlySet<string> {
  const known = commonWords.get(language) ?? new Set(language.questions.stopWords.map(plainText));
  commonWords.set(language, known);
  return known;
}

/** The answer to a plain 'may you eat …?' about a thing that the list does not have; null for anything else. */
export function careUnknown(question: string, pet: CarePet, said: readonly string[] = []): Care | null {
  for (const language of languagesFor(pet.language).slice(0, 2)) {
    const food = unknownFood(question, pet.name, language);
    if (food === null) continue;
    return {
      thing: null,
      things: [],
      verdict: "unknown",
      reason: "",
      text: sayCare("unknown", food, language, said),
      language,
    };
  }
  return null;
}

/** Whether a text, such as a diary answer in the pet's language, names the thing. */
export function namesThing(text: string, thing: string, locale: string): boolean {
  return wordsIn(plainText(text), locale).some(({ mark }) => mark.kind === "thing" && mark.key === thing);
}

/** The things of which a text tells in one sentence with an allergy or the like. */
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
  said: readonly string[],
): Care | null {
  const { found } = careWordsOf(language).find(text, words);
  const named = thingsIn(found, text, pet.name);
  const isQuestion = text.includes("?");
  const isRefusal = !isQuestion && found.some(({ mark, start }) => mark.kind === "refusal" && start === 0);
  if (named.length === 0 || isRefusal) return null;
  const others = found.filter((word) => word.mark.kind !== "thing" && !named.some((thing) => isWithin(word, thing)));
  const species = namedSpecies(others) ?? [speciesOf(pet)];
  const sentence = sentencesOf(text);
  const asked = named.flatMap((thing) => {
    const key = thing.mark.key;
    const verdict = species.map((one) => verdictFor(key, one)).sort((a, b) => strictness(b) - strictness(a))[0];
    const near = others.filter((word) => Math.abs(sentence(word.start) - sentence(thing.start)) <= 1);
    const here = near.filter((word) => sentence(word.start) === sentence(thing.start) || isAlone(word, text, found));
    const isEaten = () => !isQuestion && here.every((word) => word.mark.kind !== "offer" || isOfEating(word, found));
    const isMentioned = () => isEaten() && isNotOfNow(question, language);
    const isAskedFor = isAsked({ near, here, isQuestion, isMentioned }, key, verdict ?? "fine");
    return verdict !== undefined && (isAskedFor || isBare(text, found, verdict)) ? [{ key, verdict }] : [];
  });
  asked.sort((one, other) => strictness(other.verdict) - strictness(one.verdict));
  const [worst] = asked;
  if (worst === undefined) return null;
  const { key: thing, verdict } = worst;
  return {
    thing,
    things: asked.map(({ key }) => key),
    verdict,
    reason: reasonFor(thing),
    text: sayThing(thing, verdict, language, said),
    language,
  };
}

/** The words for a verdict, with the thing's name in the language. */
export const sayThing = (
  thing: string,
  verdict: Verdict | "refused",
  language: Language,
  said: readonly string[],
): string => sayCare(verdict, language.care.things[thing]?.name ?? thing, language, said);

type FoundThing = FoundWord & { mark: Extract<Meaning, { kind: "thing" }> };
const isThing = (word: FoundWord): word is FoundThing => word.mark.kind === "thing";
const isWithin = (word: FoundWord, other: FoundWord): boolean => word.start >= other.start && word.end <= other.end;

/** The things that the message is about: neither the pet's own name, such as 'Mango', nor what something is without. */
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

/** Whether a thing is the pet's name, perhaps with an ending. */
const isNamed = ({ start, end }: FoundThing, name: string, text: string): boolean =>
  name !== "" && text.startsWith(name, start) && end - start <= name.length + 3;

/** Whether nothing but a word such as 'or' stands between two things. */
const parts = (join: FoundWord, before: FoundWord, after: FoundWord, text: string): boolean =>
  join.start >= before.end &&
  join.end <= after.start &&
  text.slice(before.end, after.start).trim().length === join.end - join.start;

/** Whether a word such as 'without' belongs to this thing: the nearest one, at most two words away. */
function denies(word: FoundWord, thing: FoundThing, things: readonly FoundThing[], text: string): boolean {
  const isBefore = word.mark.kind === "withoutBefore";
  const [from, to] = isBefore ? [word.end, thing.start] : [thing.end, word.start];
  if (to < from || things.some(({ start, end }) => start >= from && end <= to)) return false;
  const between = text.slice(from, to).trim();
  return !between.includes("\n") && between.split(" ").length <= 2 && between.length <= (isBefore ? 16 : 2);
}

interface Around {
  /** Words in the sentence of the thing and in those beside it. */
  near: readonly FoundWord[];
  /** Those in its own sentence, or in one that says nothing else: 'I have grapes. You want some?' */
  here: readonly FoundWord[];
  isQuestion: boolean;
  /** Whether it is told that something was eaten, in a story, long ago, by somebody else, or not after all. */
  isMentioned: () => boolean;
}

/**
 * Whether the words around a thing ask for leave to have it. Of what is dangerous less is enough: an offer, or half of such a
 * question.
 */
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

/** Whether the sentence of a word does nothing but offer. */
function isAlone({ start }: FoundWord, text: string, found: readonly FoundWord[]): boolean {
  const words = found.filter(({ mark }) => offering.has(mark.kind));
  const begin = text.lastIndexOf("\n", start) + 1;
  const next = text.indexOf("\n", start);
  return isAllKnown(text.slice(begin, next === -1 ? undefined : next), begin, words);
}

/** Whether a part of the text, which begins at `from`, holds nothing but these words. */
function isAllKnown(part: string, from: number, known: readonly FoundWord[]): boolean {
  let left = part.replace(/[?\n]/g, " ");
  for (const { start, end } of known)
    if (start >= from && end <= from + part.length)
      left = left.slice(0, start - from) + " ".repeat(end - start) + left.slice(end - from);
  return left.trim() === "";
}

/** Whether a short message only names a thing, and it is dangerous or the animal is named too: 'xylitol?', 'nuts for a parrot'. */
function isBare(text: string, found: readonly FoundWord[], verdict: Verdict): boolean {
  if (text.split(" ").length > SHORTEST_QUESTION + 2) return false;
  if (verdict !== "never" && !found.some(({ mark }) => mark.kind === "species")) return false;
  const known = found.filter(({ mark }) => ["thing", "species", "filler"].includes(mark.kind));
  return isAllKnown(text, 0, known);
}

/** Tells the number of the sentence in which a place of a text is. */
function sentencesOf(text: string): (at: number) => number {
  const numbers = new Uint16Array(text.length + 1);
  for (let at = 0; at < text.length; at++) numbers[at + 1] = (numbers[at] ?? 0) + (text[at] === "\n" ? 1 : 0);
  return (at) => numbers[at] ?? 0;
}

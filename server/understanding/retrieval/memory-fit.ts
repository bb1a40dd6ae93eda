import type { MemoryKind } from "#shared/api/memory.ts";
import type { TopicName } from "../languages/memory-topics-schema.ts";
import { analyze } from "./analyze.ts";
import { isAsked, type MemorySlot, slotAsked, slotOf, withoutAsking } from "./memorable.ts";
import { areCompatible, type MemoryTopics, topicsOfMemory } from "./memory-topics.ts";
import { type Question, understand } from "./question.ts";

interface MemoryToFit {
  kind: MemoryKind;
  text: string;
  isDated: boolean;
}

export interface MemoryFit {
  /** By how much of what is asked it tells. */
  score: number;
  /** It tells what is asked for, as far as its words show; of several it may be another. */
  isLikely: boolean;
  /** It shares so many words with the question that it is meant, whoever is asked about. */
  hasSameWords: boolean;
}

/** Topics that go with nearly everything. */
const weights: Partial<Record<TopicName, number>> = { like: 0.5, habit: 0.3, plan: 0.2, game: 0.6, success: 0.6 };
/** What is asked by these is told by nothing else. */
const exact: readonly TopicName[] = [
  ...(["home", "origin", "work", "birthday", "age", "name", "color", "hand", "size", "looks"] as const),
  ...(["speech", "appointment", "vehicle"] as const),
];
/** A memory of one of these may tell what is asked. */
const related: Partial<Record<TopicName, readonly TopicName[]>> = {
  trip: ["house"],
  house: ["home"],
  food: ["diet"],
  hobby: ["reading", "music", "sport", "game"],
  study: ["music", "sport", "hobby"],
  age: ["birthday"],
  birthday: ["age"],
};
const topicsOfSlots = {
  ...{ name: "name", home: "home", work: "work", birthday: "birthday", favorite: "like" },
} as const satisfies Record<MemorySlot, TopicName>;
const places: readonly TopicName[] = ["home", "house", "origin", "trip", "work"];
const times: readonly TopicName[] = ["birthday", "appointment"];

const RELATED = 0.6;
const KNOWN_RELATIVE = 1.5;
const KNOWN_SLOT = 10;
const FITTING_KIND = 0.4;
/** The share of what is asked that a memory tells of, at least. */
const ENOUGH = 0.45;

/** Whether a person asks of themselves and theirs: 'When is our wedding?'; also where the pet is in it. */
export function asksOfOwnLife(question: string, locale: string): boolean {
  if (slotAsked(question, locale) !== null) return true;
  const plain = withoutAsking(question, locale);
  const isQuestion = plain !== question || isAsked(question, locale);
  const { isOfSelf, relatives } = topicsOfMemory(plain, locale);
  return isQuestion && (isOfSelf || relatives.size > 0);
}

/** 'Where does my sister live?', which somebody may have told, but not 'Should I call my sister?' */
export function asksForOwnFact(question: string, locale: string): boolean {
  if (slotAsked(question, locale) !== null) return true;
  if (!asksOfOwnLife(question, locale)) return false;
  const { relatives, topics } = topicsOfMemory(question, locale);
  const { askedFor, wants, wantsName } = understand(question, locale);
  const asksForFact =
    wantsName || wants.size > 0 || (["who", "where", "when", "amount"] as const).some((kind) => askedFor.has(kind));
  return relatives.size + topics.size > 0 && (asksForFact || exact.some((topic) => topics.has(topic)));
}

/** 'What did we do last summer?', where the pet may have been too, but neither 'When is our wedding?' nor 'Where do I live?' */
export function asksOfUs(question: string, locale: string): boolean {
  const { isOfUs, relatives, topics } = topicsOfMemory(question, locale);
  const isOwn = relatives.size > 0 || topics.has("marriage") || exact.some((topic) => topics.has(topic));
  return isOfUs && !isOwn && slotAsked(question, locale) === null;
}

/** How well each memory of a person fits what they ask. */
export function fitsOf(question: string, locale: string, memories: readonly MemoryToFit[]): MemoryFit[] {
  const plain = withoutAsking(question, locale);
  const asked = new Set(analyze(plain, locale));
  const slot = slotAsked(question, locale);
  const wanted = { ...withSlot(topicsOfMemory(plain, locale), slot), ...understand(plain, locale), slot };
  const terms = memories.map(({ text }) => new Set(analyze(text, locale)));
  const frequency = (term: string) => terms.filter((each) => each.has(term)).length;
  return memories.map((memory, at) => {
    const shared = [...(terms[at] ?? [])].filter((term) => asked.has(term));
    const words = Math.min(
      1,
      shared.reduce((sum, term) => sum + 1 / frequency(term), 0),
    );
    const hasSameWords = shared.length > 0 && shared.length >= Math.min(2, asked.size);
    return { ...fitOf(wanted, memory, { words, locale }), hasSameWords };
  });
}

type Wanted = MemoryTopics & Question & { slot: MemorySlot | null };

function fitOf(wanted: Wanted, memory: MemoryToFit, { words, locale }: { words: number; locale: string }) {
  const slot = slotOf(memory.text, locale);
  const told = withSlot(topicsOfMemory(memory.text, locale), slot);
  const isOfSlot = wanted.slot !== null && wanted.slot === slot;
  const isOfKind = fitsKind(wanted, memory, told);
  const isKnownRelative = wanted.relatives.size > 0 && areCompatible(wanted.relatives, told.relatives);
  const { matched, share } = coverage(wanted, told);
  const score =
    matched +
    words +
    (isKnownRelative ? KNOWN_RELATIVE : 0) +
    (isOfKind ? FITTING_KIND : 0) +
    (isOfSlot ? KNOWN_SLOT : 0);
  const isOnlyFamily = wanted.relatives.size === 1 && wanted.relatives.has("family");
  const isMeant = isKnownRelative && !isOnlyFamily && (isOfKind || wanted.topics.size === 0);
  const tells = share >= ENOUGH || words >= ENOUGH || isMeant;
  // What is said to the pet is asked of the life with it: 'Where did we find you?'
  const isShared = wanted.toPet < 1 || understand(memory.text, locale).toPet === 1;
  const isLikely = isOfSlot || (tells && isShared && isOfSame(wanted, told, share) && !isContrary(wanted, told));
  return { score, isLikely };
}

const withSlot = (topics: MemoryTopics, slot: MemorySlot | null): MemoryTopics =>
  slot === null ? topics : { ...topics, topics: new Set([...topics.topics, topicsOfSlots[slot]]) };

/** How much of the topics that are asked for is told. */
function coverage(wanted: MemoryTopics, told: MemoryTopics): { matched: number; share: number } {
  let matched = 0;
  let all = 0;
  for (const topic of wanted.topics) {
    const weight = weights[topic] ?? 1;
    all += weight;
    if (told.topics.has(topic)) matched += weight;
    else if (related[topic]?.some((other) => told.topics.has(other)) === true) matched += weight * RELATED;
  }
  return { matched, share: all === 0 ? 0 : matched / all };
}

/** A place for 'where', a day for 'when', somebody for 'who'. */
function fitsKind(
  { askedFor, wants, wantsName }: Question,
  { kind, isDated }: MemoryToFit,
  told: MemoryTopics,
): boolean {
  const tellsOf = (topics: readonly TopicName[]) => topics.some((topic) => told.topics.has(topic));
  return (
    (askedFor.has("where") && (kind === "place" || tellsOf(places))) ||
    ((askedFor.has("when") || wants.has("time")) && (kind === "event" || isDated || tellsOf(times))) ||
    (askedFor.has("who") && told.relatives.size > 0) ||
    (wantsName && tellsOf(["name"]))
  );
}

/** Of the same person: a memory of one's sister tells nothing of one's brother, and hardly anything of oneself. */
function isOfSame(wanted: Wanted, told: MemoryTopics, share: number): boolean {
  if (wanted.relatives.size > 0) return areCompatible(wanted.relatives, told.relatives);
  if (!told.isOfRelative || wanted.askedFor.has("who") || wanted.topics.has("name")) return true;
  return share === 1 && !exact.some((topic) => wanted.topics.has(topic));
}

/** It tells what is liked where what is not liked is asked for, or something else than the one thing that is asked for. */
function isContrary(wanted: Wanted, told: MemoryTopics): boolean {
  const isDisliked = told.topics.has("dislike");
  if (wanted.topics.has("dislike") ? !isDisliked && told.topics.has("like") : wanted.topics.has("like") && isDisliked)
    return true;
  const only = exact.filter((topic) => wanted.topics.has(topic));
  const isToldOf = (topic: TopicName) =>
    told.topics.has(topic) || related[topic]?.some((other) => told.topics.has(other)) === true;
  if (only.length === 0 || only.some(isToldOf)) return false;
  return ![...wanted.topics].some((topic) => weights[topic] === undefined && told.topics.has(topic));
}

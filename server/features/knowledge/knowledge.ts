import PQueue from "p-queue";
import type { Db } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { startSlices } from "#server/platform/threads/slices.ts";
import type { Turn } from "#server/understanding/chat-turn.ts";
import { asksSomething } from "#server/understanding/languages/asking.ts";
import { languageFor, languageOf } from "#server/understanding/languages/languages.ts";
import { localizeQuestion } from "#server/understanding/languages/localize-question.ts";
import { withoutName } from "#server/understanding/languages/text-features.ts";
import { contentWords } from "#server/understanding/retrieval/analyze.ts";
import type { Evidence } from "#server/understanding/retrieval/evidence.ts";
import { detectLanguage } from "#server/understanding/retrieval/language.ts";
import { isAboutAsker } from "#server/understanding/retrieval/memorable.ts";
import { goesOn } from "#server/understanding/retrieval/question.ts";
import { isAboutPet, plainWording } from "#server/understanding/retrieval/question-bank.ts";
import {
  createKnowledgeIndex,
  type DiaryEntry,
  type KnowledgeIndex,
  type PassageText,
  type Query,
} from "#server/understanding/retrieval/retrieval.ts";
import { isSameQuestion, questionTerms } from "#server/understanding/retrieval/same-question.ts";
import type { Source } from "#shared/api/chat.ts";
import { languages } from "#shared/voices.ts";
import { floatsOf, readVectors } from "./embeddings/queries.ts";
import { VectorIndex } from "./embeddings/vector-index.ts";
import { createIndexCache } from "./index-cache.ts";
import { indexPassages, withoutEnding } from "./index-passages.ts";
import {
  type FoundPassage,
  type KnownSource,
  lastSources,
  memoryEntry,
  type PassageSource,
  passageSource,
  type ReadPassages,
  readingOnce,
  readKnown,
} from "./known.ts";
import * as queries from "./queries.ts";
import { type Claim, sourcesTaken } from "./taken-from.ts";
import {
  areAlike,
  fuseRankings,
  leadingOf,
  weighTwice,
  worthAsking,
  worthReading,
  worthTelling,
} from "./worth-telling.ts";

/** Some 100 diaries of 40 answers, or 20 pets with 300 pages, in a process below 300 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Some 3,500 pages; more is searched in the database. With builds, all indexes take 128 MB at most. */
const PET_BYTES = 32 * 1024 * 1024;
const BUILDS_AT_ONCE = 2;
/** Up to so many take less than the start of a thread. */
const MOST_INDEXED_HERE = 500;
const MOST_EARLIER = 3;
const MOST_WORDS = 24;
/** Reading them takes most of the time of a question. */
const MOST_WEIGHED = 8;
const MOST_BEST = 60;
const MOST_OPEN = 12;
/** A library that a prompt may hold whole. */
const WHOLE_LIBRARY_CHARACTERS = 100_000;

export interface Knowledge {
  /** Best first; empty where nothing is known. */
  evidence: Evidence[];
  sources: Source[];
  /** That the first piece answers, from 0 to 1. */
  certainty: number;
  /** Two pieces that fit equally, so that the person has to choose. */
  alike: readonly [Evidence, Evidence] | null;
  /** One or two pieces to ask about where nothing is known; for a picked choice all that it may stand for. */
  maybe: KnownSource[];
  /** What may answer it, best first: a language model can tell. */
  readBest(most: number): Promise<KnownSource[]>;
  diary: readonly DiaryEntry[];
  /** Some of the diary's questions without an answer, in the pet's words. */
  open: readonly string[];
  /** In their order; null where the documents are large. */
  whole: readonly PassageSource[] | null;
  /** What a model's reply was taken from, by the sources that it named and by its words. */
  takenFrom(reply: string, claim: Pick<Claim, "cited" | "told" | "isMarked" | "familiar">): Promise<Source[]>;
}

export interface KnowledgeQuestion {
  question: string;
  turns: readonly Turn[];
  isPicked?: boolean;
  /** Of the model of the pet's vectors. */
  vector?: Float32Array | null;
}

/** Reads only the passages that are used, unless the library is small or the index stale. */
export async function retrieve(
  deps: Deps,
  agent: Pet & { name: string },
  asked: KnowledgeQuestion,
): Promise<Knowledge> {
  const { db } = deps;
  const { index, diary, open, kept, vectors, inMemoryTo } = await cacheFor(deps).get({
    agentId: agent.id,
    knowledgeVersion: agent.knowledgeVersion,
    language: agent.language,
    embeddedModel: agent.embeddedModel,
  });
  const readPassages = async (ids: readonly string[]) =>
    kept === null ? queries.findPassages(db, agent.id, ids) : kept.filter(({ id }) => ids.includes(id));
  const whole = kept === null ? null : kept.map(passageSource);
  const searchRest = (words: readonly string[]) =>
    inMemoryTo === null ? [] : queries.searchPassages(db, agent.id, { after: inMemoryTo, words, limit: MOST_WEIGHED });
  const { name, language: locale } = agent;
  return findEvidence({ name, locale, index, diary, open, whole, vectors, readPassages, searchRest }, asked);
}

export const stillTakenFrom = (
  { name, language }: { name: string; language: string },
  beginning: string,
  sources: readonly Source[],
): Promise<Source[]> =>
  sourcesTaken(
    beginning,
    { cited: sources, told: sources, likely: [], familiar: [], isMarked: true },
    { locale: language, name },
  );

export interface Library {
  name: string;
  locale: string;
  index: KnowledgeIndex;
  diary: readonly DiaryEntry[];
  open?: readonly string[];
  whole: readonly PassageSource[] | null;
  vectors?: VectorIndex | null;
  readPassages: ReadPassages;
  /** Passages beyond the index with some of these words, best first. */
  searchRest?(words: readonly string[]): readonly string[] | Promise<readonly string[]>;
}

export async function findEvidence(given: Library, asked: KnowledgeQuestion): Promise<Knowledge> {
  const library = { ...given, readPassages: readingOnce(given.readPassages) };
  const { name, locale, index, diary, whole, vectors } = library;
  const { query, found, leading, passages } = await prepareQuery(library, asked);
  const weighed = weighTwice(index, query, passages);
  const { ranked, certainty, isKnown } = weighed;
  const known = isKnown ? await readKnown(library, worthTelling(ranked), ranked) : [];
  const meant = asked.isPicked ? ranked.map(({ id }) => id) : worthAsking(weighed);
  const maybe = await readKnown(library, meant, ranked);
  const likely = [...known, ...(asked.isPicked ? [] : maybe)].map(({ source }) => source);
  const [first, second] = known;
  const byMeaning = asked.vector && vectors ? vectors.nearest(asked.vector, MOST_BEST).map(({ id }) => id) : [];
  return {
    evidence: known.map(({ evidence }) => evidence),
    sources: known.map(({ source }) => source),
    certainty,
    alike: first && second && areAlike(ranked) ? [first.evidence, second.evidence] : null,
    maybe,
    readBest: (most) => readKnown(library, worthReading(weighed, { found, leading, byMeaning }).slice(0, most), ranked),
    diary,
    open: library.open ?? [],
    whole,
    takenFrom: (reply, claim) => sourcesTaken(reply, { ...claim, likely }, { locale, name }),
  };
}

export async function prepareQuery(
  { name, locale, index, diary, readPassages, searchRest }: Library,
  { question, turns }: KnowledgeQuestion,
): Promise<{ query: Query; found: string[]; leading: string | null; passages: PassageText[] }> {
  // A witty reply about something unknown would mislead the search.
  const recentTurns = turns.filter(({ role }) => role === "user").map(({ content }) => unnamed(content, name));
  const asked = { question: unnamed(question, name), recentTurns };
  const searched = index.search(asked, MOST_BEST).passages;
  const inMemory = searched.map(({ id }) => id);
  const inRest = (await searchRest?.(contentWords(asked.question, locale, MOST_WORDS))) ?? [];
  const found = fuseRankings([inMemory, inRest]);
  const before = index.search({ question: recentTurns.at(-1) ?? "" }, MOST_EARLIER).passages.map(({ id }) => id);
  const ids = [...new Set([...found.slice(0, MOST_WEIGHED), ...before])];
  const read = await readPassages(ids);
  return {
    query: { ...asked, last: lastSources(turns, diary, read) },
    found,
    leading: leadingOf(searched),
    passages: read.map(({ id, documentId, document, text }) => ({
      ...{ id, documentId, text },
      title: withoutEnding(document),
    })),
  };
}

/** Call it in the transaction of the change; it locks the pet. False where there is none any more. */
export const touchKnowledge = (tx: Db, agentId: string): Promise<boolean> => queries.increaseVersion(tx, agentId);

export const hasSameWords = (one: string, other: string): boolean => plainWording(one) === plainWording(other);

/** The name alone, as one calls somebody, says nothing of what a question is about. */
function isOfPet({ name, language }: { name: string; language: string }, question: string): boolean {
  const called = question.replace(/^[^,،、，!]{1,40}[,،、，!]|[,،、，][^,،、，!]{1,40}$/u, (part) =>
    withoutName(part, name) === part ? part : " ",
  );
  if (withoutName(called, name) !== called) return true;
  return isAboutPet(question, language) && !isAboutAsker(called, language);
}

export function likeQuestion(pet: { name: string; language: string }, question: string) {
  const read = (text: string) => questionTerms(unnamed(text, pet.name), pet.language);
  const own = read(question);
  return {
    hasSubject: own.terms.size > 0,
    isAboutPet: isOfPet(pet, question),
    asks: asks(unnamed(question, pet.name), pet.language),
    goesOn: goesOn(unnamed(question, pet.name), pet.language),
    isSame: (other: string): boolean => isSameQuestion(own, read(other)),
  };
}

function asks(question: string, locale: string): boolean {
  const language = languageFor(detectLanguage(question, locale)) ?? languageFor(locale);
  return language === undefined || asksSomething(question, language);
}

/** Where a text reads as another language, an offered locale of that. */
export function localeOfText(text: string, locale: string): string {
  const code = detectLanguage(text, locale);
  if (code === languageOf(locale)) return locale;
  return languages.find((language) => languageOf(language.code) === code)?.code ?? locale;
}

/** 'Hello Tucker!' does not ask for the diary's answer on its name. */
function unnamed(question: string, name: string): string {
  const rest = withoutName(question, name);
  return rest.trim() === "" ? question : rest;
}

interface Built {
  index: KnowledgeIndex;
  diary: readonly DiaryEntry[];
  open: readonly string[];
  kept: readonly FoundPassage[] | null;
  vectors: VectorIndex | null;
  inMemoryTo: string | null;
  bytes: number;
}

type Pet = { id: string; knowledgeVersion: number; language: string; embeddedModel: string | null };
type Wanted = Omit<Pet, "id"> & { agentId: string };

const builds = new PQueue({ concurrency: BUILDS_AT_ONCE });

interface Deps {
  db: Db;
  log: Log;
}

/** Tests use several databases in one process. */
const caches = new WeakMap<Db, ReturnType<typeof createIndexCache<Wanted, Built>>>();

function cacheFor(deps: Deps) {
  const { db } = deps;
  const known = caches.get(db);
  if (known !== undefined) return known;
  const cache = createIndexCache<Wanted, Built>(MAX_BYTES, (newest) => builds.add(() => build(deps, newest())));
  caches.set(db, cache);
  return cache;
}

/** While the person reads and types. Never rejects. */
export async function prepareKnowledge(deps: Deps, { id, ...pet }: Pet): Promise<void> {
  const { knowledgeVersion, language, embeddedModel } = pet;
  try {
    await cacheFor(deps).get({ agentId: id, knowledgeVersion, language, embeddedModel });
  } catch (err) {
    deps.log.warn({ err, agentId: id }, "the pet's index could not be built before its first question");
  }
}

async function build({ db, log }: Deps, { agentId, language, embeddedModel }: Wanted): Promise<Built> {
  const answered = (await queries.readDiary(db, agentId)).map((entry) => ({
    ...entry,
    question: localizeQuestion(language, entry),
  }));
  const memories = await queries.readMemories(db, agentId);
  // Behind the diary, so that a new one changes no number in a prompt.
  const diary = [...answered, ...memories.map((memory) => memoryEntry(memory, language))];
  const open = await queries.readOpenQuestions(db, agentId, MOST_OPEN);
  const answers = bounded(diary);
  // Vectors take about as much as their words.
  const room = (PET_BYTES - answers.bytes) / (embeddedModel === null ? 1 : 2);
  const { kept, characters, inMemoryTo, ...passages } = await indexPassages({
    ...{ language, room, mostKept: WHOLE_LIBRARY_CHARACTERS, log },
    areMany: await queries.hasMorePassages(db, agentId, MOST_INDEXED_HERE),
    read: () => queries.readPassages(db, agentId),
  });
  await queries.setBeyondMemory(db, agentId, inMemoryTo !== null);
  const index = createKnowledgeIndex(language, passages.index);
  const rest = startSlices();
  for (const entry of answers.entries) {
    index.addDiary(entry);
    await rest();
  }
  const vectors = embeddedModel === null ? null : new VectorIndex(embeddedModel);
  if (vectors !== null) {
    for (const { id, vector, vectorModel } of memories)
      if (vector !== null && vectorModel === vectors.model) vectors.add(id, floatsOf(vector));
    for await (const { id, vector } of readVectors(db, agentId, vectors.model)) {
      if (vectors.bytes > room) break;
      vectors.add(id, vector);
      await rest();
    }
  }
  const keptBytes = kept === null ? 0 : characters * BYTES.perKeptCharacter;
  const bytes = Math.ceil(BYTES.pet + answers.bytes + index.passageBytes + keptBytes + (vectors?.bytes ?? 0));
  return {
    index,
    diary,
    open: open.map((one) => localizeQuestion(language, one)),
    kept: kept?.sort(byPlace) ?? null,
    vectors,
    inMemoryTo,
    bytes,
  };
}

/** At most half of a pet's room. */
function bounded(diary: readonly DiaryEntry[]): { entries: DiaryEntry[]; bytes: number } {
  let bytes = 0;
  const entries = diary.map((entry) => {
    // In very long diaries the later answers are searched by their beginning.
    const isFull = bytes > PET_BYTES / 4;
    const answer = isFull ? entry.answer.slice(0, CUT_ANSWER_CHARACTERS) : entry.answer;
    bytes += (entry.question.length + answer.length) * BYTES.perDiaryCharacter;
    return { ...entry, answer };
  });
  return { entries, bytes: Math.min(bytes, PET_BYTES / 2) };
}

const CUT_ANSWER_CHARACTERS = 500;

/** A stable order keeps a prompt the same. */
const byPlace = (one: FoundPassage, other: FoundPassage): number =>
  compare(one.document, other.document) || compare(one.documentId, other.documentId) || one.ordinal - other.ordinal;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Heap bytes by length of text, measured on diaries of 40 and 25 answers. */
const BYTES = { pet: 20_000, perDiaryCharacter: 100, perKeptCharacter: 2 } as const;

import PQueue from "p-queue";
import type { Db } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/observe/log.ts";
import type { Turn } from "#server/understanding/chat-turn.ts";
import { languageOf } from "#server/understanding/languages/languages.ts";
import { localizeQuestion } from "#server/understanding/languages/localize-question.ts";
import { withoutName } from "#server/understanding/languages/without-name.ts";
import { contentWords } from "#server/understanding/retrieval/analyze.ts";
import type { Evidence } from "#server/understanding/retrieval/evidence.ts";
import { detectLanguage } from "#server/understanding/retrieval/language.ts";
import { goesOn } from "#server/understanding/retrieval/question.ts";
import { plainWording } from "#server/understanding/retrieval/question-bank.ts";
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
import { fuseRankings } from "./embeddings/fuse.ts";
import { readVectors } from "./embeddings/queries.ts";
import { VectorIndex } from "./embeddings/vector-index.ts";
import { createIndexCache } from "./index-cache.ts";
import { indexPassages, withoutEnding } from "./index-passages.ts";
import {
  type FoundPassage,
  type KnownSource,
  type PassageSource,
  passageSource,
  type ReadPassage,
  type ReadPassages,
  readingOnce,
  readKnown,
} from "./known.ts";
import * as queries from "./queries.ts";
import { startSlices } from "./slices.ts";
import { sourcesTaken } from "./taken-from.ts";
import { weighTwice } from "./weigh-twice.ts";
import { areAlike, worthAsking, worthTelling } from "./worth-telling.ts";

/** Room for some 100 diaries of 40 answers, or 20 pets with 300 pages each, in a process that should stay below 300 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
/**
 * For one pet: some 3,500 pages. What is more is searched in the database. With those that are being built, the indexes of a
 * process take at most 128 MB.
 */
const PET_BYTES = 32 * 1024 * 1024;
const BUILDS_AT_ONCE = 2;
/** A pet with more passages has them indexed by a thread. Up to so many take less than the start of one. */
const MOST_INDEXED_HERE = 500;
/** How many passages that fit the question before are weighed too, for one that goes on with it. */
const MOST_EARLIER = 3;
/** How many words of a question are searched for in the database. */
const MOST_WORDS = 24;
/** How many passages are weighed as evidence; reading them and their sentences takes most of the time of a question. */
const MOST_WEIGHED = 8;
/** The most pieces that a language model gets to choose from, whether they answer the question or not. */
const MOST_BEST = 60;
/** The documents of a pet are kept in memory with their words up to this size: a library that a prompt may hold whole. */
const WHOLE_LIBRARY_CHARACTERS = 100_000;

export interface Knowledge {
  /** What answers the question, best first; empty where nothing is known. */
  evidence: Evidence[];
  /** The same in the same order, as shown under the reply. */
  sources: Source[];
  /** How likely it is that the first piece of evidence answers the question, from 0 to 1. */
  certainty: number;
  /** Two pieces that fit the question alike, where it takes the person to say which is meant. */
  alike: readonly [Evidence, Evidence] | null;
  /**
   * What the question may mean where nothing is known for it, best first: one or two pieces, to ask the person whether they
   * are meant. For a choice that was picked, all that it may stand for.
   */
  maybe: KnownSource[];
  /**
   * The diary answers and passages that fit the question best, best first, whether they answer it or not: for a language
   * model, which can tell that itself.
   */
  readBest(most: number): Promise<KnownSource[]>;
  /** Every diary answer, in the diary's order; the questions as a pet of this language asks them. */
  diary: readonly DiaryEntry[];
  /** Every passage of the documents, in their order; null where they are large. */
  whole: readonly PassageSource[] | null;
  /**
   * Those of the cited sources that the reply was taken from, as far as its words show it.
   * @param told all that the model was told
   */
  takenFrom(reply: string, cited: readonly Source[], told: readonly Source[]): Promise<Source[]>;
}

/** A question to a pet. */
export interface KnowledgeQuestion {
  question: string;
  /** Earlier turns, oldest first. */
  turns: readonly Turn[];
  /** Whether the person picked it of the choices that the reply before offered. */
  isPicked?: boolean;
  /** What the question means, of the model that the pet's vectors are of; null or left out where there is none. */
  vector?: Float32Array | null;
}

/**
 * What the pet knows about a question. Reads from the database the passages that are used, unless the library is small, and
 * all where the index is stale.
 */
export async function retrieve(
  deps: Deps,
  agent: Pet & { name: string },
  asked: KnowledgeQuestion,
): Promise<Knowledge> {
  const { db } = deps;
  const { index, diary, kept, vectors, inMemoryTo } = await cacheFor(deps).get({
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
  return findEvidence({ name, locale, index, diary, whole, vectors, readPassages, searchRest }, asked);
}

/** Those sources of a reply that its beginning alone was taken from, too. */
export const stillTakenFrom = (
  { name, language }: { name: string; language: string },
  beginning: string,
  sources: readonly Source[],
): Promise<Source[]> => sourcesTaken(beginning, sources, { locale: language, name, told: sources });

/** All that one pet can be asked about. */
export interface Library {
  /** The pet's. */
  name: string;
  locale: string;
  index: KnowledgeIndex;
  diary: readonly DiaryEntry[];
  whole: readonly PassageSource[] | null;
  /** Of diary answers and passages; null or left out where there is no embedding model. */
  vectors?: VectorIndex | null;
  readPassages: ReadPassages;
  /** The passages that are not in the index and hold some of these words, best first; left out where all are in it. */
  searchRest?(words: readonly string[]): readonly string[] | Promise<readonly string[]>;
}

/** What of the library answers the question. */
export async function findEvidence(given: Library, asked: KnowledgeQuestion): Promise<Knowledge> {
  const library = { ...given, readPassages: readingOnce(given.readPassages) };
  const { name, locale, index, diary, whole, vectors } = library;
  const { query, found, passages } = await prepareQuery(library, asked);
  const weighed = weighTwice(index, query, passages);
  const { ranked, certainty, isKnown } = weighed;
  const known = isKnown ? await readKnown(library, worthTelling(ranked), ranked) : [];
  const meant = asked.isPicked ? ranked.map(({ id }) => id) : worthAsking(weighed);
  const [first, second] = known;
  const byMeaning = asked.vector && vectors ? vectors.nearest(asked.vector, MOST_BEST).map(({ id }) => id) : [];
  return {
    evidence: known.map(({ evidence }) => evidence),
    sources: known.map(({ source }) => source),
    certainty,
    alike: first && second && areAlike(ranked) ? [first.evidence, second.evidence] : null,
    maybe: await readKnown(library, meant, ranked),
    readBest: (most) => readKnown(library, fuseRankings([ranked.map(({ id }) => id), found, byMeaning]).slice(0, most)),
    diary,
    whole,
    takenFrom: (reply, cited, told) => sourcesTaken(reply, cited, { locale, name, told }),
  };
}

/** The question as the index reads it, the passages that have most in common with it, and those that are weighed. */
export async function prepareQuery(
  { name, locale, index, diary, readPassages, searchRest }: Library,
  { question, turns }: KnowledgeQuestion,
): Promise<{ query: Query; found: string[]; passages: PassageText[] }> {
  // Only what the person said: a witty reply about something unknown would mislead the search.
  const recentTurns = turns.filter(({ role }) => role === "user").map(({ content }) => unnamed(content, name));
  const asked = { question: unnamed(question, name), recentTurns };
  const inMemory = index.search(asked, MOST_BEST).passages.map(({ id }) => id);
  const inRest = (await searchRest?.(contentWords(asked.question, locale, MOST_WORDS))) ?? [];
  const found = fuseRankings([inMemory, inRest]);
  const before = index.search({ question: recentTurns.at(-1) ?? "" }, MOST_EARLIER).passages.map(({ id }) => id);
  const ids = [...new Set([...found.slice(0, MOST_WEIGHED), ...before])];
  const read = await readPassages(ids);
  return {
    query: { ...asked, last: lastSources(turns, diary, read) },
    found,
    passages: read.map(({ id, documentId, document, text }) => ({
      ...{ id, documentId, text },
      title: withoutEnding(document),
    })),
  };
}

/** What the last reply was taken from, among the diary and these passages. */
function lastSources(
  turns: readonly Turn[],
  diary: readonly DiaryEntry[],
  passages: readonly ReadPassage[],
): { id: string; documentId: string | null }[] {
  const last = turns.findLast(({ role, sources }) => role === "assistant" && (sources?.length ?? 0) > 0);
  return (last?.sources ?? []).map((source) => {
    if (source.kind === "diary")
      return { id: diary.find(({ answer }) => answer === source.answer)?.id ?? "", documentId: null };
    const { documentId, passage } = source;
    return {
      id: passages.find((each) => each.documentId === documentId && each.text === passage)?.id ?? "",
      documentId,
    };
  });
}

/**
 * Makes every cached index of the pet stale, and locks the pet until the end of the transaction. Call it in the transaction
 * that changes its diary, documents or language. @returns false where there is no such pet any more
 */
export const touchKnowledge = (tx: Db, agentId: string): Promise<boolean> => queries.increaseVersion(tx, agentId);

/** Whether two questions are the same words, whatever their case, accents and punctuation. */
export const hasSameWords = (one: string, other: string): boolean => plainWording(one) === plainWording(other);

/** What can be told of a question to a pet without looking for its answer. */
export function likeQuestion(pet: { name: string; language: string }, question: string) {
  const read = (text: string) => questionTerms(unnamed(text, pet.name), pet.language);
  const own = read(question);
  return {
    /** Whether it has a word that says what it is about. */
    hasSubject: own.terms.size > 0,
    /** Whether it makes no sense without what was said before. */
    goesOn: goesOn(unnamed(question, pet.name), pet.language),
    isSame: (other: string): boolean => isSameQuestion(own, read(other)),
  };
}

/** The locale that a text is in: the given one unless it reads as another language, then one that is offered in that. */
export function localeOfText(text: string, locale: string): string {
  const code = detectLanguage(text, locale);
  if (code === languageOf(locale)) return locale;
  return languages.find((language) => languageOf(language.code) === code)?.code ?? locale;
}

/**
 * The question without the pet's name, which only addresses it: 'Hello Tucker!' does not ask for the diary's answer on its
 * name. A question of nothing but the name is left as it is.
 */
function unnamed(question: string, name: string): string {
  const rest = withoutName(question, name);
  return rest.trim() === "" ? question : rest;
}

interface Built {
  index: KnowledgeIndex;
  diary: readonly DiaryEntry[];
  /** Every passage of the documents, in their order; null where they are large. */
  kept: readonly FoundPassage[] | null;
  vectors: VectorIndex | null;
  /** The id of the last passage in the index where there are more; null where all are in it. */
  inMemoryTo: string | null;
  bytes: number;
}

/** A pet, with the version of its knowledge: each change of diary, documents or language makes a new one. */
type Pet = { id: string; knowledgeVersion: number; language: string; embeddedModel: string | null };
type Wanted = Omit<Pet, "id"> & { agentId: string };

const builds = new PQueue({ concurrency: BUILDS_AT_ONCE });

interface Deps {
  db: Db;
  log: Log;
}

/** One for each database, because tests use several in one process. */
const caches = new WeakMap<Db, ReturnType<typeof createIndexCache<Wanted, Built>>>();

function cacheFor(deps: Deps) {
  const { db } = deps;
  const known = caches.get(db);
  if (known !== undefined) return known;
  const cache = createIndexCache<Wanted, Built>(MAX_BYTES, (newest) => builds.add(() => build(deps, newest())));
  caches.set(db, cache);
  return cache;
}

/** Builds the pet's index while the person reads and types, so that the first question does not wait for it. Never rejects. */
export async function prepareKnowledge(deps: Deps, { id, ...pet }: Pet): Promise<void> {
  const { knowledgeVersion, language, embeddedModel } = pet;
  try {
    await cacheFor(deps).get({ agentId: id, knowledgeVersion, language, embeddedModel });
  } catch (err) {
    deps.log.warn({ err, agentId: id }, "the pet's index could not be built before its first question");
  }
}

async function build({ db, log }: Deps, { agentId, language, embeddedModel }: Wanted): Promise<Built> {
  const diary = (await queries.readDiary(db, agentId)).map((entry) => ({
    ...entry,
    question: localizeQuestion(language, entry),
  }));
  const answers = bounded(diary);
  // Vectors take about as much as the words that they are of.
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
  if (vectors !== null)
    for await (const { id, vector } of readVectors(db, agentId, vectors.model)) {
      if (vectors.bytes > room) break;
      vectors.add(id, vector);
      await rest();
    }
  const keptBytes = kept === null ? 0 : characters * BYTES.perKeptCharacter;
  const bytes = Math.ceil(BYTES.pet + answers.bytes + index.passageBytes + keptBytes + (vectors?.bytes ?? 0));
  return { index, diary, kept: kept?.sort(byPlace) ?? null, vectors, inMemoryTo, bytes };
}

/** The diary's answers, and about how many bytes they take: at most half of what a pet may have. */
function bounded(diary: readonly DiaryEntry[]): { entries: DiaryEntry[]; bytes: number } {
  let bytes = 0;
  const entries = diary.map((entry) => {
    // Only very long diaries come here: of the answers after that, the beginning is searched.
    const isFull = bytes > PET_BYTES / 4;
    const answer = isFull ? entry.answer.slice(0, CUT_ANSWER_CHARACTERS) : entry.answer;
    bytes += (entry.question.length + answer.length) * BYTES.perDiaryCharacter;
    return { ...entry, answer };
  });
  return { entries, bytes: Math.min(bytes, PET_BYTES / 2) };
}

const CUT_ANSWER_CHARACTERS = 500;

/** By document, and by the place in it: the same order each time, so that a prompt stays the same. */
const byPlace = (one: FoundPassage, other: FoundPassage): number =>
  compare(one.document, other.document) || compare(one.documentId, other.documentId) || one.ordinal - other.ordinal;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Heap bytes by length of text, measured on diaries of 40 and 25 answers in English and German. */
const BYTES = { pet: 20_000, perDiaryCharacter: 100, perKeptCharacter: 2 } as const;

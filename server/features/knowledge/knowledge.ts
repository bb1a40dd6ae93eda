import { setImmediate as nextTurn } from "node:timers/promises";
import type { Source } from "../../../shared/api/chat.ts";
import { languages } from "../../../shared/voices.ts";
import type { Db } from "../../db/client.ts";
import { languageOf } from "../../languages/languages.ts";
import { localizeQuestion } from "../../languages/localize-question.ts";
import type { Evidence, Turn } from "../../providers/llm/llm.ts";
import { fuseRankings } from "./embeddings/fuse.ts";
import { readVectors } from "./embeddings/queries.ts";
import { VectorIndex } from "./embeddings/vector-index.ts";
import { createIndexCache } from "./index-cache.ts";
import * as queries from "./queries.ts";
import { detectLanguage } from "./retrieval/language.ts";
import { plainWords } from "./retrieval/question-bank.ts";
import { createKnowledgeIndex, type DiaryEntry, type KnowledgeIndex, prepareLanguage } from "./retrieval/retrieval.ts";
import { comparable, isSameQuestion } from "./retrieval/same-question.ts";
import { createTakenFrom } from "./taken-from.ts";

/** Room for some 100 diaries of 40 answers, or 20 pets with 300 pages each, in a process that should stay below 300 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Indexing runs in the thread that also serves every open stream, so it pauses after this time to let them go on. */
const SLICE_MS = 8;
/**
 * The most pieces of each kind that a reply gets, and which part of the best one's score the others need. Of the 448 known
 * questions of bench/diaries, 96 % have the right answer among three; with this share, which leaves 1.5 on average, 94 %.
 */
const wanted = { diary: 3, passages: 5, share: 0.6 } as const;
/** The most pieces that a language model gets to choose from, whether they answer the question or not. */
const MOST_BEST = 60;
/** The documents of a pet are kept in memory with their words up to this size: a library that a prompt may hold whole. */
const WHOLE_LIBRARY_CHARACTERS = 100_000;

export interface Knowledge {
  /** What answers the question: diary answers, then passages, each best first; empty where nothing is known. */
  evidence: Evidence[];
  /** The same in the same order, as shown under the reply. */
  sources: Source[];
  /**
   * The diary answers and passages that fit the question best, best first, whether they answer it or not: for a language
   * model, which can tell that itself.
   */
  readBest(most: number): Promise<Known[]>;
  /** Every diary answer, in the diary's order; the questions as a pet of this language asks them. */
  diary: readonly DiaryEntry[];
  /** Every passage of the documents, in their order; null where they are large. */
  whole: readonly PassageSource[] | null;
  /**
   * Those of the cited sources that the reply was taken from, as far as its words show it.
   * @param told all that the model was told
   */
  takenFrom(reply: string, cited: readonly Source[], told: readonly Source[]): Source[];
}

type PassageSource = Extract<Source, { kind: "document" }>;

interface Known {
  evidence: Evidence;
  source: Source;
}

/** A question to a pet. */
export interface Asked {
  question: string;
  /** Earlier turns, oldest first. */
  turns: readonly Turn[];
  /** What the question means, of the model that the pet's vectors are of; null or left out where there is none. */
  vector?: Float32Array | null;
}

/**
 * What the pet knows about a question. Reads from the database the passages that are used, and all where the index is
 * stale.
 */
export async function retrieve(db: Db, agent: Pet & { name: string }, asked: Asked): Promise<Knowledge> {
  const { index, diary, whole, vectors } = await cacheFor(db).get({
    agentId: agent.id,
    knowledgeVersion: agent.knowledgeVersion,
    language: agent.language,
    embeddedModel: agent.embeddedModel,
  });
  const readPassages = (ids: string[]) => queries.findPassages(db, agent.id, ids);
  const { name, language: locale } = agent;
  return findEvidence({ name, locale, index, diary, whole, vectors, readPassages }, asked);
}

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
  readPassages(ids: string[]): Promise<Omit<FoundPassage, "ordinal">[]>;
}

type FoundPassage = Awaited<ReturnType<typeof queries.findPassages>>[number];

/** What of the library answers the question. */
export async function findEvidence(library: Library, { question, turns, vector }: Asked): Promise<Knowledge> {
  const { name, locale, index, diary, whole, vectors } = library;
  // Only what the person said: a witty reply about something unknown would mislead the search.
  const recentTurns = turns.filter(({ role }) => role === "user").map(({ content }) => content);
  const found = index.search(
    { question: withoutName(question, name), recentTurns },
    { diary: MOST_BEST, passages: MOST_BEST },
  );
  const claimed = await readKnown(library, [
    ...(found.diaryKnown ? above(found.diary.slice(0, wanted.diary)) : []),
    ...(found.passagesKnown ? above(found.passages.slice(0, wanted.passages)) : []),
  ]);
  const readBest = (most: number) => {
    const near = vector && vectors ? vectors.nearest(vector, MOST_BEST).map(({ id }) => id) : [];
    return readKnown(library, fuseRankings([idsOf(found.diary), idsOf(found.passages), near]).slice(0, most));
  };
  return {
    evidence: claimed.map(({ evidence }) => evidence),
    sources: claimed.map(({ source }) => source),
    readBest,
    diary,
    whole,
    takenFrom(reply, cited, told) {
      const isTakenFrom = createTakenFrom(locale, name, told);
      return cited.filter((source) => isTakenFrom(reply, source));
    },
  };
}

/** The diary answers and passages of these ids, in their order. */
async function readKnown({ diary, readPassages }: Library, ids: readonly string[]): Promise<Known[]> {
  const entries = new Map(diary.map((entry) => [entry.id, entry]));
  const inDocuments = ids.filter((id) => !entries.has(id));
  const passages = inDocuments.length === 0 ? [] : await readPassages(inDocuments);
  return ids.flatMap((id) => {
    const entry = entries.get(id);
    if (entry !== undefined) return knownEntry(entry);
    const passage = passages.find((found) => found.id === id);
    return passage === undefined ? [] : knownPassage(passage);
  });
}

const idsOf = (ranked: readonly Ranked[]): string[] => ranked.map(({ id }) => id);

const knownEntry = ({ key, question, answer }: DiaryEntry): Known => ({
  evidence: { kind: "diary", about: question, text: answer, page: null, key: key ?? null },
  source: { kind: "diary", filename: "Pet diary", question, answer },
});

const knownPassage = (passage: Omit<FoundPassage, "ordinal">): Known => ({
  evidence: { kind: "document", about: passage.document, text: passage.text, page: passage.page },
  source: passageSource(passage),
});

const passageSource = ({ document, documentId, page, text }: Omit<FoundPassage, "ordinal">): PassageSource => ({
  kind: "document",
  filename: document,
  documentId,
  page,
  passage: text,
});

/**
 * Makes every cached index of the pet stale, and locks the pet until the end of the transaction. Call it in the transaction
 * that changes its diary, documents or language. @returns false where there is no such pet any more
 */
export const touchKnowledge = (tx: Db, agentId: string): Promise<boolean> => queries.increaseVersion(tx, agentId);

/** Whether two questions are the same words, whatever their case, accents and punctuation. */
export const hasSameWords = (one: string, other: string): boolean => plainWords(one) === plainWords(other);

/** What can be told of a question to a pet without looking for its answer. */
export function likeQuestion(pet: { name: string; language: string }, question: string) {
  const read = (text: string) => comparable(withoutName(text, pet.name), pet.language);
  const own = read(question);
  return {
    /** Whether it has a word that says what it is about. */
    hasSubject: own.terms.size > 0,
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
 * name.
 */
function withoutName(question: string, name: string): string {
  const word = name.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (word === "") return question;
  const rest = question.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "giu"), " ");
  return rest.trim() === "" ? question : rest;
}

interface Ranked {
  id: string;
  score: number;
}

/** Those whose score is not far below the best. */
function above(ranked: readonly Ranked[]): string[] {
  const floor = (ranked[0]?.score ?? 0) * wanted.share;
  return idsOf(ranked.filter(({ score }) => score >= floor));
}

interface Built {
  index: KnowledgeIndex;
  diary: readonly DiaryEntry[];
  whole: readonly PassageSource[] | null;
  vectors: VectorIndex | null;
  bytes: number;
}

/** A pet, with the version of its knowledge: each change of diary, documents or language makes a new one. */
type Pet = { id: string; knowledgeVersion: number; language: string; embeddedModel: string | null };
type Wanted = Omit<Pet, "id"> & { agentId: string };

/** One for each database, because tests use several in one process. */
const caches = new WeakMap<Db, ReturnType<typeof createIndexCache<Wanted, Built>>>();

function cacheFor(db: Db) {
  const known = caches.get(db);
  if (known !== undefined) return known;
  const cache = createIndexCache<Wanted, Built>(MAX_BYTES, (pet) => build(db, pet));
  caches.set(db, cache);
  return cache;
}

async function build(db: Db, { agentId, language, embeddedModel }: Wanted): Promise<Built> {
  await prepareLanguage(language);
  const index = createKnowledgeIndex(language);
  const diary = (await queries.readDiary(db, agentId)).map((entry) => ({
    ...entry,
    question: localizeQuestion(language, entry),
  }));
  const rest = startSlices();
  let bytes = BYTES.pet;
  for (const entry of diary) {
    index.addDiary(entry);
    bytes += (entry.question.length + entry.answer.length) * BYTES.perDiaryCharacter;
    await rest();
  }
  const kept: FoundPassage[] = [];
  let characters = 0;
  for await (const batch of queries.readPassages(db, agentId)) {
    for (const passage of batch) {
      const { id, text, document } = passage;
      index.addPassage({ id, text, title: document.replace(/\.[a-z]{3,4}$/i, "") });
      bytes += text.length * BYTES.perPassageCharacter;
      characters += text.length;
      if (characters <= WHOLE_LIBRARY_CHARACTERS) kept.push(passage);
      await rest();
    }
  }
  index.finalize();
  const vectors = embeddedModel === null ? null : new VectorIndex(embeddedModel);
  if (vectors !== null)
    for await (const { id, vector } of readVectors(db, agentId, vectors.model)) {
      vectors.add(id, vector);
      await rest();
    }
  const isSmall = characters <= WHOLE_LIBRARY_CHARACTERS;
  if (isSmall) bytes += characters * BYTES.perKeptCharacter;
  const whole = isSmall ? kept.sort(byPlace).map(passageSource) : null;
  return { index, diary, whole, vectors, bytes: bytes + (vectors?.bytes ?? 0) };
}

/** By document, and by the place in it: the same order each time, so that a prompt stays the same. */
const byPlace = (one: FoundPassage, other: FoundPassage): number =>
  compare(one.document, other.document) || compare(one.documentId, other.documentId) || one.ordinal - other.ordinal;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Heap bytes by length of text, measured on 1,400 English abstracts, and on diaries of 40 and 25 answers in English and
 * German.
 */
const BYTES = { pet: 20_000, perDiaryCharacter: 100, perPassageCharacter: 3, perKeptCharacter: 2 } as const;

function startSlices(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Source } from "../../../shared/api/chat.ts";
import type { Db } from "../../db/client.ts";
import { localizeQuestion } from "../../languages/localize-question.ts";
import type { Evidence, Turn } from "../../providers/llm/llm.ts";
import { createIndexCache } from "./index-cache.ts";
import * as queries from "./queries.ts";
import { plainWords } from "./retrieval/question-bank.ts";
import { createKnowledgeIndex, type DiaryEntry, type KnowledgeIndex, prepareLanguage } from "./retrieval/retrieval.ts";

/** Room for some 100 diaries of 40 answers, or 20 pets with 300 pages each, in a process that should stay below 300 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Indexing runs in the thread that also serves every open stream, so it pauses after this time to let them go on. */
const SLICE_MS = 8;
/**
 * The most pieces of each kind that a reply gets, and which part of the best one's score the others need. Of the 448 known
 * questions of bench/diaries, 96 % have the right answer among three; with this share, which leaves 1.5 on average, 94 %.
 */
const wanted = { diary: 3, passages: 5, share: 0.6 } as const;

export interface Knowledge {
  /** What answers the question: diary answers, then passages, each best first; empty where nothing is known. */
  evidence: Evidence[];
  /** The same in the same order, as shown under the reply. */
  sources: Source[];
  /** Every diary answer, in the diary's order; the questions as a pet of this language asks them. */
  diary: readonly DiaryEntry[];
}

/**
 * What the pet knows about a question. Reads from the database the passages that are used, and all where the index is
 * stale.
 */
export async function retrieve(
  db: Db,
  agent: Pet & { name: string },
  question: string,
  turns: readonly Turn[],
): Promise<Knowledge> {
  const { index, diary } = await cacheFor(db).get({
    agentId: agent.id,
    knowledgeVersion: agent.knowledgeVersion,
    language: agent.language,
  });
  const readPassages = (ids: string[]) => queries.findPassages(db, agent.id, ids);
  return findEvidence({ name: agent.name, index, diary, readPassages }, question, turns);
}

/** All that one pet can be asked about. */
export interface Library {
  /** The pet's. */
  name: string;
  index: KnowledgeIndex;
  diary: readonly DiaryEntry[];
  readPassages(ids: string[]): Promise<FoundPassage[]>;
}

type FoundPassage = Awaited<ReturnType<typeof queries.findPassages>>[number];

/** What of the library answers the question. */
export async function findEvidence(library: Library, question: string, turns: readonly Turn[]): Promise<Knowledge> {
  const { name, index, diary } = library;
  // Only what the person said: a witty reply about something unknown would mislead the search.
  const recentTurns = turns.filter(({ role }) => role === "user").map(({ content }) => content);
  const found = index.search(
    { question: withoutName(question, name), recentTurns },
    { diary: wanted.diary, passages: wanted.passages },
  );
  const entries = found.diaryKnown ? pick(found.diary, diary) : [];
  const ids = found.passages.map(({ id }) => id);
  const passages = found.passagesKnown ? pick(found.passages, await library.readPassages(ids)) : [];
  return {
    evidence: [
      ...entries.map((entry): Evidence => ({ kind: "diary", about: entry.question, text: entry.answer, page: null })),
      ...passages.map(({ document, text, page }): Evidence => ({ kind: "document", about: document, text, page })),
    ],
    sources: [
      ...entries.map(
        ({ question: about, answer }): Source => ({ kind: "diary", filename: "Pet diary", question: about, answer }),
      ),
      ...passages.map(
        ({ document, documentId, page, text }): Source => ({
          kind: "document",
          filename: document,
          documentId,
          page,
          passage: text,
        }),
      ),
    ],
    diary,
  };
}

/**
 * Makes every cached index of the pet stale, and locks the pet until the end of the transaction. Call it in the transaction
 * that changes its diary, documents or language. @returns false where there is no such pet any more
 */
export const touchKnowledge = (tx: Db, agentId: string): Promise<boolean> => queries.increaseVersion(tx, agentId);

/** Whether two questions are the same words, whatever their case, accents and punctuation. */
export const hasSameWords = (one: string, other: string): boolean => plainWords(one) === plainWords(other);

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

/** The rows in the order of `ranked`, without those whose score is far below the best. */
function pick<Row extends { id: string }>(ranked: readonly Ranked[], rows: readonly Row[]): Row[] {
  const floor = (ranked[0]?.score ?? 0) * wanted.share;
  return ranked.filter(({ score }) => score >= floor).flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);
}

interface Built {
  index: KnowledgeIndex;
  diary: readonly DiaryEntry[];
  bytes: number;
}

/** A pet, with the version of its knowledge: each change of diary, documents or language makes a new one. */
type Pet = { id: string; knowledgeVersion: number; language: string };
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

async function build(db: Db, { agentId, language }: Wanted): Promise<Built> {
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
  for await (const batch of queries.readPassages(db, agentId)) {
    for (const { id, text, document } of batch) {
      index.addPassage({ id, text, title: document.replace(/\.[a-z]{3,4}$/i, "") });
      bytes += text.length * BYTES.perPassageCharacter;
      await rest();
    }
  }
  index.finalize();
  return { index, diary, bytes };
}

/**
 * Heap bytes by length of text, measured on 1,400 English abstracts, and on diaries of 40 and 25 answers in English and
 * German.
 */
const BYTES = { pet: 20_000, perDiaryCharacter: 100, perPassageCharacter: 3 } as const;

function startSlices(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}

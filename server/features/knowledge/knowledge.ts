import { setImmediate as nextTurn } from "node:timers/promises";
import type { Source } from "../../../shared/api/chat.ts";
import type { Db } from "../../db/client.ts";
import type { Evidence, Turn } from "../../providers/llm/llm.ts";
import { createIndexCache } from "./index-cache.ts";
import * as queries from "./queries.ts";
import { createKnowledgeIndex, type DiaryEntry, type KnowledgeIndex, prepareLanguage } from "./retrieval/retrieval.ts";

/** Some 100 diaries of 40 answers, or 20 pets with 300 pages each, in a process that should stay below 300 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Indexing is work of the one thread that also carries every open stream: it gives way this often. */
const SLICE_MS = 8;
/**
 * How many are used at most, and which part of the best one's score the others need: on the diaries of bench/, of 448
 * questions that were known 96 % keep the right answer among three, 94 % among the 1.5 that this share leaves.
 */
const wanted = { diary: 3, passages: 5, share: 0.6 } as const;

export interface Knowledge {
  /** What answers the question, best first, the diary before documents; empty where nothing is known. */
  evidence: Evidence[];
  /** The same in the same order, as shown under the reply. */
  sources: Source[];
  /** Every diary answer, in the diary's order. */
  diary: readonly DiaryEntry[];
}

/** What the pet knows about a question. Asks the database only for the passages that are used, and for an index anew. */
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
  // Only what the person said: a reply of wit about something unknown would lead astray.
  const recentTurns = turns.filter(({ role }) => role === "user").map(({ content }) => content);
  const found = index.search(
    { question: withoutName(question, agent.name), recentTurns },
    { diary: wanted.diary, passages: wanted.passages },
  );
  const entries = found.diaryKnown ? pick(found.diary, diary) : [];
  const passages = found.passagesKnown ? await readFound(db, agent.id, found.passages) : [];
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
 * Makes every cached index of the pet stale. Whoever changes its diary, documents or language calls this in the same
 * transaction. @returns false where the pet is gone
 */
export const touchKnowledge = (tx: Db, agentId: string): Promise<boolean> => queries.increaseVersion(tx, agentId);

/** Whom one talks to is not what one asks about: 'Hello Tucker!' is a greeting, though the diary tells of his name. */
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

async function readFound(db: Db, agentId: string, ranked: readonly Ranked[]) {
  return pick(
    ranked,
    await queries.findPassages(
      db,
      agentId,
      ranked.map(({ id }) => id),
    ),
  );
}

/** In the order of rank, without those that are far behind the best. */
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

/** One a database: tests have several in one process. */
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
  const diary = await queries.readDiary(db, agentId);
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

/** Measured as heap over text: 1,400 English abstracts, and diaries of 40 and 25 answers in English and German. */
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

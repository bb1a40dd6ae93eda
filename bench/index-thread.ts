/**
 * What it costs everybody else that a pet's documents are indexed: here in slices, or in a thread that hands the index over.
 *
 *   npx tsx bench/index-thread.ts [-- --passages 1500,10000 --rounds 5]
 *
 * An embedded PostgreSQL holds pets with so many passages of some 900 characters; three make a page. Their words are as
 * frequent as those of a language are (Zipf), with new ones to the end. Each way of indexing is measured in processes of its
 * own, as in a server that has been running for a while: the analysis is warm. The first build of the thread pays for its start, so
 * it is said beside the others.
 *
 * - CPU main: processor time of the thread that serves requests; CPU all: with the other threads and the collector of garbage.
 * - Longest stall: how late a timer of a millisecond came at most.
 *
 * Of the rounds the best counts of each figure, because other work on the machine only ever adds.
 */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { connect } from "#server/db/client.ts";
import { openDatabase } from "#server/db/open.ts";
import { readEnv } from "#server/env.ts";
import { indexPassages } from "#server/features/knowledge/index-passages.ts";
import { readPassages } from "#server/features/knowledge/queries.ts";
import { createKnowledgeIndex, prepareLanguage } from "#server/features/knowledge/retrieval/retrieval.ts";
import { createLog } from "#server/log.ts";
import { agents, documents, passages } from "#shared/schema.ts";

const { values } = parseArgs({
  options: {
    passages: { type: "string", default: "1500,10000" },
    rounds: { type: "string", default: "5" },
    // Given to the processes that it starts.
    url: { type: "string" },
    pet: { type: "string" },
    way: { type: "string" },
  },
});
const LANGUAGE = "en-US";
const ROOM = 32 * 1024 * 1024;
const WORDS_EACH = 150;
const RESOLUTION_MS = 1;
const rounds = Number(values.rounds);
const SYLLABLES = [
  "ba",
  "tel",
  "ri",
  "mon",
  "sa",
  "du",
  "ker",
  "vi",
  "lo",
  "pan",
  "gre",
  "fi",
  "nu",
  "sto",
  "ha",
  "ce",
  "wol",
  "qui",
];

if (values.url === undefined) await measureAll();
else await measureOne(values.url, values.pet ?? "", values.way === "thread");

async function measureAll(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "pet-talk-bench-"));
  const database = await openDatabase(readEnv({ DATA_DIR: dataDir, LOG_LEVEL: "silent" }), createLog("silent"));
  try {
    const rows: object[] = [];
    for (const size of values.passages.split(",").map(Number)) {
      const pet = await petWith(database.db, size);
      for (const way of ["here", "thread"])
        rows.push({ passages: size, way, ...(await childFor(database.url, pet, way)) });
    }
    console.table(rows);
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function childFor(url: string, pet: string, way: string): Promise<object> {
  return new Promise((resolve, reject) => {
    const child = fork(
      fileURLToPath(import.meta.url),
      ["--url", url, "--pet", pet, "--way", way, "--rounds", String(rounds)],
      {
        execArgv: ["--import", "tsx", "--expose-gc"],
      },
    );
    child.once("message", (row: object) => resolve(row));
    child.once("exit", (code) => reject(new Error(`A measurement ended with ${code}.`)));
  });
}

async function petWith(db: Awaited<ReturnType<typeof openDatabase>>["db"], size: number): Promise<string> {
  const [pet] = await db.insert(agents).values({ name: "Biscuit", systemPrompt: "" }).returning({ id: agents.id });
  if (pet === undefined) throw new Error("The pet was not inserted.");
  const [book] = await db
    .insert(documents)
    .values({
      ...{ agentId: pet.id, filename: "book.txt", originalName: "book.txt", fileSize: "1" },
      ...{ objectPath: "documents/book.txt", processingStatus: "processed" },
    })
    .returning({ id: documents.id });
  const random = seeded(7);
  for (let from = 0; from < size; from += 500)
    await db.insert(passages).values(
      Array.from({ length: Math.min(500, size - from) }, (_, at) => ({
        ...{ agentId: pet.id, documentId: book?.id ?? "", ordinal: from + at, content: textOf(random) },
      })),
    );
  return pet.id;
}

/** Words of the ranks 1, 2 ..., each as frequent as its rank is low. */
function textOf(random: () => number): string {
  const words = Array.from({ length: WORDS_EACH }, () => wordOf(Math.floor(Math.exp(random() * Math.log(400_000)))));
  return `${words.join(" ")}.`;
}

function wordOf(rank: number): string {
  let word = "";
  for (let rest = rank; rest > 0 || word === ""; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length] ?? "";
  return word;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function measureOne(url: string, agentId: string, areMany: boolean): Promise<void> {
  const log = createLog("warn");
  const { db, close } = connect(url, { max: 2, log: () => undefined });
  const index = () =>
    indexPassages({
      language: LANGUAGE,
      areMany,
      room: ROOM,
      mostKept: 100_000,
      log,
      read: () => readPassages(db, agentId),
    });
  await prepareLanguage(LANGUAGE);
  // Warms up the analysis and the driver, which a running server has used before.
  const warm = { language: LANGUAGE, areMany: false, room: 1024 * 1024, mostKept: 0, log };
  for (let time = 0; time < 3; time += 1) await indexPassages({ ...warm, read: () => readPassages(db, agentId) });
  const before = memory();
  const first = await costOf(index);
  const others: Cost[] = [];
  let { built } = first;
  for (let round = 0; round < rounds; round += 1) {
    const cost = await costOf(index);
    others.push(cost);
    built = cost.built;
  }
  for (const each of [first, ...others]) each.built = built;
  const kept = memory();
  const best = (figure: (cost: Cost) => number) => Math.min(...others.map(figure));
  const knowledge = createKnowledgeIndex(LANGUAGE, built.index);
  const row = {
    "first, ms": first.ms.toFixed(0),
    ms: best(({ ms }) => ms).toFixed(0),
    "CPU main, ms": best(({ main }) => main).toFixed(0),
    "CPU all, ms": best(({ all }) => all).toFixed(0),
    "first CPU all, ms": first.all.toFixed(0),
    "longest stall, ms": best(({ stall }) => stall).toFixed(1),
    "p99, ms": best(({ late }) => late).toFixed(1),
    "index, MB": ((kept.used - before.used) / 1e6).toFixed(1),
    "RSS grew, MB": ((kept.rss - before.rss) / 1e6).toFixed(0),
    ...searches(knowledge),
  };
  await close();
  process.send?.(row, () => process.exit(0));
}

interface Cost {
  ms: number;
  main: number;
  all: number;
  stall: number;
  late: number;
  built: Awaited<ReturnType<typeof indexPassages>>;
}

async function costOf(index: () => Promise<Cost["built"]>): Promise<Cost> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const before = { main: mainCpu(), all: process.cpuUsage(), at: performance.now() };
  delay.enable();
  const built = await index();
  const ms = performance.now() - before.at;
  delay.disable();
  const { user, system } = process.cpuUsage(before.all);
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  return {
    ...{ ms, built, main: mainCpu() - before.main, all: (user + system) / 1000 },
    ...{ stall: late(delay.max), late: late(delay.percentile(99)) },
  };
}

/** Milliseconds of the processor that the main thread had. */
function mainCpu(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;
}

function memory() {
  for (let time = 0; time < 3; time += 1) globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { used: heapUsed + external, rss };
}

function searches(index: ReturnType<typeof createKnowledgeIndex>) {
  const random = seeded(11);
  const questions = Array.from({ length: 300 }, () =>
    Array.from({ length: 6 }, () => wordOf(Math.floor(Math.exp(random() * Math.log(400_000))))).join(" "),
  );
  const times: number[] = [];
  const found: string[] = [];
  for (const question of questions) {
    const began = performance.now();
    found.push(...index.search({ question }, 10).passages.map(({ id, score }) => `${id} ${score}`));
    times.push(performance.now() - began);
  }
  const weighed: number[] = [];
  for (const question of questions) {
    const began = performance.now();
    index.weigh({ question: `${question} zzellaphant bateru` }, []);
    weighed.push(performance.now() - began);
  }
  const at = (list: number[], share: number) =>
    list.toSorted((a, b) => a - b)[Math.floor(share * list.length)] ?? Number.NaN;
  return {
    "search p50 / p95, ms": `${at(times, 0.5).toFixed(2)} / ${at(times, 0.95).toFixed(2)}`,
    "mistyped p50 / p95, ms": `${at(weighed, 0.5).toFixed(2)} / ${at(weighed, 0.95).toFixed(2)}`,
    found: createHash("sha256").update(found.join()).digest("hex").slice(0, 8),
  };
}

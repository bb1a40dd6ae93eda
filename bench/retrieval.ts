/**
 * Ranking quality and speed of the pet's retrieval on a test collection in the BEIR layout (corpus.jsonl, queries.jsonl,
 * qrels.tsv; Cranfield, say), through the code that answers a chat, beside plain BM25.
 *
 *   npm run bench:retrieval -- --dir DIR [--language en] [--write]
 *
 * nDCG@10 with the grades of the judgments as gains (binary where they are), recall@5, mean over the queries that have a
 * relevant document.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { PassageIndex } from "#server/understanding/retrieval/passage-index.ts";
import { weighTerms } from "#server/understanding/retrieval/question.ts";
import { createKnowledgeIndex } from "#server/understanding/retrieval/retrieval.ts";
import { report, spread } from "./results.ts";

const { values } = parseArgs({
  options: {
    dir: { type: "string" },
    language: { type: "string", default: "en" },
    write: { type: "boolean", default: false },
  },
});
if (values.dir === undefined) throw new Error("Say which collection to read: --dir DIR.");
const { dir, language } = values;
const record = z.object({ _id: z.coerce.string(), text: z.string().default(""), title: z.string().nullish() });
const corpus = readRecords("corpus.jsonl");
const judgments = readJudgments();
const queries = readRecords("queries.jsonl").filter(({ id }) => judgments.has(id));

type Search = (question: string) => string[];
const methods: Record<string, () => Search> = {
  "plain BM25": () => {
    const index = new PassageIndex(language, { titleWeight: 0 });
    for (const document of corpus) index.add(document);
    index.finalize();
    return (question) =>
      index.search(weighTerms(question, language), 10, { feedback: false }).passages.map(({ id }) => id);
  },
  "as in a chat": () => {
    const index = createKnowledgeIndex(language);
    for (const document of corpus) index.addPassage(document);
    index.finalize();
    return (question) => index.search({ question }, 10).passages.map(({ id }) => id);
  },
};
const rows = Object.entries(methods).map(([method, build]) => ({ method, ...measure(build) }));
report("retrieval", [{ title: `${corpus.length} documents, ${queries.length} queries`, rows }], values.write);

function measure(build: () => Search) {
  const began = performance.now();
  const search = build();
  const buildMs = performance.now() - began;
  // As in a server that has been running for a while.
  for (const { text } of queries.slice(0, 50)) search(text);
  const times: number[] = [];
  const gains: number[] = [];
  const recalls: number[] = [];
  for (const { id, text } of queries) {
    const relevant = judgments.get(id) ?? new Map<string, number>();
    const asked = performance.now();
    const found = search(text);
    times.push(performance.now() - asked);
    const ideal = discounted([...relevant.values()].sort((a, b) => b - a).slice(0, 10));
    gains.push(discounted(found.slice(0, 10).map((document) => relevant.get(document) ?? 0)) / ideal);
    recalls.push(found.slice(0, 5).filter((document) => relevant.has(document)).length / relevant.size);
  }
  return {
    ...{ "nDCG@10": mean(gains).toFixed(4), "recall@5": mean(recalls).toFixed(4) },
    ...{ "ms p50 / p95": spread(times, 2), "build, ms": Math.round(buildMs) },
  };
}

function readRecords(file: string) {
  return linesOf(file).map((line) => {
    const { _id: id, text, title } = record.parse(JSON.parse(line));
    return { id, text, title: title ?? "" };
  });
}

/** Grades by query and document. The first line may be a head. */
function readJudgments(): Map<string, Map<string, number>> {
  const grades = new Map<string, Map<string, number>>();
  for (const line of linesOf("qrels.tsv")) {
    const [query = "", document = "", grade] = line.split("\t");
    if (!(Number(grade) > 0)) continue;
    const relevant = grades.get(query) ?? new Map<string, number>();
    grades.set(query, relevant.set(document, Number(grade)));
  }
  return grades;
}

function linesOf(file: string): string[] {
  return readFileSync(path.join(dir, file), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
}

function discounted(grades: readonly number[]): number {
  return grades.reduce((sum, grade, place) => sum + grade / Math.log2(place + 2), 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

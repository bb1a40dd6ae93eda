/**
 * Ranking quality and speed of the pet's retrieval on a test collection in the BEIR layout (corpus.jsonl,
 * queries.jsonl, qrels.tsv), through the code that answers a chat.
 *
 *   npm run bench:retrieval -- --dir DIR [--language en]
 *
 * nDCG@10 with the grades of the judgements as gains (binary where they are), recall@5, mean over the queries that have
 * a relevant document. The last line is the chat's own row as JSON.
 */
import { createReadStream, existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { z } from "zod";
import { PassageIndex } from "#server/understanding/retrieval/passage-index.ts";
import { weighTerms } from "#server/understanding/retrieval/question.ts";
import { createKnowledgeIndex } from "#server/understanding/retrieval/retrieval.ts";

type Judgements = Map<string, Map<string, number>>;
interface Query {
  id: string;
  text: string;
}
interface Method {
  name: string;
  build(): (question: string) => string[];
}

const record = z.object({
  _id: z.coerce.string(),
  text: z.string().default(""),
  title: z
    .string()
    .nullish()
    .transform((title) => title ?? ""),
});

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { dir: { type: "string" }, language: { type: "string", default: "en" } } });
  if (!values.dir) throw new Error("Say which collection to read: --dir DIR (corpus.jsonl, queries.jsonl, qrels.tsv).");
  const corpus = await readRecords(path.join(values.dir, "corpus.jsonl"));
  const judgements = await readJudgements(path.join(values.dir, "qrels.tsv"));
  const queries = (await readRecords(path.join(values.dir, "queries.jsonl")))
    .map(({ _id, text }): Query => ({ id: _id, text }))
    .filter(({ id }) => judgements.has(id));
  if (queries.length === 0) throw new Error("No query of queries.jsonl has a relevant document in qrels.tsv.");

  console.log(`${corpus.length} documents, ${queries.length} queries with a relevant document\n`);
  console.log("method                     nDCG@10  odd     even    recall@5  ms p50  ms p95  build ms");
  let chat: Row | undefined;
  for (const method of methods(corpus, values.language)) {
    chat = measure(method, queries, judgements);
    console.log(
      [
        method.name.padEnd(26),
        ...[chat.ndcg, chat.ndcgOdd, chat.ndcgEven].map((value) => value.toFixed(4).padEnd(7)),
        chat.recall.toFixed(4).padEnd(9),
        chat.msP50.toFixed(2).padEnd(7),
        chat.msP95.toFixed(2).padEnd(7),
        chat.buildMs.toFixed(0),
      ].join(" "),
    );
  }
  if (chat) {
    const { ndcg, recall, msP50, msP95 } = chat;
    console.log(
      `\n${JSON.stringify({ ndcg10: round(ndcg), recall5: round(recall), msP50: round(msP50), msP95: round(msP95) })}`,
    );
  }
}

/** The methods to compare, simplest first; the last is that of the chat. */
function methods(corpus: z.infer<typeof record>[], language: string): Method[] {
  const passageIndex = (titleWeight: number, feedback: boolean) => () => {
    const index = new PassageIndex(language, { titleWeight });
    for (const { _id, text, title } of corpus) index.add({ id: _id, text, title });
    index.finalize();
    return (question: string) =>
      index.search(weighTerms(question, language), 10, { feedback }).passages.map(({ id }) => id);
  };
  return [
    { name: "plain BM25", build: passageIndex(0, false) },
    { name: "BM25, title counted twice", build: passageIndex(2, false) },
    { name: "plain BM25, feedback", build: passageIndex(0, true) },
    {
      name: "as in a chat",
      build: () => {
        const index = createKnowledgeIndex(language);
        for (const { _id, text, title } of corpus) index.addPassage({ id: _id, text, title });
        index.finalize();
        return (question) => index.search({ question }, 10).passages.map(({ id }) => id);
      },
    },
  ];
}

interface Row {
  ndcg: number;
  ndcgOdd: number;
  ndcgEven: number;
  recall: number;
  msP50: number;
  msP95: number;
  buildMs: number;
}

function measure(method: Method, queries: Query[], judgements: Judgements): Row {
  const began = performance.now();
  const search = method.build();
  const buildMs = performance.now() - began;
  // Warms up the compiler and the caches before the clock starts, as in a server that has been running for a while.
  for (const { text } of queries.slice(0, 50)) search(text);

  const times: number[] = [];
  const gains: number[] = [];
  const recalls: number[] = [];
  for (const { id, text } of queries) {
    const relevant = judgements.get(id) ?? new Map<string, number>();
    const asked = performance.now();
    const found = search(text);
    times.push(performance.now() - asked);
    gains.push(discounted(found.slice(0, 10).map((doc) => relevant.get(doc) ?? 0)) / ideal(relevant));
    recalls.push(found.slice(0, 5).filter((doc) => relevant.has(doc)).length / relevant.size);
  }
  times.sort((x, y) => x - y);
  return {
    ndcg: mean(gains),
    ndcgOdd: mean(gains.filter((_, place) => place % 2 === 0)),
    ndcgEven: mean(gains.filter((_, place) => place % 2 === 1)),
    recall: mean(recalls),
    msP50: times[Math.floor(times.length * 0.5)] ?? 0,
    msP95: times[Math.floor(times.length * 0.95)] ?? 0,
    buildMs,
  };
}

function ideal(relevant: Map<string, number>): number {
  return discounted([...relevant.values()].sort((x, y) => y - x).slice(0, 10));
}

function discounted(grades: number[]): number {
  return grades.reduce((sum, grade, place) => sum + grade / Math.log2(place + 2), 0);
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

async function readRecords(file: string): Promise<z.infer<typeof record>[]> {
  const records: z.infer<typeof record>[] = [];
  for await (const { line, number } of linesOf(file)) {
    const parsed = record.safeParse(jsonOf(line));
    if (!parsed.success) throw new Error(`${file}, line ${number}: expected a JSON object with _id and text.`);
    records.push(parsed.data);
  }
  return records;
}

async function readJudgements(file: string): Promise<Judgements> {
  const judgements: Judgements = new Map();
  for await (const { line, number } of linesOf(file)) {
    const [query, doc, grade] = line.split("\t");
    const gain = Number(grade);
    if (!query || !doc || grade === undefined || Number.isNaN(gain)) {
      if (number === 1) continue;
      throw new Error(`${file}, line ${number}: expected query, document and score, with tabs between.`);
    }
    if (gain <= 0) continue;
    const relevant = judgements.get(query) ?? new Map<string, number>();
    relevant.set(doc, gain);
    judgements.set(query, relevant);
  }
  return judgements;
}

async function* linesOf(file: string): AsyncGenerator<{ line: string; number: number }> {
  if (!existsSync(file)) throw new Error(`${file} is missing.`);
  let number = 0;
  for await (const line of createInterface({
    input: createReadStream(file, "utf8"),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number += 1;
    if (line.trim() !== "") yield { line, number };
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

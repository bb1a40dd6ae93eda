/**
 * How fast a document is stored, read, cut and indexed, and what that does to everyone else on the same server.
 *
 *     npm run bench:documents            (or `taskset -c 0 npx tsx bench/documents.ts` for one core, database included)
 *
 * Compiled (as in production) the child starts four times as fast. On a busy machine only ratios mean anything.
 *
 * A PDF of 350 full pages goes the way of an upload: file store, row, child process, passages, one transaction. From
 * its time that of a one-page PDF is taken off in the second figure: it is the start of the child, which compiles the
 * sources each time here and does not in production. The event loop is watched in the process that serves requests.
 *
 * The second table is of the built product: ten people read replies of 20 ms a token, first alone, then while the document
 * is uploaded and read; in two rounds. A gap is the wait between two pieces of a reply as a reader sees it.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { processDocument } from "#server/features/documents/process.ts";
import { addDocument } from "#server/features/documents/service.ts";
import { createInstanceRegistry } from "#server/platform/db/instance-registry.ts";
import { openDatabase } from "#server/platform/db/open.ts";
import { readEnv } from "#server/platform/env.ts";
import { createFileStore } from "#server/platform/files/create.ts";
import { createJobQueue } from "#server/platform/jobs/queue.ts";
import { createLog } from "#server/platform/observe/log.ts";
import { agents } from "#shared/schema.ts";
import { besideStreams } from "./documents/beside-streams.ts";
import { pdfOf } from "./documents/pdf.ts";

const PAGES = 350;
const RUNS = 3;
/** The resolution of the event loop's monitor; subtracted from the delays below. */
const RESOLUTION_MS = 1;

const dataDir = await mkdtemp(join(tmpdir(), "pet-talk-bench-"));
const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
const log = createLog(env.LOG_LEVEL);
const database = await openDatabase(env, log);
const instances = await createInstanceRegistry({ url: database.url, log });
try {
  const { db, pool } = database;
  const jobs = await createJobQueue({ pool, db, log, instances });
  const deps = { env, log, db, files: createFileStore(env), jobs };
  const [agent] = await db.insert(agents).values({ name: "Biscuit", systemPrompt: "" }).returning();
  if (agent === undefined) throw new Error("The pet was not inserted.");
  const book = await pdfOf(PAGES);
  const leaf = await pdfOf(1);
  const rows: Record<string, string | number>[] = [];
  for (let run = 1; run <= RUNS; run += 1) {
    const short = await timeOf(() => process(deps, agent, leaf));
    const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    delay.enable();
    const long = await timeOf(() => process(deps, agent, book));
    delay.disable();
    const milliseconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS).toFixed(1);
    rows.push({
      run,
      "one page, s": (short / 1000).toFixed(2),
      [`${PAGES} pages, s`]: (long / 1000).toFixed(2),
      "pages/s": Math.round((PAGES * 1000) / long),
      "pages/s once started": Math.round(((PAGES - 1) * 1000) / (long - short)),
      "loop p50, ms": milliseconds(delay.percentile(50)),
      "loop p99, ms": milliseconds(delay.percentile(99)),
      "loop max, ms": milliseconds(delay.max),
    });
  }
  console.table(rows);
} finally {
  await instances.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}
console.table(await besideStreams(PAGES));

async function process(
  deps: Parameters<typeof addDocument>[0],
  pet: Parameters<typeof addDocument>[2],
  bytes: Buffer,
): Promise<void> {
  const uploaded = { bytes, originalName: "book.pdf", declaredType: "application/pdf" };
  const { id } = await addDocument(deps, { user: null, ip: null }, pet, uploaded);
  await processDocument(deps, id);
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

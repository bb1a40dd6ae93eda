import type { Db } from "#server/platform/db/client.ts";
import type { Env } from "#server/platform/env.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import { releaseJobsOfDeadWorkers } from "#server/platform/jobs/dead-workers.ts";
import type { CronJob, JobQueue } from "#server/platform/jobs/queue.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { touchKnowledge } from "../knowledge/knowledge.ts";
import { type Extraction, extract } from "./extract.ts";
import { failures, UnreadableDocument } from "./failure.ts";
import * as queries from "./queries.ts";
import { findStranded, isLastAttempt, jobKey, lockForProcessing, markFailed } from "./queries.ts";

export interface ProcessDeps {
  env: Pick<Env, "PROCESSING_TIMEOUT_S">;
  log: Log;
  db: Db;
  files: FileStore;
}

/** May run again, also after the process was killed. Throws where another try may succeed. */
export async function processDocument(deps: ProcessDeps, id: string): Promise<void> {
  const { db, log } = deps;
  // Holds the lock, which shows other processes that this one lives.
  await db.transaction(async (holder) => {
    if (!(await lockForProcessing(holder, id))) throw new Error("The document is being read elsewhere.");
    try {
      await read(deps, id);
    } catch (error) {
      if (error instanceof UnreadableDocument) {
        log.info({ document: id, reason: error.kind }, "document not readable");
        await queries.markFailed(db, id, error.message);
        return;
      }
      if (!(await isLastAttempt(db, id))) throw error;
      log.error({ err: error, document: id }, "document given up");
      await queries.markFailed(db, id, failures.unexpected);
    }
  });
}

async function read(deps: ProcessDeps, id: string): Promise<void> {
  const document = await queries.beginProcessing(deps.db, id);
  if (document === null) return;
  const extraction = await extractStored(deps, document);
  await deps.db.transaction((tx) => store(tx, document.agentId, id, extraction));
}

/** Throws UnreadableDocument also where the file is gone. */
export async function extractStored(
  { env, files }: ProcessDeps,
  { filename, objectPath }: { filename: string; objectPath: string },
): Promise<Extraction> {
  const bytes = await files.read(objectPath);
  if (bytes === null) throw new UnreadableDocument("file_gone");
  const kind = filename.endsWith(".pdf") ? "pdf" : "txt";
  return extract(bytes, kind, { timeoutMs: env.PROCESSING_TIMEOUT_S * 1000 });
}

/** Locks the pet first, as `deleteDocument` does. */
export async function store(
  tx: Db,
  agentId: string,
  id: string,
  { text, pageCount, passages }: Extraction,
): Promise<void> {
  if (!(await touchKnowledge(tx, agentId))) return;
  if (!(await queries.markProcessed(tx, id, { text, pageCount }))) return;
  await queries.replacePassages(tx, agentId, id, passages);
}

interface ResumeDeps {
  db: Db;
  jobs: JobQueue;
  log: Log;
}

export async function resumeDocuments({ db, jobs, log }: ResumeDeps): Promise<void> {
  const released = await releaseJobsOfDeadWorkers(db);
  if (released > 0) log.info({ workers: released }, "jobs of dead processes released");
  for (const { id, exhausted } of await findStranded(db)) {
    // A document read at each death of a process may be its cause.
    if (exhausted) await markFailed(db, id, failures.unexpected);
    else await jobs.enqueue(db, "process_document", { documentId: id }, { key: jobKey(id) });
  }
}

/** Most of the time is for documents that somebody waits for. */
const ROUND_MS = 60_000;

export const readAgainCronJob: CronJob = { name: "read_documents_again", match: "*/5 * * * *", firstAfterSeconds: 120 };

/** What can't be read now stays as it was. */
export async function readDocumentsAgain(deps: ProcessDeps): Promise<void> {
  const { db, log } = deps;
  const deadline = performance.now() + ROUND_MS;
  const failed: string[] = [];
  while (performance.now() < deadline) {
    const document = await queries.findReadBefore(db, failed);
    if (document === null) return;
    const { id, agentId, extractedText } = document;
    try {
      const extraction = await extractStored(deps, document);
      if (extraction.text === extractedText) await queries.keepAsRead(db, id);
      else await db.transaction((tx) => store(tx, agentId, id, extraction));
    } catch (err) {
      if (err instanceof UnreadableDocument) await queries.keepAsRead(db, id);
      else {
        // The next round tries it once more.
        log.warn({ err, document: id }, "a document could not be read again");
        failed.push(id);
      }
    }
  }
}

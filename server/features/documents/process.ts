import type { Db } from "#server/platform/db/client.ts";
import type { Env } from "#server/platform/env.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { touchKnowledge } from "../knowledge/knowledge.ts";
import { type Extraction, extract } from "./extract.ts";
import { failures, UnreadableDocument } from "./failure.ts";
import { isLastAttempt, lockForProcessing } from "./job-queries.ts";
import * as queries from "./queries.ts";

export interface ProcessDeps {
  env: Pick<Env, "PROCESSING_TIMEOUT_S">;
  log: Log;
  db: Db;
  files: FileStore;
}

/**
 * Takes a document from `pending` to `processed` or `failed`. May run any number of times, also after the process was
 * killed at any point.
 * @throws where another try may succeed, which the queue makes
 */
export async function processDocument(deps: ProcessDeps, id: string): Promise<void> {
  const { db, log } = deps;
  // This transaction only holds the lock while the document is read: it shows the other processes that this one lives.
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

/** @throws UnreadableDocument also where the file is gone */
export async function extractStored(
  { env, files }: ProcessDeps,
  { filename, objectPath }: { filename: string; objectPath: string },
): Promise<Extraction> {
  const bytes = await files.read(objectPath);
  // Or the document was deleted, and nobody sees this failure.
  if (bytes === null) throw new UnreadableDocument("file_gone");
  const kind = filename.endsWith(".pdf") ? "pdf" : "txt";
  return extract(bytes, kind, { timeoutMs: env.PROCESSING_TIMEOUT_S * 1000 });
}

/** Does nothing where the document was deleted meanwhile. Locks the pet first, in the same order as `deleteDocument`. */
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

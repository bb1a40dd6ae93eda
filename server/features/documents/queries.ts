import { and, count, desc, eq, inArray, lt, notInArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { agents, documents, passages } from "#shared/schema.ts";
import type { Passage } from "./extract.ts";
import { passingFailures } from "./failure.ts";

/** Enqueueing again replaces the waiting job. */
export const jobKey = (documentId: string): string => `document:${documentId}`;

/** PostgreSQL releases it when the process dies. */
const lockKey = (documentId: string) => sql`hashtextextended(${jobKey(documentId)}, 0)`;

/** The transaction may be idle while the document is read; false where it is locked already. */
export async function lockForProcessing(tx: Db, documentId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(sql`
    select set_config('idle_in_transaction_session_timeout', '0', true),
      pg_try_advisory_xact_lock(${lockKey(documentId)}) as locked`);
  return rows[0]?.locked === true;
}

export async function isLastAttempt(db: Db, documentId: string): Promise<boolean> {
  const { rows } = await db.execute<{ last: boolean }>(sql`
    select attempts >= max_attempts as last from graphile_worker.jobs where key = ${jobKey(documentId)}`);
  return rows[0]?.last === true;
}

/** Without a job, or with one that used up its attempts by dying with its process. */
export async function findStranded(db: Db): Promise<{ id: string; exhausted: boolean }[]> {
  const { rows } = await db.execute<{ id: string; exhausted: boolean }>(sql`
    select documents.id, jobs.id is not null as exhausted
    from documents left join graphile_worker.jobs on jobs.key = 'document:' || documents.id
    where documents.processing_status in ('pending', 'processing')
      and (jobs.id is null or (jobs.locked_at is null and jobs.attempts >= jobs.max_attempts))`);
  return rows;
}

const shown = {
  id: documents.id,
  agentId: documents.agentId,
  filename: documents.filename,
  originalName: documents.originalName,
  fileSize: documents.fileSize,
  pageCount: documents.pageCount,
  processingStatus: documents.processingStatus,
  failureReason: documents.failureReason,
  canRetry: sql<boolean>`${documents.processingStatus} = 'failed' and ${inArray(documents.failureReason, [...passingFailures])}`,
  createdAt: documents.createdAt,
};

/** Older readings are read again. 2: right-to-left lines, fields and notes, labels. */
const READER_VERSION = 2;

/** About half a megabyte, prepared between two requests. */
const PASSAGES_AT_ONCE = 500;

const UNFINISHED: ("pending" | "processing")[] = ["pending", "processing"];

export function listDocuments(db: Db, agentId: string) {
  return db
    .select(shown)
    .from(documents)
    .where(eq(documents.agentId, agentId))
    .orderBy(desc(documents.createdAt), desc(documents.id));
}

export async function findDocument(db: Db, id: string) {
  const [found] = await db
    .select({ id: documents.id, agentId: documents.agentId })
    .from(documents)
    .where(eq(documents.id, id));
  return found ?? null;
}

export async function countDocuments(db: Db, agentId: string): Promise<number> {
  const [counted] = await db.select({ number: count() }).from(documents).where(eq(documents.agentId, agentId));
  return counted?.number ?? 0;
}

/** Keeps the number of documents until the end of the transaction; false where the pet was deleted. */
export async function lockAgent(tx: Db, agentId: string): Promise<boolean> {
  const found = await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, agentId)).for("no key update");
  return found.length === 1;
}

export async function insertDocument(tx: Db, values: typeof documents.$inferInsert) {
  const [created] = await tx.insert(documents).values(values).returning(shown);
  if (created === undefined) throw new Error("The document was not inserted.");
  return created;
}

export async function restartFailed(tx: Db, id: string) {
  const [restarted] = await tx
    .update(documents)
    .set({ processingStatus: "pending", failureReason: null, updatedAt: sql`now()` })
    .where(and(eq(documents.id, id), eq(documents.processingStatus, "failed")))
    .returning(shown);
  return restarted ?? null;
}

export async function deleteDocument(tx: Db, id: string): Promise<boolean> {
  const deleted = await tx.delete(documents).where(eq(documents.id, id)).returning({ id: documents.id });
  return deleted.length === 1;
}

/** Also after a killed process; null where nothing is left to do. */
export async function beginProcessing(db: Db, id: string) {
  const [begun] = await db
    .update(documents)
    .set({ processingStatus: "processing", updatedAt: sql`now()` })
    .where(and(eq(documents.id, id), inArray(documents.processingStatus, UNFINISHED)))
    .returning({ agentId: documents.agentId, filename: documents.filename, objectPath: documents.objectPath });
  return begun ?? null;
}

export async function markFailed(db: Db, id: string, failureReason: string): Promise<void> {
  await db
    .update(documents)
    .set({ processingStatus: "failed", failureReason, updatedAt: sql`now()` })
    .where(and(eq(documents.id, id), inArray(documents.processingStatus, UNFINISHED)));
}

export async function markProcessed(tx: Db, id: string, read: { text: string; pageCount: number }): Promise<boolean> {
  const processed = await tx
    .update(documents)
    .set({
      processingStatus: "processed",
      failureReason: null,
      extractedText: read.text,
      pageCount: read.pageCount,
      readerVersion: READER_VERSION,
      updatedAt: sql`now()`,
    })
    .where(eq(documents.id, id))
    .returning({ id: documents.id });
  return processed.length === 1;
}

export async function findReadBefore(db: Db, but: readonly string[]) {
  const [found] = await db
    .select({
      id: documents.id,
      agentId: documents.agentId,
      filename: documents.filename,
      objectPath: documents.objectPath,
      extractedText: documents.extractedText,
    })
    .from(documents)
    .where(
      and(
        eq(documents.processingStatus, "processed"),
        lt(documents.readerVersion, READER_VERSION),
        notInArray(documents.id, [...but]),
      ),
    )
    .orderBy(documents.createdAt)
    .limit(1);
  return found ?? null;
}

export async function keepAsRead(db: Db, id: string): Promise<void> {
  await db.update(documents).set({ readerVersion: READER_VERSION }).where(eq(documents.id, id));
}

export async function replacePassages(tx: Db, agentId: string, documentId: string, found: readonly Passage[]) {
  await tx.delete(passages).where(eq(passages.documentId, documentId));
  for (let at = 0; at < found.length; at += PASSAGES_AT_ONCE) {
    const batch = found.slice(at, at + PASSAGES_AT_ONCE);
    const pages = sql.param(batch.map(({ page }) => page));
    const contents = sql.param(batch.map(({ content }) => content));
    // The query builder would block for 70 ms with so many rows.
    await tx.execute(sql`
      insert into passages (agent_id, document_id, page, ordinal, content)
      select ${agentId}, ${documentId}, page, ${at}::int + position - 1, content
      from unnest(${pages}::int[], ${contents}::text[]) with ordinality as passage (page, content, position)`);
  }
}

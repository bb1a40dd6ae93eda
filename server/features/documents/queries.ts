import { and, count, desc, eq, inArray, lt, notInArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { agents, documents, passages } from "#shared/schema.ts";
import type { Passage } from "./extract.ts";
import { passingFailures } from "./failure.ts";

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

/**
 * Of what reads documents; one more when it reads them otherwise. What an older one has read is read again.
 * 2: lines from right to left, fields and notes, lines with labels.
 */
const READER_VERSION = 2;

/** About half a megabyte, which this process can prepare between two requests. */
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

/**
 * Locks the pet until the end of the transaction, so that the number of its documents stays; false where it was deleted.
 */
export async function lockAgent(tx: Db, agentId: string): Promise<boolean> {
  const found = await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, agentId)).for("no key update");
  return found.length === 1;
}

export async function insertDocument(tx: Db, values: typeof documents.$inferInsert) {
  const [created] = await tx.insert(documents).values(values).returning(shown);
  if (created === undefined) throw new Error("The document was not inserted.");
  return created;
}

/** Makes a failed document `pending` again; null where it did not fail. */
export async function restartFailed(tx: Db, id: string) {
  const [restarted] = await tx
    .update(documents)
    .set({ processingStatus: "pending", failureReason: null, updatedAt: sql`now()` })
    .where(and(eq(documents.id, id), eq(documents.processingStatus, "failed")))
    .returning(shown);
  return restarted ?? null;
}

/** Deletes the document with its passages; false where there is none. */
export async function deleteDocument(tx: Db, id: string): Promise<boolean> {
  const deleted = await tx.delete(documents).where(eq(documents.id, id)).returning({ id: documents.id });
  return deleted.length === 1;
}

/** Sets `processing`, also where a killed process left it so; null where there is nothing left to do. */
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

/** False where the document was deleted meanwhile. */
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

/** One of the documents that an older reader has read, but these; null where there is none. */
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

/** Leaves what was read before as it is. */
export async function keepAsRead(db: Db, id: string): Promise<void> {
  await db.update(documents).set({ readerVersion: READER_VERSION }).where(eq(documents.id, id));
}

export async function replacePassages(tx: Db, agentId: string, documentId: string, found: readonly Passage[]) {
  await tx.delete(passages).where(eq(passages.documentId, documentId));
  for (let at = 0; at < found.length; at += PASSAGES_AT_ONCE) {
    const batch = found.slice(at, at + PASSAGES_AT_ONCE);
    const pages = sql.param(batch.map(({ page }) => page));
    const contents = sql.param(batch.map(({ content }) => content));
    // As arrays, because the query builder blocks this process and its streams for 70 ms with so many rows.
    await tx.execute(sql`
      insert into passages (agent_id, document_id, page, ordinal, content)
      select ${agentId}, ${documentId}, page, ${at}::int + position - 1, content
      from unnest(${pages}::int[], ${contents}::text[]) with ordinality as passage (page, content, position)`);
  }
}

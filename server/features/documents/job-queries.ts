import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";

/** The job key of a document: enqueueing its job again replaces the waiting one. */
export const jobKey = (documentId: string): string => `document:${documentId}`;

/** The advisory lock that a process holds while it works on a document; PostgreSQL releases it when the process dies. */
const lockKey = (documentId: string) => sql`hashtextextended(${jobKey(documentId)}, 0)`;

/**
 * Locks the document until the end of the transaction, which may be idle while the document is read; false where it is
 * locked already.
 */
export async function lockForProcessing(tx: Db, documentId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(sql`
    select set_config('idle_in_transaction_session_timeout', '0', true),
      pg_try_advisory_xact_lock(${lockKey(documentId)}) as locked`);
  return rows[0]?.locked === true;
}

/** Whether the queue will not run this document's job again if it fails now. */
export async function isLastAttempt(db: Db, documentId: string): Promise<boolean> {
  const { rows } = await db.execute<{ last: boolean }>(sql`
    select attempts >= max_attempts as last from graphile_worker.jobs where key = ${jobKey(documentId)}`);
  return rows[0]?.last === true;
}

/** Unfinished documents without a job, or whose job has used up its attempts (because each was killed with its process). */
export async function findStranded(db: Db): Promise<{ id: string; exhausted: boolean }[]> {
  const { rows } = await db.execute<{ id: string; exhausted: boolean }>(sql`
    select documents.id, jobs.id is not null as exhausted
    from documents left join graphile_worker.jobs on jobs.key = 'document:' || documents.id
    where documents.processing_status in ('pending', 'processing')
      and (jobs.id is null or (jobs.locked_at is null and jobs.attempts >= jobs.max_attempts))`);
  return rows;
}

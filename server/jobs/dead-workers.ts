import { sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";

/**
 * Gives back the jobs of worker processes that died: theirs are those that are taken although nobody holds the document,
 * or the job (queue.ts). Left alone, the queue would wait four hours. A worker that has only just taken a job is
 * let be.
 */
export async function releaseJobsOfTheDead(db: Db): Promise<number> {
  const { rows } = await db.execute<{ locked_by: string }>(sql`
    with dead as (
      select array_agg(distinct jobs.locked_by) as workers
      from graphile_worker.jobs
      where jobs.locked_at < now() - interval '2 seconds' and (jobs.key is not null or jobs.task_identifier <> 'process_document')
        and not exists (
          select from pg_locks
          where locktype = 'advisory' and objsubid = 1 and granted
            and database = (select oid from pg_database where datname = current_database())
            and ((classid::bigint << 32) | objid::bigint) = hashtextextended(
              case jobs.task_identifier when 'process_document' then jobs.key else 'job:' || jobs.id end, 0)
        )
    )
    select unnest(workers) as locked_by, graphile_worker.force_unlock_workers(workers) from dead where workers is not null`);
  return rows.length;
}

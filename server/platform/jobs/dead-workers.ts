import { sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { isDeadName } from "../db/instance-registry.ts";

/**
 * Releases the jobs of worker pools whose process died (queue.ts registers each pool); the queue itself would wait four
 * hours. A job that was taken a moment ago is left alone, because its pool may not be registered yet.
 * @returns how many pools had died
 */
export async function releaseJobsOfDeadWorkers(db: Db): Promise<number> {
  const { rows } = await db.execute(sql`
    with dead as (
      select array_agg(distinct jobs.locked_by) as workers
      from graphile_worker.jobs
      where jobs.locked_at < now() - interval '2 seconds' and ${isDeadName(sql`jobs.locked_by`)}
    )
    select unnest(workers), graphile_worker.force_unlock_workers(workers) from dead where workers is not null`);
  return rows.length;
}

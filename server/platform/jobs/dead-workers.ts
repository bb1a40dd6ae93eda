import { sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { isDeadName } from "../db/instance-registry.ts";

/** The queue would wait four hours. A job taken a moment ago may belong to a pool that is not registered yet. */
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

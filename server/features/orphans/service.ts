import type { Db } from "../../db/client.ts";
import type { JobHandlers, JobQueue } from "../../jobs/queue.ts";
import { type SweepDeps, sweepFiles } from "./sweep.ts";

/** Once a start's rush is over. */
const AFTER_START_S = 5 * 60;
const DAY_S = 24 * 60 * 60;
const KEY = "sweep_files";

/** Of all processes one sweeps: it waits under one key, and the next sweep is enqueued by the last. */
export const sweepSoon = (deps: { db: Db; jobs: JobQueue }): Promise<void> => sweepAfter(deps, AFTER_START_S);

export function orphanJobs(deps: SweepDeps & { jobs: JobQueue }): Pick<JobHandlers, "sweep_files"> {
  return {
    async sweep_files() {
      await sweepFiles(deps);
      await sweepAfter(deps, DAY_S);
    },
  };
}

const sweepAfter = ({ db, jobs }: { db: Db; jobs: JobQueue }, delay: number): Promise<void> =>
  jobs.enqueue(db, "sweep_files", {}, { key: KEY, delay });

import type { CronJob, JobHandlers } from "#server/platform/jobs/queue.ts";
import { type SweepDeps, sweepFiles } from "./sweep.ts";

/** At night in Europe, and five minutes after a start. */
export const orphanCronJob: CronJob = { name: "sweep_files", match: "40 2 * * *", firstAfterSeconds: 5 * 60 };

export function orphanJobs(deps: SweepDeps): Pick<JobHandlers, "sweep_files"> {
  return {
    async sweep_files() {
      await sweepFiles(deps);
    },
  };
}

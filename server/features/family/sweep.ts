import type { Db } from "#server/platform/db/client.ts";
import type { CronJob, JobHandlers } from "#server/platform/jobs/queue.ts";
import { sweepContributions } from "../contributions/contributions.ts";
import { deleteDeadLinks } from "./queries.ts";

export const familyCronJob: CronJob = { name: "sweep_family", match: "10 * * * *", firstAfterSeconds: 4 * 60 };

/** Contributions that nobody answered, and links of pets that are long gone. */
export const familyJobs = ({ db }: { db: Db }): Pick<JobHandlers, "sweep_family"> => ({
  async sweep_family() {
    await sweepContributions(db);
    await deleteDeadLinks(db);
  },
});

import type { Db } from "#server/platform/db/client.ts";
import { releaseJobsOfDeadWorkers } from "#server/platform/jobs/dead-workers.ts";
import type { JobQueue } from "#server/platform/jobs/queue.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { failures } from "./failure.ts";
import { findStranded, jobKey } from "./job-queries.ts";
import { markFailed } from "./queries.ts";

interface ResumeDeps {
  db: Db;
  jobs: JobQueue;
  log: Log;
}

/** Continues with documents that a dead server process was working on. */
export async function resumeDocuments({ db, jobs, log }: ResumeDeps): Promise<void> {
  const released = await releaseJobsOfDeadWorkers(db);
  if (released > 0) log.info({ workers: released }, "jobs of dead processes released");
  for (const { id, exhausted } of await findStranded(db)) {
    // A document that was being read each time a process died may be the reason for that.
    if (exhausted) await markFailed(db, id, failures.unexpected);
    else await jobs.enqueue(db, "process_document", { documentId: id }, { key: jobKey(id) });
  }
}

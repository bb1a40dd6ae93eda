import type { Db } from "../../db/client.ts";
import { releaseJobsOfTheDead } from "../../jobs/dead-workers.ts";
import type { JobQueue } from "../../jobs/queue.ts";
import type { Log } from "../../log.ts";
import { failures } from "./failure.ts";
import { findStranded, jobKey } from "./job-queries.ts";
import { markFailed } from "./queries.ts";

interface ResumeDeps {
  db: Db;
  jobs: JobQueue;
  log: Log;
}

const EVERY_MS = 5_000;

/**
 * Looks now and then for documents that a dead server process left behind, its own former self or another's: at the
 * start of this one, and while it runs. @returns how to end it.
 */
export function keepDocumentsMoving(deps: ResumeDeps): () => void {
  const look = () =>
    resumeDocuments(deps).catch((err: unknown) => deps.log.warn({ err }, "documents under way were not looked after"));
  void look();
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

export async function resumeDocuments({ db, jobs, log }: ResumeDeps): Promise<void> {
  const released = await releaseJobsOfTheDead(db);
  if (released > 0) log.info({ workers: released }, "jobs of dead processes released");
  for (const { id, exhausted } of await findStranded(db)) {
    // A document that was under way each time a process died may be why it died.
    if (exhausted) await markFailed(db, id, failures.unexpected);
    else await jobs.enqueue(db, "process_document", { documentId: id }, { key: jobKey(id) });
  }
}

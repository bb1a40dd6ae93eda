import type { Deps } from "./app.ts";
import { resumeDocuments } from "./features/documents/resume.ts";
import { documentJobs } from "./features/documents/service.ts";
import { orphanCronJob, orphanJobs } from "./features/orphans/service.ts";
import { failLostReplies, subscribeToReplies } from "./features/replies/replies.ts";
import { sentenceCronJob, sentenceJobs } from "./features/spoken-replies/spoken-replies.ts";
import { usageCronJob, usageJobs } from "./features/usage/service.ts";
import type { JobHandlers } from "./jobs/queue.ts";

/** How often each instance looks for the work of dead ones: a person may wait for it. */
const RECOVERY_MS = 3_000;

/** What runs beside the requests: jobs, cron jobs, notifications of other instances. */
export async function startBackground(deps: Deps): Promise<void> {
  await deps.jobs.start(jobHandlers(deps), [orphanCronJob, sentenceCronJob, usageCronJob]);
  await subscribeToReplies(deps);
}

export const jobHandlers = (deps: Deps): JobHandlers => ({
  ...documentJobs(deps),
  ...orphanJobs(deps),
  ...sentenceJobs(deps),
  ...usageJobs(deps),
});

/**
 * Fails the lost replies of dead instances and goes on with their documents: at once, then again and again. Resolves
 * once no lost reply is left. @returns how to stop it
 */
export async function startRecovery(deps: Deps): Promise<() => void> {
  const { log } = deps;
  const recoverReplies = () =>
    failLostReplies(deps).catch((err: unknown) => log.warn({ err }, "lost replies could not be recovered"));
  const recoverDocuments = () =>
    resumeDocuments(deps).catch((err: unknown) => log.warn({ err }, "documents could not be resumed"));
  await recoverReplies();
  void recoverDocuments();
  let isRecovering = false;
  const timer = setInterval(async () => {
    if (isRecovering) return;
    isRecovering = true;
    await Promise.all([recoverReplies(), recoverDocuments()]);
    isRecovering = false;
  }, RECOVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

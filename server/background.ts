import type { Deps } from "./app.ts";
import { forgottenPasswordJobs } from "./features/auth/forgotten-password/service.ts";
import { bookJobs } from "./features/book/service.ts";
import { readAgainCronJob, resumeDocuments } from "./features/documents/process.ts";
import { documentJobs } from "./features/documents/service.ts";
import { familyCronJob, familyJobs } from "./features/family/sweep.ts";
import { embeddingCronJob, embeddingJobs } from "./features/knowledge/embeddings/embed-pets.ts";
import { memoryEmbeddingCronJob, memoryEmbeddingJobs } from "./features/memory/embed-memories.ts";
import { quietChatJobs, quietChatsCronJob } from "./features/memory/quiet-chats.ts";
import { temporaryChatJobs, temporaryChatsCronJob } from "./features/memory/temporary-chats.ts";
import { orphanCronJob, orphanJobs } from "./features/orphans/service.ts";
import { failLostReplies, subscribeToReplies } from "./features/replies/replies.ts";
import { usageCronJob, usageJobs } from "./features/usage/service.ts";
import type { JobHandlers } from "./platform/jobs/queue.ts";

/** How often each instance looks for the work of dead instances; short, because a person may wait for it. */
const RECOVERY_MS = 3_000;

/** Starts what runs beside the requests: jobs, cron jobs, and reacting to notifications of other instances. */
export async function startBackground(deps: Deps): Promise<void> {
  await deps.jobs.start(jobHandlers(deps), [
    ...[orphanCronJob, usageCronJob, embeddingCronJob, readAgainCronJob, temporaryChatsCronJob],
    ...[quietChatsCronJob, memoryEmbeddingCronJob, familyCronJob],
  ]);
  await subscribeToReplies(deps);
}

export const jobHandlers = (deps: Deps): JobHandlers => ({
  ...documentJobs(deps),
  ...bookJobs(deps),
  ...embeddingJobs(deps),
  ...orphanJobs(deps),
  ...usageJobs(deps),
  ...temporaryChatJobs(deps),
  ...quietChatJobs(deps),
  ...memoryEmbeddingJobs(deps),
  ...familyJobs(deps),
  ...forgottenPasswordJobs(deps),
});

/**
 * Marks the lost replies of dead instances as failed and continues with their documents: now, and every few seconds from
 * then on. Resolves after the first round of replies.
 * @returns stops it
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

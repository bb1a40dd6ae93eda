import type { Db } from "#server/platform/db/client.ts";
import type { CronJob, JobHandlers, JobQueue } from "#server/platform/jobs/queue.ts";
import { endReplies } from "../replies/replies.ts";
import { audioKey } from "../spoken-replies/spoken-replies.ts";
import * as queries from "./chat-queries.ts";

export interface TemporaryDeps {
  db: Db;
  jobs: JobQueue;
}

const ENDED = queries.temporaryFor(60);

export async function deleteChats({ db, jobs }: TemporaryDeps, which: typeof ENDED): Promise<void> {
  const deleted = await db.transaction(async (tx) => {
    const spoken = await queries.listSpoken(tx, which);
    const keys = spoken.map(({ id, agentId }) => audioKey(agentId, id));
    if (keys.length > 0) await jobs.enqueue(tx, "delete_files", { keys });
    return queries.deleteChatRows(tx, which);
  });
  for (const sessionId of deleted) await endReplies(db, { sessionId });
}

export const temporaryChatsCronJob: CronJob = {
  name: "end_temporary_chats",
  match: "*/5 * * * *",
  firstAfterSeconds: 60,
};

export const temporaryChatJobs = (deps: TemporaryDeps): Pick<JobHandlers, "end_temporary_chats"> => ({
  end_temporary_chats: () => deleteChats(deps, ENDED),
});

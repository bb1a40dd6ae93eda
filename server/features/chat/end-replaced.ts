import type { Db } from "#server/db/client.ts";
import type { Log } from "#server/log.ts";
import type { FileStore } from "#server/providers/files/files.ts";
import { endReplyTo } from "../replies/replies.ts";
import { audioKey } from "../spoken-replies/spoken-replies.ts";
import type { StoredQuestion } from "./question-queries.ts";

/**
 * Ends what goes on for messages that a question has replaced: the reply under way and its speech. Never rejects, as the
 * person waits for the reply to the new question; a file that is left is found by the nightly sweep.
 */
export async function endReplaced(
  { db, log, files }: { db: Db; log: Log; files: FileStore },
  agentId: string,
  replaced: StoredQuestion["replaced"],
): Promise<void> {
  const ends = replaced.map(async ({ id, role, audioUrl }) => {
    if (role === "user") await endReplyTo(db, id);
    else if (audioUrl !== null) await files.delete(audioKey(agentId, id));
  });
  for (const end of await Promise.allSettled(ends))
    if (end.status === "rejected") log.warn({ err: end.reason }, "something of a replaced question was left");
}

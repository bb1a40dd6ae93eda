import type { CronJob } from "#server/platform/jobs/queue.ts";
import { UnreadableDocument } from "./failure.ts";
import { extractStored, type ProcessDeps, store } from "./process.ts";
import * as queries from "./queries.ts";

/** A round leaves most of the time to documents that somebody waits for. */
const ROUND_MS = 60_000;

export const readAgainCronJob: CronJob = { name: "read_documents_again", match: "*/5 * * * *", firstAfterSeconds: 120 };

/**
 * Reads documents again that an older version of the product has read otherwise, one after the other; as it was read before stays
 * what can't be read now. Only a text that is another one makes the pet's index and vectors anew.
 */
export async function readDocumentsAgain(deps: ProcessDeps): Promise<void> {
  const { db, log } = deps;
  const deadline = performance.now() + ROUND_MS;
  const failed: string[] = [];
  while (performance.now() < deadline) {
    const document = await queries.findReadBefore(db, failed);
    if (document === null) return;
    const { id, agentId, extractedText } = document;
    try {
      const extraction = await extractStored(deps, document);
      if (extraction.text === extractedText) await queries.keepAsRead(db, id);
      else await db.transaction((tx) => store(tx, agentId, id, extraction));
    } catch (err) {
      if (err instanceof UnreadableDocument) await queries.keepAsRead(db, id);
      else {
        // The next round tries it once more.
        log.warn({ err, document: id }, "a document could not be read again");
        failed.push(id);
      }
    }
  }
}

import { type Embedder, EmbeddingError } from "#server/models/embeddings/embedder.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { CronJob, JobHandlers } from "#server/platform/jobs/queue.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { touchKnowledge } from "../knowledge/knowledge.ts";
import * as queries from "./queries.ts";

interface EmbeddingDeps {
  db: Db;
  log: Log;
  embedder: Embedder;
}

/** As for pets (knowledge/embeddings): some servers take no more, and a local model needs seconds for a batch. */
const AT_ONCE = 32;
const CALL_MS = 60_000;
const ROUND_MS = 50_000;

export const memoryEmbeddingCronJob: CronJob = { name: "embed_memories", match: "* * * * *", firstAfterSeconds: 15 };

export const memoryEmbeddingJobs = (deps: EmbeddingDeps): Pick<JobHandlers, "embed_memories"> => ({
  embed_memories: () => embedMemories(deps),
});

/** Of memories that are told and have none of this model, those that have waited longest first. */
async function embedMemories({ db, log, embedder }: EmbeddingDeps): Promise<void> {
  const { model } = embedder;
  if (model === null) return;
  const deadline = performance.now() + ROUND_MS;
  while (performance.now() < deadline) {
    const batch = await queries.listUnembedded(db, model, AT_ONCE);
    if (batch.length === 0) return;
    try {
      const texts = batch.map(({ text }) => text);
      const vectors = await embedder.embed(texts, model, AbortSignal.timeout(CALL_MS));
      for (const [place, memory] of batch.entries()) {
        const vector = vectors[place];
        if (vector !== undefined) await queries.storeVector(db, memory, { model, vector });
      }
      // A pet's own are in its index.
      const pets = batch.flatMap(({ userId, agentId }) => (userId === null ? [agentId] : []));
      for (const agentId of new Set(pets)) await touchKnowledge(db, agentId);
    } catch (error) {
      if (!(error instanceof EmbeddingError)) throw error;
      log.warn({ model, reason: error.message }, "the vectors of memories could not be made");
      return;
    }
  }
}

import { type Embedder, EmbeddingError } from "#server/models/embeddings/embedder.ts";
import type { Log } from "#server/platform/observe/log.ts";

/** A person waits: a vector that comes later is left out. */
const LONGEST_MS = 300;
/** After a failure the next questions do without for this time, so that a dead server does not slow every reply. */
const PAUSE_MS = 10_000;

/** Until when an embedder is left alone, in the milliseconds of `performance.now()`. */
const pausedUntil = new WeakMap<Embedder, number>();

/**
 * What a question means, as a vector of the model that the pet's own vectors were made with. Never rejects.
 * @returns null where the pet has no vectors, or none came in time
 */
export async function questionVector(
  { embedder, log }: { embedder: Embedder; log: Log },
  question: string,
  petModel: string | null,
): Promise<Float32Array | null> {
  if (embedder.model === null || petModel === null) return null;
  if (performance.now() < (pausedUntil.get(embedder) ?? 0)) return null;
  try {
    const [vector] = await embedder.embed([question], petModel, AbortSignal.timeout(LONGEST_MS));
    return vector ?? null;
  } catch (error) {
    pausedUntil.set(embedder, performance.now() + PAUSE_MS);
    const reason = error instanceof EmbeddingError ? error.message : "unexpected";
    log.warn({ model: petModel, reason }, "a question is answered without its vector");
    return null;
  }
}

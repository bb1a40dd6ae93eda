import { type Embedder, EmbeddingError } from "#server/models/embeddings/embedder.ts";
import type { Log } from "#server/platform/observe/log.ts";

/** A person waits for it. */
const LONGEST_MS = 300;
/** A dead server must not slow every reply. */
const PAUSE_MS = 10_000;

/** By `performance.now()`. */
const pausedUntil = new WeakMap<Embedder, number>();

/** Of the model of the pet's vectors. Never rejects; null where the pet has none, or none came in time. */
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

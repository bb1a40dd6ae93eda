/** Turns texts into vectors whose direction tells what they mean. */
export interface Embedder {
  /** The configured model; null where there is none: then what a pet knows is found by words alone. */
  readonly model: string | null;
  /**
   * A vector for each text, in their order, all of the same length. `model`: another than the configured one where vectors
   * of that one are still in use.
   * @throws EmbeddingError
   */
  embed(texts: readonly string[], model: string, signal: AbortSignal): Promise<Float32Array[]>;
}

export const noEmbedder: Embedder = {
  model: null,
  embed: () => Promise.reject(new EmbeddingError("no model is set")),
};

/** The message may be logged: it holds no text, no key and no answer of the other server. */
export class EmbeddingError extends Error {}

import type { Env } from "../../env.ts";
import type { Embedder } from "./embedder.ts";
import { createOpenAiEmbedder } from "./openai.ts";

type EmbeddingEnv = Pick<Env, "OPENAI_API_KEY" | "OPENAI_BASE_URL" | "OPENAI_EMBEDDING_MODEL">;

/** The configured embedding model; null where there is none: then the pet's words are found by words alone. */
export function createEmbedder(env: EmbeddingEnv): Embedder | null {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_EMBEDDING_MODEL: model } = env;
  return model === undefined ? null : createOpenAiEmbedder({ apiKey, baseUrl, model });
}

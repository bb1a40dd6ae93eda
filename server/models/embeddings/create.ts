import type { Env } from "#server/platform/env.ts";
import { type Embedder, noEmbedder } from "./embedder.ts";
import { createOpenAiEmbedder } from "./openai.ts";

type EmbeddingEnv = Pick<Env, "OPENAI_API_KEY" | "OPENAI_BASE_URL" | "OPENAI_EMBEDDING_MODEL">;

/** The configured embedding model, at the server of the language model. */
export function createEmbedder(env: EmbeddingEnv): Embedder {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_EMBEDDING_MODEL: model } = env;
  const hasServer = apiKey !== undefined || baseUrl !== undefined;
  return model === undefined || !hasServer ? noEmbedder : createOpenAiEmbedder({ apiKey, baseUrl, model });
}

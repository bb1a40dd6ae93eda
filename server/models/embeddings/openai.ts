import { APIConnectionError, APIError, APIUserAbortError } from "openai";
import { createOpenAiClient, type OpenAiAccount } from "../openai-client.ts";
import { type Embedder, EmbeddingError } from "./embedder.ts";

/** OpenAI refuses more than 8,192 tokens a text; even of Chinese this many characters are fewer. */
const LONGEST_TEXT = 6000;

/** The callers have shorter limits of their own. */
const TIMEOUT_MS = 600_000;

/** An embedding model behind the OpenAI embeddings API, ours or another's. */
export function createOpenAiEmbedder(account: OpenAiAccount): Embedder {
  // Not tried again: a question does not wait for that, and the background job makes its own tries.
  const client = createOpenAiClient({ ...account, timeout: TIMEOUT_MS });
  return {
    model: account.model,
    async embed(texts, model, signal) {
      const input = texts.map((text) => text.slice(0, LONGEST_TEXT).toWellFormed());
      try {
        // Without a format the client asks for base64, which some compatible servers don't know.
        const { data } = await client.embeddings.create({ model, input, encoding_format: "float" }, { signal });
        return vectorsOf(data, input.length);
      } catch (error) {
        throw error instanceof EmbeddingError ? error : new EmbeddingError(explain(error), { cause: error });
      }
    },
  };
}

/** @throws EmbeddingError where the answer is no list of so many vectors */
function vectorsOf(data: unknown, wanted: number): Float32Array[] {
  if (!Array.isArray(data) || data.length !== wanted) throw new EmbeddingError("not one vector for each text");
  const vectors = new Map<number, Float32Array>();
  for (const item of data) {
    const { index, embedding }: { index?: unknown; embedding?: unknown } = Object(item);
    if (typeof index !== "number" || !(index in data) || vectors.has(index) || !Array.isArray(embedding))
      throw new EmbeddingError("an answer in another form");
    vectors.set(index, Float32Array.from(embedding, Number));
  }
  const inOrder = [...vectors].sort(([a], [b]) => a - b).map(([, vector]) => vector);
  const length = inOrder[0]?.length ?? 0;
  if (length === 0 || inOrder.some((vector) => vector.length !== length || !vector.every(Number.isFinite)))
    throw new EmbeddingError("vectors of no or unequal length");
  return inOrder;
}

function explain(error: unknown): string {
  if (error instanceof APIConnectionError || error instanceof APIUserAbortError)
    return "the server was not reached in time";
  if (error instanceof APIError) return `status ${error.status ?? "none"}, code ${error.code ?? "none"}`;
  return "no answer that can be read";
}

import { isSameModel } from "../ollama.ts";
import type { OpenAiAccount } from "../openai-client.ts";
import { type Ask, askerOf, fieldsOf, listOf } from "./ask-server.ts";

const TIMEOUT_MS = 1_500;
/** A server that tells nothing is not asked again with every message. */
const SILENT_FOR_MS = 60_000;

export interface LoadingReader {
  /** Whether the model has to be loaded into memory before it answers, as far as its server tells. Never rejects. */
  isLoading(): Promise<boolean>;
  /** It has answered, or failed. */
  ended(): void;
}

/** @param longestMs after which a model that did not answer is asked about again */
export function createLoadingReader(account: OpenAiAccount, longestMs: number): LoadingReader {
  let loadingUntil = 0;
  let silentUntil = account.baseUrl === undefined ? Number.POSITIVE_INFINITY : 0;
  return {
    async isLoading() {
      const now = performance.now();
      // Ollama lists a model as running while it is still being loaded.
      if (now < loadingUntil) return true;
      if (now < silentUntil) return false;
      const ask = askerOf(account, { signal: AbortSignal.timeout(TIMEOUT_MS), timeoutMs: TIMEOUT_MS });
      const told = await Promise.all(servers.map((read) => read(ask, account.model).catch(() => null)));
      const isLoaded = told.find((answer) => answer !== null);
      if (isLoaded === undefined) silentUntil = now + SILENT_FOR_MS;
      if (isLoaded === false) loadingUntil = now + longestMs;
      return isLoaded === false;
    },
    ended() {
      loadingUntil = 0;
    },
  };
}

/** Whether the model is in memory; null where the server does not tell. */
const servers: readonly ((ask: Ask, model: string) => Promise<boolean | null>)[] = [
  // Ollama, but for the models that run in its cloud.
  async (ask, model) => {
    if (/[:-]cloud$/.test(model)) return null;
    const { models } = fieldsOf(await ask("/api/ps"));
    if (models !== null && !Array.isArray(models)) return null;
    return listOf(models).some(({ name, model: id }) => [name, id].some((one) => isSameModel(String(one), model)));
  },
  // LM Studio, which loads a model when it is asked.
  async (ask, model) => {
    const found = listOf(fieldsOf(await ask("/api/v0/models")).data).find(({ id }) => id === model);
    return typeof found?.state === "string" ? found.state === "loaded" : null;
  },
];

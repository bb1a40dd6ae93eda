import type { OpenAiAccount } from "../openai-client.ts";
import { type Ask, askerOf, fieldsOf, listOf } from "./ask-server.ts";

/** What small local models have at least, and what is taken where nobody tells. */
export const USUAL_CONTEXT = 8192;
/** Below it, a prompt has no room for a diary; above it, a reply waits and costs more than it gains. */
const bounds = { least: 4096, most: 131_072 } as const;

const TIMEOUT_MS = 1_500;
/** A server may be started again with another context. */
const KNOWN_FOR_MS = 10 * 60_000;
const UNKNOWN_FOR_MS = 60_000;

/** Of services that don't tell, by the beginning of a model's name (November 2026). */
const knownModels: readonly (readonly [RegExp, number])[] = [
  [/^gpt-3\.5/, 16_385],
  [/^(gpt-4o|gpt-4-turbo|chatgpt-4o)/, 128_000],
  [/^gpt-4(-|$)/, 8_192],
  [/^(gpt-4\.1|gemini-|claude-)/, 200_000],
  [/^(gpt-5|o1|o3|o4)/, 200_000],
  [/^deepseek-(chat|reasoner)/, 64_000],
  [/^(mistral|ministral)-\w+-latest/, 128_000],
  [/^grok-/, 131_072],
];

/** Asks a server once in a while. @param set by OPENAI_CONTEXT_TOKENS, which wins */
export function createContextReader(account: OpenAiAccount, set: number | undefined): () => Promise<number> {
  let last: { tokens: Promise<number | null>; until: number } | null = null;
  return async () => {
    if (set !== undefined) return set;
    const now = performance.now();
    if (last === null || now > last.until) {
      const asked = { tokens: readContext(account), until: now + KNOWN_FOR_MS };
      last = asked;
      void asked.tokens.then((tokens) => {
        if (tokens === null) asked.until = now + UNKNOWN_FOR_MS;
      });
    }
    const tokens = (await last.tokens) ?? USUAL_CONTEXT;
    return Math.min(bounds.most, Math.max(bounds.least, tokens));
  };
}

/** Tokens that a model can read and write at once; null where neither its server nor the table tells. */
export async function readContext(account: OpenAiAccount, timeoutMs = TIMEOUT_MS): Promise<number | null> {
  const name = account.model.toLowerCase().replace(/^.*\//, "");
  const known = knownModels.find(([pattern]) => pattern.test(name))?.[1] ?? null;
  if (known !== null || account.baseUrl === undefined) return known;
  const ask = askerOf(account, { signal: AbortSignal.timeout(timeoutMs), timeoutMs: TIMEOUT_MS });
  const told = await Promise.all(servers.map((read) => read(ask, account.model).catch(() => null)));
  return told.find((tokens) => tokens !== null) ?? null;
}

/** The first that tells is believed. What a model can have comes after what its server gives it. */
const servers: readonly ((ask: Ask, model: string) => Promise<number | null>)[] = [
  // Ollama: what the model is set to; else what it runs with.
  async (ask, model) => {
    const { parameters } = fieldsOf(await ask("/api/show", { model }));
    const set = /^num_ctx\s+"?(\d+)/m.exec(typeof parameters === "string" ? parameters : "")?.[1];
    if (set !== undefined) return tokensOf(Number(set));
    const running = listOf(fieldsOf(await ask("/api/ps")).models);
    return tokensOf(running.find(({ name, model: id }) => [name, id].includes(model))?.context_length);
  },
  // llama.cpp: of each of its slots.
  async (ask) => tokensOf(fieldsOf(fieldsOf(await ask("/props")).default_generation_settings).n_ctx),
  // LM Studio.
  async (ask, model) => {
    const found = listOf(fieldsOf(await ask("/api/v0/models")).data).find(({ id }) => id === model);
    return tokensOf(found?.loaded_context_length) ?? tokensOf(found?.max_context_length);
  },
  // vLLM, then services with a field of their own.
  async (ask, model) => {
    const models = listOf(fieldsOf(await ask("models")).data);
    const found = models.find(({ id }) => id === model) ?? (models.length === 1 ? models[0] : undefined);
    const fields = ["max_model_len", "context_length", "context_window", "max_context_length"];
    return fields.map((field) => tokensOf(found?.[field])).find((tokens) => tokens !== null) ?? null;
  },
];

/** Null for what is no number of tokens. */
const tokensOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 512 ? value : null;

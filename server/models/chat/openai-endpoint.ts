import type OpenAI from "openai";
import { BadRequestError, UnprocessableEntityError } from "openai";
import { createOpenAiClient, type OpenAiAccount } from "../openai-client.ts";
import type { ModelRequest } from "./llm.ts";
import { createLoadingReader, type LoadingReader } from "./loading.ts";
import { type Chunk, readChunks } from "./openai-chunks.ts";
import { asFailure } from "./openai-errors.ts";
import { type Timing, timingFor, type Watch } from "./openai-watch.ts";

export interface OpenAiOptions extends OpenAiAccount {
  /** How much a reasoning model may think, in the server's words; without it the server decides. */
  reasoningEffort?: string | undefined;
  /** Tokens for thoughts, beside those of the reply. Without it none, until the model turns out to think. */
  thinkingTokens?: number | undefined;
  /** That it can read and write at once; without it, as its server tells. */
  contextTokens?: number | undefined;
  /** Seconds without a sign of life after which a server is given up. */
  timeoutS?: number;
  timing?: Partial<Timing>;
}

/** What a model that thinks unasked gets for its thoughts; more than a short answer needs. */
const USUAL_THINKING_TOKENS = 8000;
const DEFAULT_TIMEOUT_S = 30;

/** Fields that a server may refuse, and that are left out from then on. */
const optionalFields = [
  ...(["stream_options", "reasoning_effort", "response_format", "max_tokens", "max_completion_tokens"] as const),
];
type OptionalField = (typeof optionalFields)[number];

/** As a server names it. Some name only the kind of form that they don't know. */
const nameOf = (field: OptionalField): RegExp =>
  field === "response_format" ? /response[_ ]format|json_schema/i : new RegExp(`\\b${field}\\b`);

/** A model server, with what was learned about it in this process. */
export interface Endpoint {
  readonly client: OpenAI;
  readonly model: string;
  readonly timing: Timing;
  readonly loading: LoadingReader;
  readonly reasoningEffort: string | undefined;
  /** Undefined while it is not known whether the model thinks. */
  thinkingTokens: number | undefined;
  readonly isThinkingGuessed: boolean;
  /** OpenAI's newer models refuse `max_tokens`, most compatible servers know nothing else. */
  limitName: "max_tokens" | "max_completion_tokens";
  readonly refused: Set<OptionalField>;
  /** How often something was learned. */
  lessons: number;
}

export function createEndpoint(options: OpenAiOptions): Endpoint {
  const { model, baseUrl, reasoningEffort, timeoutS = DEFAULT_TIMEOUT_S } = options;
  const timing = { ...timingFor(timeoutS), ...options.timing };
  const thinks = reasoningEffort !== undefined && reasoningEffort !== "none";
  return {
    client: createOpenAiClient({ ...options, timeout: timing.overall + timing.loading, isChat: true }),
    model,
    timing,
    loading: createLoadingReader(options, timing.loading),
    reasoningEffort,
    isThinkingGuessed: options.thinkingTokens === undefined,
    thinkingTokens: options.thinkingTokens ?? (thinks ? USUAL_THINKING_TOKENS : undefined),
    limitName: baseUrl === undefined ? "max_completion_tokens" : "max_tokens",
    refused: new Set(),
    lessons: 0,
  };
}

/** The chunks of a reply. */
export async function* askEndpoint(endpoint: Endpoint, request: ModelRequest, watch: Watch): AsyncGenerator<Chunk> {
  const { client, model, limitName, reasoningEffort, refused, thinkingTokens = 0 } = endpoint;
  const options = {
    stream_options: { include_usage: true },
    ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort }),
    [limitName]: request.maxTokens + thinkingTokens,
    ...(request.schema !== undefined && {
      response_format: { type: "json_schema", json_schema: { name: request.purpose, schema: request.schema } },
    }),
  };
  const accepted = Object.entries(options).filter(
    ([name]) => !optionalFields.some((f) => f === name && refused.has(f)),
  );
  const messages = request.messages.map(({ role, content }) => ({ role, content }));
  const body = { ...Object.fromEntries(accepted), model, messages, stream: true } as const;
  // As a response: the client's stream tells of no comments, and reads no completion that comes whole.
  const response = await client.chat.completions.create(body, { signal: watch.signal }).asResponse();
  yield* readChunks(client, response, watch.heard);
}

/**
 * Learns from a refusal, for this process.
 * @param lessons those that were known when the refused request was sent: another one may have learned meanwhile
 * @returns whether the endpoint is now asked in another way
 */
export function adapt(endpoint: Endpoint, cause: unknown, lessons: number): boolean {
  if (learnAboutThinking(endpoint, cause) || learnAboutFields(endpoint, cause)) {
    endpoint.lessons += 1;
    return true;
  }
  return endpoint.lessons > lessons && (isRefusal(cause) || asFailure(cause).code === "out_of_tokens");
}

const isRefusal = (cause: unknown): cause is BadRequestError | UnprocessableEntityError =>
  cause instanceof BadRequestError || cause instanceof UnprocessableEntityError;

function learnAboutThinking(endpoint: Endpoint, cause: unknown): boolean {
  const { code } = asFailure(cause);
  if (code === "out_of_tokens" && endpoint.thinkingTokens === undefined) {
    endpoint.thinkingTokens = USUAL_THINKING_TOKENS;
    return true;
  }
  if (code === "too_long" && endpoint.isThinkingGuessed && (endpoint.thinkingTokens ?? 0) > 0) {
    // Its context has no room for so many thoughts.
    endpoint.thinkingTokens = 0;
    return true;
  }
  return false;
}

function learnAboutFields(endpoint: Endpoint, cause: unknown): boolean {
  const field = refusedField(endpoint, cause);
  if (field === undefined) return false;
  const other = field === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  endpoint.refused.add(field);
  if (field === endpoint.limitName && !endpoint.refused.has(other)) endpoint.limitName = other;
  return true;
}

function refusedField({ refused, limitName, reasoningEffort }: Endpoint, cause: unknown): OptionalField | undefined {
  if (!isRefusal(cause) || asFailure(cause).code !== "unavailable") return undefined;
  const sent: OptionalField[] = ["stream_options", "response_format", limitName];
  if (reasoningEffort !== undefined) sent.push("reasoning_effort");
  const named = sent.filter((field) => !refused.has(field) && nameOf(field).test(cause.message));
  // Where it names several, the one that it names first.
  return named.sort((a, b) => cause.message.search(nameOf(a)) - cause.message.search(nameOf(b)))[0];
}

import type { IncomingMessage } from "node:http";
import { APIConnectionError, BadRequestError, UnprocessableEntityError } from "openai";
import { createOpenAiClient, type OpenAiAccount, refusal } from "../openai-client.ts";
import { postText } from "../post-text.ts";
import type { ReplyRequest } from "./llm.ts";
import type { Answer } from "./openai-chunks.ts";
import { asFailure } from "./openai-errors.ts";
import { type Timing, timingFor } from "./openai-watch.ts";

export interface OpenAiOptions extends OpenAiAccount {
  /** How much a reasoning model may think, in the server's words; without it the server decides. */
  reasoningEffort?: string | undefined;
  /** Tokens for thoughts, beside those of the reply. Without it none, until the model turns out to think. */
  thinkingTokens?: number | undefined;
  /** Seconds without a sign of life after which a server is given up. */
  timeoutS?: number;
  timing?: Partial<Timing>;
}

/** What a model that thinks unasked gets for its thoughts; more than a short answer needs. */
const USUAL_THINKING_TOKENS = 8000;
const DEFAULT_TIMEOUT_S = 30;

/** Fields that a server may refuse, and that are left out from then on. */
const optionalFields = ["stream_options", "reasoning_effort", "max_tokens", "max_completion_tokens"] as const;
type OptionalField = (typeof optionalFields)[number];

interface Target {
  url: URL;
  headers: Record<string, string>;
}

/** A model server, with what was learned about it in this process. */
export interface Endpoint {
  /** Where completions are asked for, and with which headers: worked out by the client once rather than for each message. */
  readonly target: () => Promise<Target>;
  readonly model: string;
  readonly timing: Timing;
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
    target: targetOf(options, timing.overall),
    model,
    timing,
    reasoningEffort,
    isThinkingGuessed: options.thinkingTokens === undefined,
    thinkingTokens: options.thinkingTokens ?? (thinks ? USUAL_THINKING_TOKENS : undefined),
    limitName: baseUrl === undefined ? "max_completion_tokens" : "max_tokens",
    refused: new Set(),
    lessons: 0,
  };
}

export async function askEndpoint(endpoint: Endpoint, request: ReplyRequest, signal: AbortSignal): Promise<Answer> {
  const { target, model, limitName, reasoningEffort, refused, thinkingTokens = 0 } = endpoint;
  const options = {
    stream_options: { include_usage: true },
    ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort }),
    [limitName]: request.maxTokens + thinkingTokens,
  };
  const accepted = Object.entries(options).filter(
    ([name]) => !optionalFields.some((f) => f === name && refused.has(f)),
  );
  const messages = request.messages.map(({ role, content }) => ({ role, content }));
  const body = JSON.stringify({ model, messages, stream: true, ...Object.fromEntries(accepted) });
  const { url, headers } = await target();
  // Time limits are ours: they must cover the stream up to its first token, not only its headers.
  const answer = await postText(url, { headers, body, signal }).catch((cause: unknown) => {
    throw new APIConnectionError(cause instanceof Error ? { cause } : {});
  });
  const { statusCode = 500, headers: given } = answer;
  if (statusCode >= 200 && statusCode < 300) return { body: answer, type: given["content-type"] ?? "" };
  throw refusal(statusCode, await beginningOf(answer), given["retry-after"]);
}

/** In UTF-16 units: what is wrong stands at the beginning of an answer. */
const REFUSAL_LENGTH = 100_000;

async function beginningOf(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of answer.setEncoding("utf8")) {
    text += String(piece);
    if (text.length > REFUSAL_LENGTH) break;
  }
  return text;
}

function targetOf(account: OpenAiAccount, timeout: number): () => Promise<Target> {
  let target: Promise<Target> | undefined;
  const find = async () => {
    const client = createOpenAiClient({ ...account, timeout, isChat: true });
    const { url, req } = await client.buildRequest({ method: "post", path: "/chat/completions", body: {} });
    return { url: new URL(url), headers: Object.fromEntries(new Headers(req.headers)) };
  };
  return () => {
    target ??= find();
    return target;
  };
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
  const sent: OptionalField[] = ["stream_options", limitName];
  if (reasoningEffort !== undefined) sent.push("reasoning_effort");
  const named = sent.filter((field) => !refused.has(field) && new RegExp(`\\b${field}\\b`).test(cause.message));
  // Where it names several, the one that it names first.
  return named.sort((a, b) => cause.message.indexOf(a) - cause.message.indexOf(b))[0];
}

import { setTimeout as sleep } from "node:timers/promises";
import OpenAI, { BadRequestError } from "openai";
import { type LanguageModel, LanguageModelError, type ReplyRequest } from "./llm.ts";
import { readChunks } from "./openai-chunks.ts";
import { asFailure, isWorthRetrying, retryAfterMs } from "./openai-errors.ts";
import { createThoughtFilter } from "./thought-filter.ts";

export interface OpenAiOptions {
  apiKey: string | undefined;
  /** Any server that speaks the OpenAI API; without it OpenAI itself. */
  baseUrl: string | undefined;
  model: string;
  timing?: Partial<Timing>;
}

/** Milliseconds. */
interface Timing {
  /** From the request to the first token. */
  firstToken: number;
  /** Between two pieces. */
  silence: number;
  /** The whole call, retries included. */
  overall: number;
  /** Waits before the second and third try, where the server names none. */
  backoff: readonly number[];
  /** A server that asks for a longer wait than this is not waited for: a person is looking on. */
  longestRetryAfter: number;
}

const usual: Timing = {
  firstToken: 30_000,
  silence: 30_000,
  overall: 120_000,
  backoff: [400, 1200],
  longestRetryAfter: 5000,
};

/** A language model behind the OpenAI chat completions API, ours or another's. */
export function createOpenAiModel({ apiKey, baseUrl, model, timing: given }: OpenAiOptions): LanguageModel {
  const timing = { ...usual, ...given };
  const client = new OpenAI({
    // Local servers want no key, but the client wants one.
    apiKey: apiKey ?? "none",
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
    // Retries and time limits are ours: they must cover the stream up to its first token, not only its headers.
    maxRetries: 0,
    timeout: timing.overall,
    // What it writes could be part of a reply.
    logLevel: "off",
  });
  const endpoint: Endpoint = {
    client,
    model,
    timing,
    limitName: baseUrl === undefined ? "max_completion_tokens" : "max_tokens",
  };
  return {
    engine: { kind: "openai", name: model },
    stream: (request, signal) => streamWithRetries(endpoint, request, signal),
  };
}

interface Endpoint {
  readonly client: OpenAI;
  readonly model: string;
  readonly timing: Timing;
  /** OpenAI's newer models refuse `max_tokens`, most compatible servers know nothing else. */
  limitName: LimitName;
}

type LimitName = "max_tokens" | "max_completion_tokens";

/** Tries again only while nothing of the reply was given out. Ends quietly when the signal is aborted. */
async function* streamWithRetries(
  endpoint: Endpoint,
  request: ReplyRequest,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const { timing } = endpoint;
  const deadline = performance.now() + timing.overall;
  for (let attempt = 0; ; attempt++) {
    const watch = startWatch(signal, timing, deadline);
    let hasText = false;
    try {
      for await (const piece of streamOnce(endpoint, request, watch)) {
        hasText = true;
        yield piece;
      }
      if (signal.aborted || !watch.signal.aborted) return;
      throw watch.signal.reason;
    } catch (error) {
      if (signal.aborted) return;
      const cause: unknown = watch.signal.aborted ? watch.signal.reason : error;
      const otherName = otherLimit(cause, endpoint.limitName);
      if (attempt === 0 && otherName !== undefined) {
        endpoint.limitName = otherName;
        continue;
      }
      const wait = hasText ? undefined : waitBeforeRetry(cause, attempt, timing);
      if (wait === undefined) throw asFailure(cause);
      await sleep(wait, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    } finally {
      watch.end();
    }
  }
}

/** The limit's other name, where the server's complaint asks for it. */
function otherLimit(error: unknown, current: LimitName): LimitName | undefined {
  const other = current === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  const asksForOther =
    error instanceof BadRequestError && error.message.includes(`'${current}'`) && error.message.includes(other);
  return asksForOther ? other : undefined;
}

/** Milliseconds; undefined where another try is of no use, or would come too late. */
function waitBeforeRetry(cause: unknown, attempt: number, timing: Timing): number | undefined {
  const wait = retryAfterMs(cause) ?? timing.backoff[attempt];
  if (wait === undefined || wait > timing.longestRetryAfter || attempt >= timing.backoff.length) return undefined;
  return isWorthRetrying(cause) ? wait : undefined;
}

async function* streamOnce(
  { client, model, limitName }: Endpoint,
  request: ReplyRequest,
  watch: Watch,
): AsyncGenerator<string, void> {
  const { body } = await client.chat.completions
    .create(
      {
        model,
        messages: request.messages.map(({ role, content }) => ({ role, content })),
        stream: true,
        stream_options: { include_usage: true },
        [limitName]: request.maxTokens,
      },
      { signal: watch.signal },
    )
    .asResponse();
  if (body === null) throw new LanguageModelError("empty", "an answer without a body");
  const thoughts = createThoughtFilter();
  let finish: string | null = null;
  let hasText = false;
  for await (const chunks of readChunks(body)) {
    watch.heard();
    for (const { usage, choices } of chunks) {
      if (usage) request.onUsage?.({ prompt: usage.prompt_tokens, reply: usage.completion_tokens });
      const choice = choices?.[0];
      finish ??= choice?.finish_reason ?? null;
      // Thoughts that come as fields of their own (`reasoning_content`, `reasoning`) are not read.
      const content = choice?.delta?.content;
      const piece = typeof content === "string" ? thoughts.push(content) : "";
      if (piece === "") continue;
      hasText = true;
      yield piece;
    }
  }
  const rest = thoughts.end();
  if (rest !== "") yield rest;
  if (!watch.signal.aborted) checkEnd(finish, hasText);
}

/** @throws LanguageModelError where the reply is not whole */
function checkEnd(finish: string | null, hasText: boolean): void {
  if (finish === "content_filter" && !hasText)
    throw new LanguageModelError("refused", "the content filter took the reply");
  // Servers close a broken stream as quietly as a finished one: only the reason tells them apart.
  if (finish === null) throw new LanguageModelError("unavailable", "the stream ended before the reply did");
  if (!hasText) throw new LanguageModelError("empty", `no text; finish reason ${finish}`);
}

interface Watch {
  /** The caller's signal and the time limits in one. */
  signal: AbortSignal;
  /** To be called for each piece: the time limit for silence begins anew. */
  heard(): void;
  end(): void;
}

/** Aborts with a failure when nothing is heard for too long, or at the deadline. */
function startWatch(signal: AbortSignal, timing: Timing, deadline: number): Watch {
  const late = new AbortController();
  const giveUp = (what: string, after: number) => {
    const ms = Math.max(0, Math.min(after, deadline - performance.now()));
    return setTimeout(
      () => late.abort(new LanguageModelError("timeout", `no ${what} within ${Math.round(ms)} ms`)),
      ms,
    );
  };
  let timer = giveUp("first token", timing.firstToken);
  let setAt = Number.NEGATIVE_INFINITY;
  return {
    signal: AbortSignal.any([signal, late.signal]),
    heard() {
      const now = performance.now();
      // A new timer for each token would cost more than the token.
      if (now - setAt < TIMER_EVERY_MS) return;
      setAt = now;
      clearTimeout(timer);
      timer = giveUp("end of the reply", timing.silence);
    },
    end: () => clearTimeout(timer),
  };
}

const TIMER_EVERY_MS = 500;

import { setTimeout as sleep } from "node:timers/promises";
import { createContextReader } from "./context.ts";
import { type LanguageModel, LanguageModelError, type ModelRequest } from "./llm.ts";
import { textOf } from "./openai-chunks.ts";
import { adapt, askEndpoint, createEndpoint, type Endpoint, type OpenAiOptions } from "./openai-endpoint.ts";
import { asFailure, isWorthRetrying, retryAfterMs, saysLoading } from "./openai-errors.ts";
import { startWatch, type Timing, type Watch } from "./openai-watch.ts";
import { spentTokens, type TokenCount } from "./spent-tokens.ts";
import { createThoughtFilter } from "./thought-filter.ts";

/** A language model behind the OpenAI chat completions API, ours or another's. */
export function createOpenAiModel(options: OpenAiOptions): LanguageModel {
  const endpoint = createEndpoint(options);
  return {
    engine: { kind: "openai", name: options.model },
    contextTokens: createContextReader(options, options.contextTokens),
    async *stream(request, signal) {
      let counted: TokenCount | undefined;
      let reply = "";
      const onUsage = (tokens: TokenCount) => {
        counted = tokens;
      };
      try {
        for await (const piece of askWithRetries(endpoint, { ...request, onUsage }, signal)) {
          reply += piece;
          yield piece;
        }
      } finally {
        const spent = spentTokens(request.messages, reply, counted);
        if (spent !== null) request.onSpent?.(spent);
      }
    },
  };
}

interface CountedRequest extends ModelRequest {
  onUsage(tokens: TokenCount): void;
}

/** Tries again only while nothing of the reply was given out. Ends quietly when the signal is aborted. */
async function* askWithRetries(
  endpoint: Endpoint,
  request: CountedRequest,
  signal: AbortSignal,
): AsyncGenerator<string, undefined> {
  const { timing, loading } = endpoint;
  let deadline = performance.now() + timing.overall;
  let loadingUntil: number | undefined;
  for (let attempt = 0; ; ) {
    if (signal.aborted) return;
    const isLoading = loadingUntil !== undefined;
    const watch = startWatch(signal, isLoading ? { ...timing, firstToken: timing.loading } : timing, deadline);
    const { lessons } = endpoint;
    let hasText = false;
    const beginLoading = () => {
      if (loadingUntil !== undefined || !watch.waitForLoading()) return;
      loadingUntil = performance.now() + timing.loading;
      deadline += timing.loading;
      request.onLoading?.();
    };
    if (!isLoading) void loading.isLoading().then((isSo) => isSo && !watch.signal.aborted && beginLoading());
    try {
      for await (const piece of askOnce(endpoint, request, watch)) {
        if (watch.signal.aborted) break;
        hasText = true;
        yield piece;
      }
      if (signal.aborted || !watch.signal.aborted) return;
      throw watch.signal.reason;
    } catch (error) {
      if (signal.aborted) return;
      const cause: unknown = watch.signal.aborted ? watch.signal.reason : error;
      // Ends, because an endpoint learns each thing once.
      if (!hasText && adapt(endpoint, cause, lessons)) continue;
      if (saysLoading(cause)) beginLoading();
      if (saysLoading(cause) && loadingUntil !== undefined && performance.now() < loadingUntil) {
        await sleep(timing.backoff.at(-1) ?? 0, undefined, { signal }).catch(() => undefined);
        continue;
      }
      const wait = hasText ? undefined : waitBeforeRetry(cause, attempt, timing);
      if (wait === undefined) throw asFailure(cause);
      attempt += 1;
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    } finally {
      watch.end();
      // Whoever asks after somebody has left meets the same loading.
      if (!signal.aborted) loading.ended();
    }
  }
}

/** Milliseconds; undefined where another try is of no use, or would come too late. */
function waitBeforeRetry(cause: unknown, attempt: number, timing: Timing): number | undefined {
  const wait = retryAfterMs(cause) ?? timing.backoff[attempt];
  if (wait === undefined || wait > timing.longestRetryAfter || attempt >= timing.backoff.length) return undefined;
  return isWorthRetrying(cause) ? wait : undefined;
}

async function* askOnce(endpoint: Endpoint, request: CountedRequest, watch: Watch): AsyncGenerator<string> {
  const thoughts = createThoughtFilter();
  let finish: string | null = null;
  let hasText = false;
  let isRefusal = false;
  for await (const { usage, choices } of askEndpoint(endpoint, request, watch)) {
    endpoint.loading.ended();
    if (usage) request.onUsage({ promptTokens: usage.prompt_tokens, replyTokens: usage.completion_tokens });
    const choice = choices?.[0];
    finish ??= choice?.finish_reason ?? null;
    // Thoughts that come as fields of their own (`reasoning_content`, `reasoning`) are not read.
    const words = choice?.delta ?? choice?.message;
    const refusal = textOf(words?.refusal);
    isRefusal ||= refusal !== "";
    const piece = thoughts.push(textOf(words?.content) + refusal);
    if (piece === "") continue;
    hasText = true;
    yield piece;
  }
  // What is left does not make an answer of thoughts alone.
  const rest = thoughts.end();
  if (rest !== "") yield rest;
  if (watch.signal.aborted) return;
  checkEnd(finish, hasText);
  if (isRefusal) request.onEnding?.("refused");
  else if (finish === "length" || finish === "content_filter") request.onEnding?.("cut_off");
}

/** @throws LanguageModelError where the reply is not whole */
function checkEnd(finish: string | null, hasText: boolean): void {
  if (finish === "content_filter" && !hasText)
    throw new LanguageModelError("refused", "the content filter took the reply");
  // Servers close a broken stream as quietly as a finished one: only the reason tells them apart.
  if (finish === null) throw new LanguageModelError("unavailable", "the stream ended before the reply did");
  if (finish === "length" && !hasText) throw new LanguageModelError("out_of_tokens", "all tokens went into thoughts");
  if (!hasText) throw new LanguageModelError("empty", `no text; finish reason ${finish}`);
}

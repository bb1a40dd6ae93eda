import { APIConnectionError, APIError } from "openai";
import { NO_API_ERROR } from "../openai-client.ts";
import { LanguageModelError, type LanguageModelFailure } from "./llm.ts";
import { knownRefusal, LOADING } from "./server-words.ts";

/** Any error of a call as a LanguageModelError. Its message may be logged; bodies and keys are only in the cause. */
export function asFailure(error: unknown): LanguageModelError {
  if (error instanceof LanguageModelError) return error;
  const remedy = error instanceof APIError ? knownRefusal(error.code, error.message)?.advice : undefined;
  return new LanguageModelError(codeOf(error), explain(error), { cause: error }, remedy);
}

/** Whether another try may help: the server is busy, failed, or was not reached. */
export function isWorthRetrying(error: unknown): boolean {
  const { code } = asFailure(error);
  return code === "rate_limited" || (code === "unavailable" && !isBadRequest(error));
}

/** llama.cpp refuses while it loads its model. */
export const saysLoading = (error: unknown): boolean => error instanceof APIError && LOADING.test(error.message);

/** The wait that the server asks for, in milliseconds; undefined where it names none. */
export function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof APIError)) return undefined;
  const headers: Headers | undefined = error.headers;
  const seconds = Number(headers?.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

interface Answer {
  status: number | undefined;
  code: unknown;
  message: string;
}

function codeOf(error: unknown): LanguageModelFailure {
  if (error instanceof APIConnectionError) return isUnknownHost(error) ? "wrong_address" : "unavailable";
  if (!(error instanceof APIError)) return "unavailable";
  const { status, message, code }: { status: unknown; message: string; code?: unknown } = error;
  // An error within a stream has no status of its own; some servers give one as its code.
  return codeOfAnswer({ status: [status, code].find((told) => typeof told === "number"), code, message });
}

/** Servers have no common codes for these, only words. */
const TOO_LONG =
  /context.?(length|size|window)|exceed_context|maximum (context|input)|too many (input )?tokens|(prompt|input) is too long/i;
const UNKNOWN_PATH =
  /invalid url|unexpected endpoint|unknown (request )?url|unrecognized request url|^(404 )?resource not found/i;

function codeOfAnswer({ status, code, message }: Answer): LanguageModelFailure {
  if (code === "content_filter") return "refused";
  const known = knownRefusal(code, message);
  if (known !== undefined) return known.code;
  // OpenAI also answers with 429 when the account has no credit left, which waiting does not change.
  if (status === 402 || code === "insufficient_quota") return "no_credit";
  const isRefusal = status === undefined || (status >= 400 && status < 500) || code === "context_length_exceeded";
  if (isRefusal && status !== 429 && (code === "context_length_exceeded" || TOO_LONG.test(message))) return "too_long";
  if (UNKNOWN_PATH.test(message)) return "wrong_address";
  switch (status) {
    case 401:
    case 403:
      return "unauthorized";
    case 404:
      return code === NO_API_ERROR ? "wrong_address" : "unknown_model";
    case 405:
      return "wrong_address";
    case 408:
      return "timeout";
    case 429:
      return "rate_limited";
    default:
      return "unavailable";
  }
}

const isBadRequest = (error: unknown) => error instanceof APIError && error.status !== undefined && error.status < 500;

/** The name of the host is unknown, which no other try changes. */
function isUnknownHost(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && cause.code === "ENOTFOUND") return true;
  return false;
}

function explain(error: unknown): string {
  if (error instanceof APIConnectionError) return "the server was not reached";
  if (error instanceof APIError) return `status ${error.status ?? "none"}, code ${error.code ?? "none"}`;
  // Its message quotes the text.
  if (error instanceof SyntaxError) return "not JSON";
  return error instanceof Error ? error.message : String(error);
}

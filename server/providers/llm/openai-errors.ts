import { APIConnectionError, APIError } from "openai";
import { LanguageModelError, type LanguageModelFailure } from "./llm.ts";

/** What went wrong at the model, in our words. Bodies and keys stay in the cause; the message is for the log. */
export function asFailure(error: unknown): LanguageModelError {
  if (error instanceof LanguageModelError) return error;
  return new LanguageModelError(codeOf(error), explain(error), { cause: error });
}

/** Worth another try before anything was said: the server is busy, broken, or was not reached. */
export function isWorthRetrying(error: unknown): boolean {
  const { code } = asFailure(error);
  return code === "rate_limited" ? !isQuotaUsedUp(error) : code === "unavailable" && !isBadRequest(error);
}

/** The wait that the server asks for, in milliseconds. */
export function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof APIError)) return undefined;
  const headers: Headers | undefined = error.headers;
  const seconds = Number(headers?.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function codeOf(error: unknown): LanguageModelFailure {
  if (!(error instanceof APIError)) return "unavailable";
  if (error.code === "content_filter") return "refused";
  switch (error.status) {
    case 401:
    case 403:
      return "unauthorized";
    case 404:
      return "unknown_model";
    case 408:
      return "timeout";
    case 429:
      return "rate_limited";
    default:
      return "unavailable";
  }
}

const isBadRequest = (error: unknown) => error instanceof APIError && error.status !== undefined && error.status < 500;
/** OpenAI answers an empty account with 429 too; waiting does not fill it. */
const isQuotaUsedUp = (error: unknown) => error instanceof APIError && error.code === "insufficient_quota";

function explain(error: unknown): string {
  if (error instanceof APIConnectionError) return "the server was not reached";
  if (error instanceof APIError) return `status ${error.status ?? "none"}, code ${error.code ?? "none"}`;
  return error instanceof Error ? error.message : String(error);
}

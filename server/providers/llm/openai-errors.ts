import { APIConnectionError, APIError } from "openai";
import { LanguageModelError, type LanguageModelFailure } from "./llm.ts";

/** Any error of a call as a LanguageModelError. Its message may be logged; bodies and keys are only in the cause. */
export function asFailure(error: unknown): LanguageModelError {
  if (error instanceof LanguageModelError) return error;
  return new LanguageModelError(codeOf(error), explain(error), { cause: error });
}

/** Whether another try may help: the server is busy, failed, or was not reached. */
export function isWorthRetrying(error: unknown): boolean {
  const { code } = asFailure(error);
  return code === "rate_limited" ? !isQuotaUsedUp(error) : code === "unavailable" && !isBadRequest(error);
}

/** The wait that the server asks for, in milliseconds; undefined where it names none. */
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
/** OpenAI also answers with 429 when the account has no credit left, which waiting does not change. */
const isQuotaUsedUp = (error: unknown) => error instanceof APIError && error.code === "insufficient_quota";

function explain(error: unknown): string {
  if (error instanceof APIConnectionError) return "the server was not reached";
  if (error instanceof APIError) return `status ${error.status ?? "none"}, code ${error.code ?? "none"}`;
  return error instanceof Error ? error.message : String(error);
}

import { setTimeout as sleep } from "node:timers/promises";
import { APIConnectionTimeoutError, APIError, toFile } from "openai";
import { z } from "zod";
import { retryAfterMs } from "#server/models/chat/openai-errors.ts";
import { createOpenAiClient, type OpenAiAccount } from "#server/models/openai-client.ts";
import {
  RecognitionError,
  type RecognitionErrorCode,
  type Recording,
  type SpeechRecognizer,
  wavFile,
} from "./recognition.ts";

export interface OpenAiRecognizerOptions extends OpenAiAccount {
  timeoutMs?: number;
  inPauses?: boolean;
}

const TIMEOUT_MS = 120_000;
const BACKOFF_MS = 800;
const LONGEST_WAIT_MS = 5_000;

const answer = z.object({ text: z.string() });

export function createOpenAiRecognizer(options: OpenAiRecognizerOptions): SpeechRecognizer {
  const { model, timeoutMs = TIMEOUT_MS, inPauses = true } = options;
  const client = createOpenAiClient({ ...options, timeout: timeoutMs });

  async function once({ samples, language }: Recording, signal: AbortSignal): Promise<string> {
    const file = await toFile(wavFile(samples), "recording.wav", { type: "audio/wav" });
    const given: unknown = await client.audio.transcriptions.create(
      { file, model, language: languageOnly(language), response_format: "json" },
      { signal },
    );
    const read = answer.safeParse(given);
    if (!read.success) throw noText(given);
    return withoutNotes(read.data.text);
  }

  return {
    engine: { kind: "openai", name: model },
    inPauses,
    async recognize(recording, signal) {
      const late = AbortSignal.timeout(timeoutMs);
      const both = AbortSignal.any([signal, late]);
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await once(recording, both);
        } catch (error) {
          signal.throwIfAborted();
          const failure = late.aborted ? timeout(timeoutMs) : asFailure(error);
          const wait = retryAfterMs(error) ?? BACKOFF_MS;
          if (attempt > 0 || wait > LONGEST_WAIT_MS || !isWorthRetrying(failure, error)) throw failure;
          await sleep(wait, undefined, { signal: both }).catch(() => undefined);
          signal.throwIfAborted();
          if (late.aborted) throw failure;
        }
      }
    },
  };
}

const languageOnly = (language: string): string => language.slice(0, language.indexOf("-"));

/** '[BLANK_AUDIO]', '(wind blowing)', '♪'. */
function withoutNotes(text: string): string {
  return text
    .replace(/\[[A-Z _]+\]/g, " ")
    .replace(/^\s*[[(][^\])]*[\])]\s*$/, "")
    .replace(/♪+/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Some servers answer an unknown path with status 200 and an error in the body. */
function noText(given: unknown): RecognitionError {
  const isRefusal = typeof given === "object" && given !== null && "error" in given;
  return new RecognitionError(isRefusal ? "unsupported" : "failed", "an answer without a text");
}

const timeout = (ms: number) => new RecognitionError("timeout", `no text after ${ms} ms`);

function asFailure(error: unknown): RecognitionError {
  if (error instanceof RecognitionError) return error;
  if (error instanceof APIConnectionTimeoutError) return new RecognitionError("timeout", error.message);
  if (!(error instanceof APIError)) {
    // The parser's own message would quote the answer.
    if (error instanceof SyntaxError)
      return new RecognitionError("failed", "an answer that is no JSON", { cause: error });
    const message = error instanceof Error ? error.message : String(error);
    return new RecognitionError("unavailable", message, { cause: error });
  }
  const explained = `status ${error.status ?? "none"}, code ${error.code ?? "none"}`;
  return new RecognitionError(codeOf(error), explained, { cause: error });
}

function codeOf(error: APIError): RecognitionErrorCode {
  const status: number | undefined = error.status;
  switch (status) {
    case undefined:
      return "unavailable";
    case 401:
    case 403:
      return "unauthorized";
    case 404:
    case 405:
    case 501:
      return "unsupported";
    case 408:
    case 504:
      return "timeout";
    case 429:
      return "rate_limited";
    default:
      if (status >= 500) return "unavailable";
      return /not support|no such model|does not exist/i.test(error.message) ? "unsupported" : "failed";
  }
}

/** OpenAI also answers with 429 for an account without credit, where waiting does not help. */
function isWorthRetrying({ code }: RecognitionError, error: unknown): boolean {
  if (code === "rate_limited") return !(error instanceof APIError && error.code === "insufficient_quota");
  return code === "unavailable";
}

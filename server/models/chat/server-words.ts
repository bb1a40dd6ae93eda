import { APIError } from "openai";
import { withoutLearnedSecrets } from "#server/platform/observe/log.ts";
import { NO_API_ERROR } from "../openai-client.ts";
import type { LanguageModelFailure } from "./llm.ts";

interface KnownRefusal {
  /** Of the code and the message of a server's answer. */
  says: RegExp;
  code: LanguageModelFailure;
  /** What an administrator can do. */
  advice: string;
}

export const LOADING = /\bloading model\b/i;
/** Where the machine has not enough of it for a model, or the system has ended the model for that. */
export const TOO_LITTLE_MEMORY =
  /more (system )?memory|(not enough|insufficient|out of) (system )?memory|signal: killed|malloc failed/i;

/** What servers say of a state that has a remedy of its own. */
const knownRefusals: readonly KnownRefusal[] = [
  {
    says: LOADING,
    code: "unavailable",
    advice: "The model server is still loading its model. Please try again in a minute.",
  },
  {
    says: TOO_LITTLE_MEMORY,
    code: "too_large",
    advice: "The machine has too little memory for this model. Choose a smaller one.",
  },
  {
    says: /\bno models? (is |are )?(currently )?loaded\b/i,
    code: "unknown_model",
    advice: "The model server has no model loaded. Load one there (in LM Studio: lms load).",
  },
  {
    says: /no endpoints found matching your data policy|no allowed providers/i,
    code: "unknown_model",
    advice:
      "OpenRouter has no provider of this model that your privacy settings allow. Change them at openrouter.ai/settings/privacy, or choose another model.",
  },
  {
    says: /\bDeploymentNotFound\b|\bAPI deployment\b.*\bdoes not exist\b/is,
    code: "unknown_model",
    advice:
      "Azure has no deployment of this name. The model is the name of the deployment, as is the last part of a classic address; a new deployment takes some minutes.",
  },
  {
    says: /api.version.*(not supported|unsupported|invalid|required)|(unsupported|invalid|missing).*api.version/is,
    code: "wrong_address",
    advice:
      "Azure wants another api-version. Use the address that ends with /openai/v1, or end a classic one with ?api-version=2024-10-21.",
  },
];

export const knownRefusal = (code: unknown, message: string): KnownRefusal | undefined =>
  knownRefusals.find(({ says }) => says.test(`${String(code)} ${message}`));

const LONGEST_QUOTE = 300;
/** As the usual services begin their keys; and long words of letters and digits, which no name of a model is. */
const KEY = /\b(?:sk|pk|rk|gsk|xai|hf|key|AIza)[-_]?[\w*-]{6,}|\b(?=[\w*]*\d)(?=[\w*]*[a-z])[\w*]{24,}/gi;

/**
 * What the server itself said, behind a sentence for an administrator: on one line, without anything that may be a key.
 * Empty where it said nothing in words.
 */
export function quoteOf(error: unknown): string {
  const words = wordsOf(error)?.trim().replace(/\s+/g, " ") ?? "";
  if (words === "") return "";
  const masked = withoutLearnedSecrets(words).replace(KEY, "[key]");
  const short = masked.length <= LONGEST_QUOTE ? masked : `${masked.slice(0, LONGEST_QUOTE - 1).toWellFormed()}…`;
  return ` The server says: “${short}”`;
}

/** Of a server that speaks the API: another program's page is no sentence. */
function wordsOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof APIError) return cause.code === NO_API_ERROR ? undefined : messageOf(cause.error);
    if (!(cause.cause instanceof Error)) return messageOf(cause.cause);
  }
  return undefined;
}

function messageOf(answer: unknown): string | undefined {
  const { message = answer }: { message?: unknown } = Object(answer);
  return typeof message === "string" ? message : undefined;
}

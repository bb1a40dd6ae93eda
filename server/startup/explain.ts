import { isDatabaseUnavailable } from "../db/unavailable.ts";
import { ConfigurationError } from "../env.ts";
import { LanguageFileError } from "../languages/languages.ts";
import { UnknownAdministrator } from "../seed/reset-administrator.ts";

/** The error for the person who starts a program: a sentence, or the stack for a bug of ours. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (
    error instanceof ConfigurationError ||
    error instanceof LanguageFileError ||
    error instanceof UnknownAdministrator
  )
    return error.message;
  if ("code" in error && error.code === "EADDRINUSE") return error.message;
  // The message is empty where the host has two addresses.
  if (isDatabaseUnavailable(error))
    return `The database can't be reached: ${error.message || Reflect.get(error, "code")}`;
  return String(error.stack);
}

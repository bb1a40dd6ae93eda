import { t } from "@lingui/core/macro";
import { ApiError } from "./api.ts";

/** Why a stream did not begin, or broke off. Apart from its reading, which tests outside of a browser share. */
export function streamFailure(error: unknown): string {
  // The browser's message of a network error is not meant for people.
  if (!(error instanceof ApiError)) return t`No connection. Please check your network and try again.`;
  return error.serverMessage ?? (error.text || t`HTTP error! status: ${{ status: error.status }}`);
}

import type { Request } from "express";

/** Aborted when the caller hangs up. */
export function untilGone({ res }: Request): AbortSignal {
  const gone = new AbortController();
  res?.once("close", () => gone.abort());
  return gone.signal;
}

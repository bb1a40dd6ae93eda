import type { Request } from "express";
import type { Log } from "../observe/log.ts";

/** Begins the work once the answer is sent, so that the time of the answer tells nothing of it. */
export function afterAnswer({ id, res }: Request, log: Log, work: () => Promise<void>): void {
  res?.once("close", () => {
    work().catch((error: unknown) => log.error({ err: error, request: id }, "work after an answer failed"));
  });
}

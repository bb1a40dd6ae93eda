import { pino } from "pino";

/** Structured logs carry ids, never contents, passwords or keys. */
export function createLog(level: string) {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

export type Log = ReturnType<typeof createLog>;

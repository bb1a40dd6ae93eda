import type { RequestHandler } from "express";
import type { EngineMeter } from "./engine-meter.ts";
import type { StartReplyClock } from "./reply-clock.ts";

export interface Job {
  kind: string;
  /** 1 for the first. */
  attempt: number;
}

/**
 * Traces for OpenTelemetry (decision 041). Attributes are names from the code, numbers, and the id of the request; never
 * what people write, ids of people or pets, or addresses.
 */
export interface Tracing {
  /** Middleware that makes a span of every request. What is done for the request is below it. */
  requests: RequestHandler;
  engines: EngineMeter;
  startClock: StartReplyClock;
  duringJob(job: Job, run: () => Promise<void>): Promise<void>;
  /** Sends what is left, within a bound. Never rejects. */
  close(): Promise<void>;
}

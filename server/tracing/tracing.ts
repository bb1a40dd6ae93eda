import type { RequestHandler } from "express";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import type { EngineMeter } from "../providers/measured.ts";
import type { StartReplyClock } from "../reply-clock.ts";

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

/** @returns null without `OTEL_EXPORTER_OTLP_ENDPOINT`: then none of OpenTelemetry's packages is loaded */
export async function startTracing(env: Env, log: Log): Promise<Tracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  if (endpoint === undefined) return null;
  // Of a header that both name, the one for traces counts.
  const given = [env.OTEL_EXPORTER_OTLP_HEADERS, env.OTEL_EXPORTER_OTLP_TRACES_HEADERS];
  const headers = given.filter((value) => value !== undefined).join(",");
  const { openCollector } = await import("./collector.ts");
  const { createTracing } = await import("./spans.ts");
  return createTracing(openCollector({ endpoint, headers, log }));
}

import type { RequestHandler } from "express";
import type { Pool } from "pg";
import type { Env } from "../env.ts";
import { type Clock, createClock } from "./clock.ts";
import { noInstruments } from "./instruments.ts";
import type { Log } from "./log.ts";

/** What the start makes of the clock: with METRICS_TOKEN metrics, with OTEL_EXPORTER_OTLP_ENDPOINT traces. */
export interface Telemetry {
  clock: Clock;
  /** Middleware that measures every request; null where nobody wants to know. */
  requests: RequestHandler | null;
  /** `GET /metrics`; null where there is none. */
  metricsPage: RequestHandler | null;
  /** Sends what is left, within a bound. Never rejects. */
  close(): Promise<void>;
}

/** Of OpenTelemetry's packages only those are loaded that are needed. */
export async function startTelemetry(env: Env, log: Log, pool: Pool): Promise<Telemetry> {
  const { METRICS_TOKEN: token, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  const metrics = token === undefined ? null : (await import("./metrics.ts")).createMetrics({ pool, token });
  const collector = endpoint === undefined ? null : (await import("./collector.ts")).openCollector(endpoint, env, log);
  const instruments = { ...noInstruments, ...metrics?.instruments, ...collector?.instruments };
  const isOn = metrics !== null || collector !== null;
  return {
    clock: createClock(instruments),
    requests: isOn ? (await import("./request-clock.ts")).createRequestClock(instruments) : null,
    metricsPage: metrics?.page ?? null,
    close: async () => collector?.close(),
  };
}

import type { RequestHandler } from "express";
import type { Pool } from "pg";
import type { Env } from "../env.ts";
import { type Clock, createClock } from "./clock.ts";
import { noMeter, noTracer } from "./instruments.ts";
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

/** Measures nothing, but for the timing that a browser is told. */
export const noTelemetry = (): Telemetry => ({
  clock: createClock(),
  requests: null,
  metricsPage: null,
  close: async () => undefined,
});

/** Of OpenTelemetry's packages only those are loaded that are needed. */
export async function startTelemetry(env: Env, log: Log, pool: Pool): Promise<Telemetry> {
  const { METRICS_TOKEN: token, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  if (token === undefined && endpoint === undefined) return noTelemetry();
  const metrics = token === undefined ? null : (await import("./metrics.ts")).createMetrics({ pool, token });
  const headers = [env.OTEL_EXPORTER_OTLP_HEADERS, env.OTEL_EXPORTER_OTLP_TRACES_HEADERS];
  const collector =
    endpoint === undefined
      ? null
      : (await import("./collector.ts")).openCollector({
          endpoint,
          // Of a header that both name, the one for traces counts.
          headers: headers.filter((value) => value !== undefined).join(","),
          log,
        });
  const { createRequestClock } = await import("./request-clock.ts");
  const instruments = { meter: metrics?.meter ?? noMeter, tracer: collector?.tracer ?? noTracer };
  return {
    clock: createClock(instruments),
    requests: createRequestClock(instruments),
    metricsPage: metrics?.page ?? null,
    close: async () => collector?.close(),
  };
}

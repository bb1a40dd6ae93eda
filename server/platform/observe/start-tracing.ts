import type { Env } from "../env.ts";
import type { Log } from "./log.ts";
import type { Tracing } from "./tracing.ts";

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

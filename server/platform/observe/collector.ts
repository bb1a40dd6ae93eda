import { setTimeout as sleep } from "node:timers/promises";
import { parseKeyPairsIntoRecord } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from "@opentelemetry/sdk-trace-base";
import { buildInfo } from "../build-info.ts";
import type { Env } from "../env.ts";
import type { Instruments } from "./instruments.ts";
import type { Log } from "./log.ts";

interface Collector {
  instruments: Pick<Instruments, "tracer">;
  /** Sends what is left, within a bound. Never rejects. */
  close(): Promise<void>;
}

type Headers = Pick<Env, "OTEL_EXPORTER_OTLP_HEADERS" | "OTEL_EXPORTER_OTLP_TRACES_HEADERS">;

/** The process waits at most so long for the last spans when it stops. */
const CLOSE_MS = 3_000;
/** A collector that is away is logged at most so often. */
const QUIET_MS = 600_000;

/** Spans are sent in batches in the background; where the collector is away they are dropped. */
export function openCollector(endpoint: string, env: Headers, log: Log): Collector {
  // Of a header that both name, the one for traces counts.
  const headers = [env.OTEL_EXPORTER_OTLP_HEADERS, env.OTEL_EXPORTER_OTLP_TRACES_HEADERS];
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers.filter((value) => value !== undefined).join()),
  });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "pet-talk", "service.version": buildInfo().version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(withLoggedFailures(exporter, log))],
  });
  return {
    instruments: { tracer: provider.getTracer("pet-talk") },
    async close() {
      const closed = provider.shutdown().catch(() => undefined);
      await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

function withLoggedFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let quietUntil = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        done(result);
        if (result.error === undefined || Date.now() < quietUntil) return;
        quietUntil = Date.now() + QUIET_MS;
        // Not the error itself: it quotes the collector's answer, which may quote our key.
        const { error } = result;
        const code = "code" in error ? error.code : undefined;
        log.warn({ code }, "traces could not be sent; further failures are not logged for ten minutes");
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

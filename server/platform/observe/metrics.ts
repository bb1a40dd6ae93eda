import { createHash, timingSafeEqual } from "node:crypto";
import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { AggregationTemporality, InstrumentType, MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import { Router } from "express";
import type { Pool } from "pg";
import { HttpError } from "../http/errors.ts";
import { figuresOfAllWorkers } from "../startup/worker-metrics.ts";
import { observeBuild, observeDatabase, observePool, observeProcess } from "./gauges.ts";
import type { Instruments } from "./instruments.ts";

interface Metrics {
  instruments: Pick<Instruments, "meter">;
  /** `GET /metrics`, for callers with the token. */
  page: Router;
}

/** Metrics for Prometheus (decision 014). */
export function createMetrics({ pool, token }: { pool: Pool; token: string }): Metrics {
  const own = openMeter();
  observeProcess(own.meter);
  observePool(own.meter, pool);
  const readAll = figuresOfAllWorkers(own.read);
  // The same in every process: read by the one that is asked.
  const common = openMeter();
  const readDatabase = observeDatabase(common.meter, pool);
  observeBuild(common.meter);
  const page = Router();
  page.get("/metrics", async (request, response) => {
    if (!isToken(request.headers.authorization, token)) {
      response.setHeader("WWW-Authenticate", "Bearer");
      throw new HttpError(401, "not_signed_in", "Metrics are for whoever knows METRICS_TOKEN.");
    }
    const [figures, commonFigures] = await Promise.all([readAll(), readDatabase().then(common.read)]);
    if (figures === null)
      throw new HttpError(503, "starting", "One of the workers gives no figures. Please try again.");
    response
      .set("Cache-Control", "no-store")
      .type("text/plain; version=0.0.4; charset=utf-8")
      .send(`${figures}\n${commonFigures}`);
  });
  return { instruments: { meter: own.meter }, page };
}

function isToken(authorization: string | undefined, token: string): boolean {
  const [scheme = "", given = ""] = (authorization ?? "").split(" ");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return scheme.toLowerCase() === "bearer" && timingSafeEqual(digest(given), digest(token));
}

/** Is read by a scrape, and by nothing else. */
class ScrapeReader extends MetricReader {
  protected async onForceFlush() {}
  protected async onShutdown() {}
}

function openMeter() {
  const reader = new ScrapeReader({
    // Only then a gauge whose reading is left out is left out of the page.
    aggregationTemporalitySelector: (type) =>
      type === InstrumentType.OBSERVABLE_GAUGE ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE,
  });
  const serializer = new PrometheusSerializer("", false, undefined, true, true);
  return {
    meter: new MeterProvider({ readers: [reader] }).getMeter("pet-talk"),
    read: async () => serializer.serialize((await reader.collect()).resourceMetrics),
  };
}

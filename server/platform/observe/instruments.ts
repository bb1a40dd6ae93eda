import { type Meter, type MetricOptions, metrics, type Tracer, trace } from "@opentelemetry/api";

/** What is measured with. */
export interface Instruments {
  meter: Meter;
  tracer: Tracer;
}

/** OpenTelemetry's own, which measure nothing: for where nobody wants to know. */
export const noInstruments: Instruments = { meter: metrics.getMeter("none"), tracer: trace.getTracer("none") };

/** In seconds. */
export const REPLY_BUCKETS = [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60, 120];

export const inBuckets = (explicitBucketBoundaries: number[], description: string): MetricOptions => ({
  description,
  advice: { explicitBucketBoundaries },
});

export const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000;

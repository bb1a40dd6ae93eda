import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { noInstruments } from "./instruments.ts";

/** The request or job that something is done for. */
const current = new AsyncLocalStorage<Span>();

export const runInSpan = <Result>(span: Span, run: () => Result): Result => current.run(span, run);

/** In which a span is below that of the request or job. */
export function contextOfCurrentSpan(): Context {
  const span = current.getStore();
  return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
}

/** @param attempt 1 for the first */
export type RunJob = (kind: string, attempt: number, run: () => Promise<void>) => Promise<void>;

export const jobSpans =
  (tracer: Tracer = noInstruments.tracer): RunJob =>
  async (kind, attempt, run) => {
    const attributes = { "pettalk.job.kind": kind, "pettalk.job.attempt": attempt };
    const span = tracer.startSpan(`job ${kind}`, { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT);
    try {
      await runInSpan(span, run);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };

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
import { parseTraceParent } from "@opentelemetry/core";
import type { Request, RequestHandler } from "express";
import { trustOf } from "../http/request-log.ts";
import { methodLabel, routeLabel } from "../http/route-label.ts";
import type { Collector } from "./collector.ts";
import type { EngineMeter } from "./engine-meter.ts";
import type { ReplyStage, StartReplyClock } from "./reply-clock.ts";
import type { Tracing } from "./tracing.ts";

/** The request or job that something is done for. */
const current = new AsyncLocalStorage<Span>();

export function createTracing({ tracer, close }: Collector): Tracing {
  return {
    requests: requestSpans(tracer),
    engines: engineSpans(tracer),
    startClock: stageSpans(tracer),
    duringJob: jobSpans(tracer),
    close,
  };
}

function below(span: Span | undefined): Context {
  return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
}

function requestSpans(tracer: Tracer): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    const method = methodLabel(request);
    const attributes = { "http.request.method": method, "pettalk.request_id": String(request.id) };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, contextOf(request));
    response.once("close", () => {
      const route = routeLabel(request, path);
      span.updateName(`${method} ${route}`);
      span.setAttribute("http.route", route);
      if (response.headersSent) span.setAttribute("http.response.status_code", response.statusCode);
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    current.run(span, next);
  };
}

/** A visitor can't choose the trace that a request belongs to; a trusted proxy can. */
function contextOf({ headers, app, socket }: Request): Context {
  const given = headers.traceparent;
  const parent = typeof given === "string" && trustOf(app)(socket.remoteAddress) ? parseTraceParent(given) : null;
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

function engineSpans(tracer: Tracer): EngineMeter {
  return {
    spent: () => undefined,
    begin(part, kind) {
      const attributes = { "pettalk.engine.part": part, "pettalk.engine.kind": kind };
      const span = tracer.startSpan(part, { kind: SpanKind.CLIENT, attributes }, below(current.getStore()));
      return {
        first: () => void span.addEvent("first words"),
        end(outcome) {
          span.setAttribute("pettalk.outcome", outcome);
          if (outcome !== "ok" && outcome !== "ended") span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };
}

/** Each stage begins where the one before it ended. */
function stageSpans(tracer: Tracer): StartReplyClock {
  return () => {
    const context = below(current.getStore());
    const reached = new Set<ReplyStage>();
    let startTime = Date.now();
    return {
      reached(stage) {
        if (reached.has(stage)) return;
        reached.add(stage);
        const endTime = Date.now();
        tracer.startSpan(`reply: ${stage}`, { startTime }, context).end(endTime);
        startTime = endTime;
      },
    };
  };
}

function jobSpans(tracer: Tracer): Tracing["duringJob"] {
  return async ({ kind, attempt }, run) => {
    const attributes = { "pettalk.job.kind": kind, "pettalk.job.attempt": attempt };
    const span = tracer.startSpan(`job ${kind}`, { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT);
    try {
      await current.run(span, run);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };
}

import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import type { Request, RequestHandler, Response } from "express";
import { trustOf } from "../http/request-log.ts";
import { methodLabel, routeLabel } from "../http/route-label.ts";
import { type Instruments, inBuckets, REPLY_BUCKETS, secondsSince } from "./instruments.ts";
import { runInSpan } from "./spans.ts";

/** In seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Middleware that measures every request. What is done for the request is below its span. */
export function createRequestClock({ meter, tracer }: Instruments): RequestHandler {
  const requests = meter.createCounter("pettalk_http_requests_total", {
    description: "Requests, by route and status; status none: the visitor left before there was one.",
  });
  const durations = meter.createHistogram(
    "pettalk_http_request_duration_seconds",
    inBuckets(REQUEST_BUCKETS, "Time until the last byte of an answer, without streams."),
  );
  const streams = meter.createHistogram(
    "pettalk_stream_duration_seconds",
    inBuckets(REPLY_BUCKETS, "Time until a stream of events ended; left: the reader went before its end."),
  );
  const firstContents = meter.createHistogram(
    "pettalk_stream_first_content_seconds",
    inBuckets(REPLY_BUCKETS, "Time from a question to the first words of its reply."),
  );
  const inFlight = meter.createUpDownCounter("pettalk_http_requests_in_flight", {
    description: "Requests under way, streams among them.",
  });

  return (request, response, next) => {
    const startedAt = performance.now();
    const { path } = request;
    const method = methodLabel(request);
    const attributes = { "http.request.method": method, "pettalk.request_id": String(request.id) };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, contextOf(request));
    inFlight.add(1);
    response.once("close", () => {
      const route = routeLabel(request, path);
      const { statusCode, headersSent } = response;
      inFlight.add(-1);
      requests.add(1, { method, route, status: headersSent ? String(statusCode) : "none" });
      const seconds = secondsSince(startedAt);
      const outcome = response.writableFinished ? "ended" : "left";
      if (isStream(request, response)) streams.record(seconds, { route, outcome });
      else durations.record(seconds, { method, route });
      if (request.firstContentAt !== undefined)
        firstContents.record((request.firstContentAt - startedAt) / 1000, { route });
      span.updateName(`${method} ${route}`);
      span.setAttribute("http.route", route);
      if (headersSent) span.setAttribute("http.response.status_code", statusCode);
      if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    runInSpan(span, next);
  };
}

const isStream = ({ contract }: Request, response: Response): boolean =>
  contract?.events !== undefined && String(response.getHeader("content-type")).startsWith("text/event-stream");

/** A visitor can't choose the trace that a request belongs to; a trusted proxy can. */
function contextOf({ headers, app, socket }: Request): Context {
  const given = headers.traceparent;
  const parent = typeof given === "string" && trustOf(app)(socket.remoteAddress) ? parseTraceParent(given) : null;
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

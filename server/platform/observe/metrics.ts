import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { Pool } from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { lastBackupAge } from "../backup/last-backup.ts";
import { buildInfo } from "../build-info.ts";
import { HttpError } from "../http/errors.ts";
import { methodLabel, routeLabel } from "../http/route-label.ts";
import { countJobs } from "../jobs/queue.ts";
import { createMetricsReader } from "../startup/worker-metrics.ts";
import type { EngineMeter } from "./engine-meter.ts";
import type { ReplyStage, StartReplyClock } from "./reply-clock.ts";
import type { NoteTurnStage } from "./spoken-turns.ts";

export interface Metrics {
  /** Middleware that measures every request. */
  requests: RequestHandler;
  engines: EngineMeter;
  startClock: StartReplyClock;
  turnStage: NoteTurnStage;
  /** `GET /metrics`, for callers with the token. */
  page: Router;
}

/** A scrape is answered after this time even if the database has not answered. */
const DATABASE_TIMEOUT_MS = 2_000;
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Finer where people begin to notice a wait. */
const TURN_SECONDS = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.3, 1.6, 2, 3, 5, 10];
const REPLY_SECONDS = [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60, 120];

/** By Prometheus' rules `_total` ends the name of a counter. They are the sums of the gauges without it. */
const misnamedGauges = ["handles", "requests", "resources"].map((things) => `nodejs_active_${things}_total`);

/**
 * Figures for Prometheus (decision 014). Labels are names from the code (patterns of routes, kinds of engines, codes of
 * failures) and never what a visitor sends, so that their number is bounded.
 */
export function createMetrics({ pool, token }: { pool: Pool; token: string }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamedGauges) registry.removeSingleMetric(name);
  watchPool(registry, pool);
  const readAll = createMetricsReader(registry);
  /** The same in every process: read by the one that is asked. */
  const common = new Registry();
  const readDatabase = watchDatabase(common, pool);
  showBuild(common);
  const page = Router();
  page.get("/metrics", async (request, response) => {
    if (!isToken(request.headers.authorization, token)) {
      response.setHeader("WWW-Authenticate", "Bearer");
      throw new HttpError(401, "not_signed_in", "Metrics are for whoever knows METRICS_TOKEN.");
    }
    const [figures] = await Promise.all([readAll(), readDatabase()]);
    if (figures === null)
      throw new HttpError(503, "starting", "One of the workers gives no figures. Please try again.");
    response
      .set("Cache-Control", "no-store")
      .type(registry.contentType)
      .send(`${figures}\n${await common.metrics()}`);
  });
  return {
    requests: requestMeter(registry),
    engines: engineMeter(registry),
    startClock: replyClocks(registry),
    turnStage: turnStages(registry),
    page,
  };
}

function isToken(authorization: string | undefined, token: string): boolean {
  const [scheme = "", given = ""] = (authorization ?? "").split(" ");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return scheme.toLowerCase() === "bearer" && timingSafeEqual(digest(given), digest(token));
}

function requestMeter(registry: Registry): RequestHandler {
  const registers = [registry];
  const requests = new Counter({
    name: "pettalk_http_requests_total",
    help: "Requests, by route and status; status none: the visitor left before there was one.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "pettalk_http_request_duration_seconds",
    help: "Time until the last byte of an answer, without streams.",
    labelNames: ["method", "route"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const streams = new Histogram({
    name: "pettalk_stream_duration_seconds",
    help: "Time until a stream of events ended; left: the reader went before its end.",
    labelNames: ["route", "outcome"],
    buckets: REPLY_SECONDS,
    registers,
  });
  const firstContents = new Histogram({
    name: "pettalk_stream_first_content_seconds",
    help: "Time from a question to the first words of its reply.",
    labelNames: ["route"],
    buckets: REPLY_SECONDS,
    registers,
  });
  const inFlight = new Gauge({
    name: "pettalk_http_requests_in_flight",
    help: "Requests under way, streams among them.",
    registers,
  });
  return (request, response, next) => {
    const startedAt = performance.now();
    const secondsAt = (moment: number) => (moment - startedAt) / 1000;
    const { path } = request;
    inFlight.inc();
    response.once("close", () => {
      inFlight.dec();
      const method = methodLabel(request);
      const route = routeLabel(request, path);
      requests.inc({ method, route, status: response.headersSent ? String(response.statusCode) : "none" });
      const seconds = secondsAt(performance.now());
      if (isStream(request, response))
        streams.observe({ route, outcome: response.writableFinished ? "ended" : "left" }, seconds);
      else durations.observe({ method, route }, seconds);
      if (request.firstContentAt !== undefined) firstContents.observe({ route }, secondsAt(request.firstContentAt));
    });
    next();
  };
}

function isStream({ contract }: Request, response: Response): boolean {
  return contract?.events !== undefined && String(response.getHeader("content-type")).startsWith("text/event-stream");
}

function engineMeter(registry: Registry): EngineMeter {
  const registers = [registry];
  const calls = new Counter({
    name: "pettalk_engine_calls_total",
    help: "Calls of engines, by what came of them: ok, ended (by us), or the kind of failure.",
    labelNames: ["part", "kind", "outcome"],
    registers,
  });
  const durations = new Histogram({
    name: "pettalk_engine_call_duration_seconds",
    help: "Time that calls of engines took.",
    labelNames: ["part", "kind"],
    buckets: REPLY_SECONDS,
    registers,
  });
  const firstTokens = new Histogram({
    name: "pettalk_model_first_token_seconds",
    help: "Time from the call of the language model to its first words.",
    labelNames: ["kind"],
    buckets: REPLY_SECONDS,
    registers,
  });
  const tokens = new Counter({
    name: "pettalk_model_tokens_total",
    help: "Tokens that language models read and wrote, by what they were asked for; estimated where a server does not count.",
    labelNames: ["model", "purpose", "direction"],
    registers,
  });
  return {
    spent(model, purpose, { promptTokens, replyTokens }) {
      tokens.inc({ model, purpose, direction: "read" }, promptTokens);
      tokens.inc({ model, purpose, direction: "written" }, replyTokens);
    },
    begin(part, kind) {
      const startedAt = performance.now();
      const seconds = () => (performance.now() - startedAt) / 1000;
      return {
        first: () => firstTokens.observe({ kind }, seconds()),
        end(outcome) {
          calls.inc({ part, kind, outcome });
          durations.observe({ part, kind }, seconds());
        },
      };
    },
  };
}

function replyClocks(registry: Registry): StartReplyClock {
  const stages = new Histogram({
    name: "pettalk_reply_stage_seconds",
    help: "Time from a question until its reply had come so far.",
    labelNames: ["stage"],
    buckets: REPLY_SECONDS,
    registers: [registry],
  });
  return () => {
    const startedAt = performance.now();
    const reached = new Set<ReplyStage>();
    return {
      reached(stage) {
        if (reached.has(stage)) return;
        reached.add(stage);
        stages.observe({ stage }, (performance.now() - startedAt) / 1000);
      },
    };
  };
}

function turnStages(registry: Registry): NoteTurnStage {
  const stages = new Histogram({
    name: "pettalk_spoken_turn_stage_seconds",
    help: "Time from the end of what a person said until its answer had come so far.",
    labelNames: ["stage"],
    buckets: TURN_SECONDS,
    registers: [registry],
  });
  return (stage, seconds) => stages.observe({ stage }, seconds);
}

/** Versions, as labels of a figure that is always 1. */
function showBuild(registry: Registry): void {
  const build = new Gauge({
    name: "pettalk_build_info",
    help: "1; the labels say which version runs, of which commit where the build knew it, on which Node.js.",
    labelNames: ["version", "commit", "node"],
    registers: [registry],
  });
  build.set({ ...buildInfo(), node: process.versions.node }, 1);
}

function watchPool(registry: Registry, pool: Pool): void {
  new Gauge({
    name: "pettalk_database_connections",
    help: "Connections of this process: in use, idle; waiting: who waits for one.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "in use" }, pool.totalCount - pool.idleCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
}

/** @returns updates the figures from the database; never rejects */
function watchDatabase(registry: Registry, pool: Pool): () => Promise<void> {
  const registers = [registry];
  const up = new Gauge({ name: "pettalk_database_up", help: "1 where the database answers, else 0.", registers });
  const jobs = new Gauge({
    name: "pettalk_jobs",
    help: "Background jobs of all processes; failed ones are not tried again.",
    labelNames: ["task", "state"],
    registers,
  });
  const oldest = new Gauge({
    name: "pettalk_jobs_oldest_waiting_seconds",
    help: "How long the job that is next has been due.",
    registers,
  });
  const backup = new Gauge({
    name: "pettalk_last_backup_age_seconds",
    help: "How long ago the last backup was finished; left out where there was none.",
    registers,
  });
  return async () => {
    const late = sleep(DATABASE_TIMEOUT_MS, undefined, { ref: false }).then(() => null);
    const asked = Promise.all([countJobs(pool), lastBackupAge(pool)]).catch(() => null);
    const [found, backupAge] = (await Promise.race([asked, late])) ?? [null, null];
    backup.remove();
    if (backupAge !== null) backup.set(backupAge);
    jobs.reset();
    up.set(found === null ? 0 : 1);
    for (const { task, state, count } of found?.counts ?? []) jobs.set({ task, state }, count);
    oldest.set(found?.oldestWaitingSeconds ?? 0);
  };
}

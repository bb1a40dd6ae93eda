import cluster from "node:cluster";
import { readdirSync, readFileSync } from "node:fs";
import { constants, monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { getHeapSpaceStatistics, type HeapSpaceInfo } from "node:v8";
import type { Attributes, Meter } from "@opentelemetry/api";
import type { Pool } from "pg";
import { z } from "zod";
import { lastBackupAge } from "../backup/last-backup.ts";
import { buildInfo } from "../build-info.ts";
import { countJobs } from "../jobs/queue.ts";
import { inBuckets, secondsSince } from "./instruments.ts";

/** Undefined where there is nothing to tell. */
type Reading = number | undefined | [number, Attributes][];

/** Makes figures that are read when somebody scrapes. `_total` ends the name of a counter, and of nothing else. */
const figuresOf = (meter: Meter) => (name: string, description: string, read: () => Reading | Promise<Reading>) => {
  const isCounter = name.endsWith("_total");
  const figure = isCounter
    ? meter.createObservableCounter(name, { description })
    : meter.createObservableGauge(name, { description });
  figure.addCallback(async (result) => {
    const reading = await read();
    const readings = typeof reading === "number" ? [[reading, {}] as const] : (reading ?? []);
    for (const [value, labels] of readings) result.observe(value, labels);
  });
};

/** Of this process, by the names that Prometheus' own client for Node.js gives them. */
export function observeProcess(meter: Meter): void {
  const figure = figuresOf(meter);
  const seconds = (kind: "user" | "system") => process.cpuUsage()[kind] / 1e6;
  figure("process_cpu_user_seconds_total", "Total user CPU time spent in seconds.", () => seconds("user"));
  figure("process_cpu_system_seconds_total", "Total system CPU time spent in seconds.", () => seconds("system"));
  const all = () => seconds("user") + seconds("system");
  figure("process_cpu_seconds_total", "Total user and system CPU time spent in seconds.", all);
  const startedAt = Math.round(Date.now() / 1000 - process.uptime());
  // Several workers have no common one.
  const start = () => (cluster.isWorker ? undefined : startedAt);
  figure("process_start_time_seconds", "Start time of the process since unix epoch in seconds.", start);
  // Without the one by which they are read.
  const openFiles = () => (isLinux ? readdirSync("/proc/self/fd").length - 1 : undefined);
  figure("process_open_fds", "Number of open file descriptors.", openFiles);
  const mostFiles = numberIn("limits", "Max open files");
  figure("process_max_fds", "Maximum number of open file descriptors.", () => mostFiles);
  observeMemory(meter);
  observeEventLoop(meter);
  observeActivity(meter);
  observeGarbageCollection(meter);
}

const isLinux = process.platform === "linux";

/** As Linux tells it of this process. */
function numberIn(file: "limits" | "status", name: string): number | undefined {
  const found = isLinux
    ? new RegExp(`^${name}:?\\s+(\\d+)`, "m").exec(readFileSync(`/proc/self/${file}`, "utf8"))
    : null;
  return found === null ? undefined : Number(found[1]);
}

function observeMemory(meter: Meter): void {
  const figure = figuresOf(meter);
  const system = (name: string) => () => {
    const kilobytes = numberIn("status", name);
    return kilobytes === undefined ? undefined : kilobytes * 1024;
  };
  figure("process_resident_memory_bytes", "Resident memory size in bytes.", () => process.memoryUsage.rss());
  figure("process_virtual_memory_bytes", "Virtual memory size in bytes.", system("VmSize"));
  figure("process_heap_bytes", "Process heap size in bytes.", system("VmData"));
  const node = (name: "heapTotal" | "heapUsed" | "external") => () => process.memoryUsage()[name];
  figure("nodejs_heap_size_total_bytes", "Process heap size from Node.js in bytes.", node("heapTotal"));
  figure("nodejs_heap_size_used_bytes", "Process heap size used from Node.js in bytes.", node("heapUsed"));
  figure("nodejs_external_memory_bytes", "Node.js external memory size in bytes.", node("external"));
  const spaces = (size: (space: HeapSpaceInfo) => number) => () =>
    getHeapSpaceStatistics().map((space): [number, Attributes] => [
      size(space),
      { space: space.space_name.replace(/_space$/, "") },
    ]);
  for (const kind of ["total", "used", "available"] as const) {
    const size = (space: HeapSpaceInfo) => (kind === "total" ? space.space_size : space[`space_${kind}_size`]);
    const help = `Process heap space size ${kind} from Node.js in bytes.`;
    figure(`nodejs_heap_space_size_${kind}_bytes`, help, spaces(size));
  }
}

function observeEventLoop(meter: Meter): void {
  const figure = figuresOf(meter);
  const delays = monitorEventLoopDelay();
  delays.enable();
  const helps = {
    min: "The minimum recorded event loop delay.",
    max: "The maximum recorded event loop delay.",
    mean: "The mean of the recorded event loop delays.",
    stddev: "The standard deviation of the recorded event loop delays.",
  };
  for (const kind of ["min", "max", "mean", "stddev"] as const)
    figure(`nodejs_eventloop_lag_${kind}_seconds`, helps[kind], () => delays[kind] / 1e9);
  for (const part of [50, 90, 99]) {
    const help = `The ${part}th percentile of the recorded event loop delays.`;
    figure(`nodejs_eventloop_lag_p${part}_seconds`, help, () => delays.percentile(part) / 1e9);
  }
  figure("nodejs_eventloop_lag_seconds", "Lag of event loop in seconds.", async () => {
    const startedAt = performance.now();
    await nextTurn();
    // By then the others are read.
    delays.reset();
    return secondsSince(startedAt);
  });
}

function observeActivity(meter: Meter): void {
  const figure = figuresOf(meter);
  const counted = (types: string[]) =>
    [...new Set(types)].map((type): [number, Attributes] => [types.filter((other) => other === type).length, { type }]);
  figure(
    "nodejs_active_resources",
    "Number of active resources that are currently keeping the event loop alive, grouped by async resource type.",
    () => counted(process.getActiveResourcesInfo()),
  );
  // Node.js has these without describing them.
  for (const [kind, name] of [
    ["handle", "_getActiveHandles"],
    ["request", "_getActiveRequests"],
  ] as const) {
    const help = `Number of active libuv ${kind}s grouped by ${kind} type. Every ${kind} type is C++ class name.`;
    figure(`nodejs_active_${kind}s`, help, () => {
      const read: unknown = Reflect.get(process, name);
      const things: unknown = typeof read === "function" ? Reflect.apply(read, process, []) : [];
      return counted(Array.isArray(things) ? things.map((thing: object) => thing.constructor.name) : []);
    });
  }
}

const collection = z.object({ detail: z.object({ kind: z.number() }) });

function observeGarbageCollection(meter: Meter): void {
  const kinds = new Map<number, string>([
    [constants.NODE_PERFORMANCE_GC_MAJOR, "major"],
    [constants.NODE_PERFORMANCE_GC_MINOR, "minor"],
    [constants.NODE_PERFORMANCE_GC_INCREMENTAL, "incremental"],
    [constants.NODE_PERFORMANCE_GC_WEAKCB, "weakcb"],
  ]);
  const help = "Garbage collection duration by kind, one of major, minor, incremental or weakcb.";
  const durations = meter.createHistogram("nodejs_gc_duration_seconds", inBuckets([0.001, 0.01, 0.1, 1, 2, 5], help));
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      durations.record(entry.duration / 1000, { kind: kinds.get(collection.parse(entry).detail.kind) });
  });
  observer.observe({ entryTypes: ["gc"] });
}

export function observePool(meter: Meter, pool: Pool): void {
  const help = "Connections of this process: in use, idle; waiting: who waits for one.";
  figuresOf(meter)("pettalk_database_connections", help, () => [
    [pool.totalCount - pool.idleCount, { state: "in use" }],
    [pool.idleCount, { state: "idle" }],
    [pool.waitingCount, { state: "waiting" }],
  ]);
}

/** A scrape is answered after this time even if the database has not answered. */
const DATABASE_TIMEOUT_MS = 2_000;

/** @returns reads the figures from the database; never rejects */
export function observeDatabase(meter: Meter, pool: Pool): () => Promise<void> {
  const read = () => Promise.all([countJobs(pool), lastBackupAge(pool)]);
  let found: Awaited<ReturnType<typeof read>> | null = null;
  const figure = figuresOf(meter);
  figure("pettalk_database_up", "1 where the database answers, else 0.", () => (found === null ? 0 : 1));
  figure("pettalk_jobs", "Background jobs of all processes; failed ones are not tried again.", () =>
    found?.[0].counts.map(({ task, state, count }) => [count, { task, state }]),
  );
  const oldest = () => found?.[0].oldestWaitingSeconds ?? 0;
  figure("pettalk_jobs_oldest_waiting_seconds", "How long the job that is next has been due.", oldest);
  const backup = "How long ago the last backup was finished; left out where there was none.";
  figure("pettalk_last_backup_age_seconds", backup, () => found?.[1] ?? undefined);
  return async () => {
    const late = sleep(DATABASE_TIMEOUT_MS, null, { ref: false });
    found = await Promise.race([read().catch(() => null), late]);
  };
}

/** Versions, as labels of figures that are always 1. */
export function observeBuild(meter: Meter): void {
  const figure = figuresOf(meter);
  const { version, versions } = process;
  const [major, minor, patch] = versions.node.split(".");
  figure("nodejs_version_info", "Node.js version info.", () => [[1, { version, major, minor, patch }]]);
  const help = "1; the labels say which version runs, of which commit where the build knew it, on which Node.js.";
  figure("pettalk_build_info", help, () => [[1, { ...buildInfo(), node: versions.node }]]);
}

import cluster from "node:cluster";
import { readdirSync, readFileSync } from "node:fs";
import { constants, monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { getHeapSpaceStatistics } from "node:v8";
import type { Attributes, Meter } from "@opentelemetry/api";
import type { Pool } from "pg";
import { z } from "zod";
import { lastBackupAge } from "../backup/last-backup.ts";
import { buildInfo } from "../build-info.ts";
import { countJobs } from "../jobs/queue.ts";
import { inBuckets } from "./instruments.ts";

type Observe<Name> = (name: Name, value: number | undefined, labels?: Attributes) => void;

/** Figures that are read together when somebody scrapes; left out where there is no value. `_total` ends a counter's name. */
function observeAtScrape<Name extends string>(
  meter: Meter,
  helps: Record<Name, string>,
  read: (observe: Observe<Name>) => void | Promise<void>,
): void {
  const instruments = new Map(
    Object.entries<string>(helps).map(([name, description]) => [
      name,
      name.endsWith("_total")
        ? meter.createObservableCounter(name, { description })
        : meter.createObservableGauge(name, { description }),
    ]),
  );
  meter.addBatchObservableCallback(
    (result) =>
      read((name, value, labels) => {
        const instrument = instruments.get(name);
        if (instrument !== undefined && value !== undefined) result.observe(instrument, value, labels);
      }),
    [...instruments.values()],
  );
}

/** Of this process, by the names that Prometheus' own client library for Node.js gives them. */
export function observeProcess(meter: Meter): void {
  observeProcessorAndFiles(meter);
  observeMemory(meter);
  observeEventLoop(meter);
  observeActivity(meter);
  observeGarbageCollection(meter);
}

function observeProcessorAndFiles(meter: Meter): void {
  const startedAt = Math.round(Date.now() / 1000 - process.uptime());
  const mostFiles = /^Max open files +(\d+)/m.exec(fileOfProcess("limits"))?.[1];
  observeAtScrape(
    meter,
    {
      process_cpu_user_seconds_total: "Total user CPU time spent in seconds.",
      process_cpu_system_seconds_total: "Total system CPU time spent in seconds.",
      process_cpu_seconds_total: "Total user and system CPU time spent in seconds.",
      process_start_time_seconds: "Start time of the process since unix epoch in seconds.",
      process_open_fds: "Number of open file descriptors.",
      process_max_fds: "Maximum number of open file descriptors.",
    },
    (observe) => {
      const { user, system } = process.cpuUsage();
      observe("process_cpu_user_seconds_total", user / 1e6);
      observe("process_cpu_system_seconds_total", system / 1e6);
      observe("process_cpu_seconds_total", (user + system) / 1e6);
      // Several workers have no common one.
      if (!cluster.isWorker) observe("process_start_time_seconds", startedAt);
      // Without the one by which they are read.
      if (process.platform === "linux") observe("process_open_fds", readdirSync("/proc/self/fd").length - 1);
      if (mostFiles !== undefined) observe("process_max_fds", Number(mostFiles));
    },
  );
}

function observeMemory(meter: Meter): void {
  observeAtScrape(
    meter,
    {
      process_resident_memory_bytes: "Resident memory size in bytes.",
      process_virtual_memory_bytes: "Virtual memory size in bytes.",
      process_heap_bytes: "Process heap size in bytes.",
      nodejs_heap_size_total_bytes: "Process heap size from Node.js in bytes.",
      nodejs_heap_size_used_bytes: "Process heap size used from Node.js in bytes.",
      nodejs_external_memory_bytes: "Node.js external memory size in bytes.",
      nodejs_heap_space_size_total_bytes: "Process heap space size total from Node.js in bytes.",
      nodejs_heap_space_size_used_bytes: "Process heap space size used from Node.js in bytes.",
      nodejs_heap_space_size_available_bytes: "Process heap space size available from Node.js in bytes.",
    },
    (observe) => {
      const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
      const status = fileOfProcess("status");
      observe("process_resident_memory_bytes", rss);
      observe("process_virtual_memory_bytes", bytesIn(status, "VmSize"));
      observe("process_heap_bytes", bytesIn(status, "VmData"));
      observe("nodejs_heap_size_total_bytes", heapTotal);
      observe("nodejs_heap_size_used_bytes", heapUsed);
      observe("nodejs_external_memory_bytes", external);
      for (const part of getHeapSpaceStatistics()) {
        const labels = { space: part.space_name.replace(/_space$/, "") };
        observe("nodejs_heap_space_size_total_bytes", part.space_size, labels);
        observe("nodejs_heap_space_size_used_bytes", part.space_used_size, labels);
        observe("nodejs_heap_space_size_available_bytes", part.space_available_size, labels);
      }
    },
  );
}

/** Of this process, as Linux tells it; empty on other systems. */
const fileOfProcess = (name: "limits" | "status"): string =>
  process.platform === "linux" ? readFileSync(`/proc/self/${name}`, "utf8") : "";

function bytesIn(status: string, name: string): number | undefined {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

function observeEventLoop(meter: Meter): void {
  const delays = monitorEventLoopDelay();
  delays.enable();
  observeAtScrape(
    meter,
    {
      nodejs_eventloop_lag_seconds: "Lag of event loop in seconds.",
      nodejs_eventloop_lag_min_seconds: "The minimum recorded event loop delay.",
      nodejs_eventloop_lag_max_seconds: "The maximum recorded event loop delay.",
      nodejs_eventloop_lag_mean_seconds: "The mean of the recorded event loop delays.",
      nodejs_eventloop_lag_stddev_seconds: "The standard deviation of the recorded event loop delays.",
      nodejs_eventloop_lag_p50_seconds: "The 50th percentile of the recorded event loop delays.",
      nodejs_eventloop_lag_p90_seconds: "The 90th percentile of the recorded event loop delays.",
      nodejs_eventloop_lag_p99_seconds: "The 99th percentile of the recorded event loop delays.",
    },
    async (observe) => {
      observe("nodejs_eventloop_lag_min_seconds", delays.min / 1e9);
      observe("nodejs_eventloop_lag_max_seconds", delays.max / 1e9);
      observe("nodejs_eventloop_lag_mean_seconds", delays.mean / 1e9);
      observe("nodejs_eventloop_lag_stddev_seconds", delays.stddev / 1e9);
      observe("nodejs_eventloop_lag_p50_seconds", delays.percentile(50) / 1e9);
      observe("nodejs_eventloop_lag_p90_seconds", delays.percentile(90) / 1e9);
      observe("nodejs_eventloop_lag_p99_seconds", delays.percentile(99) / 1e9);
      delays.reset();
      const startedAt = performance.now();
      await nextTurn();
      observe("nodejs_eventloop_lag_seconds", (performance.now() - startedAt) / 1000);
    },
  );
}

function observeActivity(meter: Meter): void {
  observeAtScrape(
    meter,
    {
      nodejs_active_resources:
        "Number of active resources that are currently keeping the event loop alive, grouped by async resource type.",
      nodejs_active_handles:
        "Number of active libuv handles grouped by handle type. Every handle type is C++ class name.",
      nodejs_active_requests:
        "Number of active libuv requests grouped by request type. Every request type is C++ class name.",
    },
    (observe) => {
      const observeEach = (name: Parameters<typeof observe>[0], types: string[]) => {
        for (const type of new Set(types)) observe(name, types.filter((other) => other === type).length, { type });
      };
      observeEach("nodejs_active_resources", process.getActiveResourcesInfo());
      observeEach("nodejs_active_handles", typesOf("_getActiveHandles"));
      observeEach("nodejs_active_requests", typesOf("_getActiveRequests"));
    },
  );
}

/** Node.js has these without describing them. */
function typesOf(name: "_getActiveHandles" | "_getActiveRequests"): string[] {
  const list: unknown = Reflect.get(process, name);
  const things: unknown = typeof list === "function" ? Reflect.apply(list, process, []) : [];
  return Array.isArray(things) ? things.map((thing: object) => thing.constructor.name) : [];
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
    for (const entry of list.getEntries()) {
      const kind = kinds.get(collection.parse(entry).detail.kind);
      if (kind !== undefined) durations.record(entry.duration / 1000, { kind });
    }
  });
  observer.observe({ entryTypes: ["gc"] });
}

export function observePool(meter: Meter, pool: Pool): void {
  const help = "Connections of this process: in use, idle; waiting: who waits for one.";
  observeAtScrape(meter, { pettalk_database_connections: help }, (observe) => {
    observe("pettalk_database_connections", pool.totalCount - pool.idleCount, { state: "in use" });
    observe("pettalk_database_connections", pool.idleCount, { state: "idle" });
    observe("pettalk_database_connections", pool.waitingCount, { state: "waiting" });
  });
}

/** A scrape is answered after this time even if the database has not answered. */
const DATABASE_TIMEOUT_MS = 2_000;

export function observeDatabase(meter: Meter, pool: Pool): void {
  observeAtScrape(
    meter,
    {
      pettalk_database_up: "1 where the database answers, else 0.",
      pettalk_jobs: "Background jobs of all processes; failed ones are not tried again.",
      pettalk_jobs_oldest_waiting_seconds: "How long the job that is next has been due.",
      pettalk_last_backup_age_seconds: "How long ago the last backup was finished; left out where there was none.",
    },
    async (observe) => {
      const late = sleep(DATABASE_TIMEOUT_MS, undefined, { ref: false }).then(() => null);
      const asked = Promise.all([countJobs(pool), lastBackupAge(pool)]).catch(() => null);
      const [jobs, backupAge] = (await Promise.race([asked, late])) ?? [null, null];
      observe("pettalk_database_up", jobs === null ? 0 : 1);
      for (const { task, state, count } of jobs?.counts ?? []) observe("pettalk_jobs", count, { task, state });
      observe("pettalk_jobs_oldest_waiting_seconds", jobs?.oldestWaitingSeconds ?? 0);
      observe("pettalk_last_backup_age_seconds", backupAge ?? undefined);
    },
  );
}

/** Versions, as labels of figures that are always 1. */
export function observeBuild(meter: Meter): void {
  observeAtScrape(
    meter,
    {
      nodejs_version_info: "Node.js version info.",
      pettalk_build_info:
        "1; the labels say which version runs, of which commit where the build knew it, on which Node.js.",
    },
    (observe) => {
      const [major, minor, patch] = process.versions.node.split(".");
      observe("nodejs_version_info", 1, { version: process.version, major, minor, patch });
      observe("pettalk_build_info", 1, { ...buildInfo(), node: process.versions.node });
    },
  );
}

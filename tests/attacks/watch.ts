import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { entry } from "#server/platform/threads/entry.ts";

export interface WatchReport {
  /** Of the server's process, its children left out. */
  peakMb: number;
  /** How long the slowest of the requests waited that somebody else sent meanwhile. */
  slowestMs: number;
  seconds: number;
  /** Of a processor, for all threads of the server's process: says more than the clock where the machine is busy. */
  processorSeconds: number;
}

const EVERY_MS = 50;

/** Does something to a server, and looks at its memory and at how soon it answers others meanwhile. */
export async function watch(server: { url: string; pid: number }, work: () => Promise<unknown>): Promise<WatchReport> {
  let peakMb = memoryOf(server.pid);
  const measuring = setInterval(() => {
    peakMb = Math.max(peakMb, memoryOf(server.pid));
  }, EVERY_MS);
  const { url, execArgv } = entry(import.meta.url, "./ask-others");
  const others = new Worker(url, { execArgv, workerData: server.url });
  const usedBefore = processorSecondsOf(server.pid);
  const started = performance.now();
  try {
    await work();
  } finally {
    clearInterval(measuring);
  }
  const seconds = round((performance.now() - started) / 1000);
  const processorSeconds = round(processorSecondsOf(server.pid) - usedBefore);
  const told = once(others, "message");
  others.postMessage("over");
  const [slowestMs] = z.tuple([z.number()]).parse(await told);
  return { peakMb, slowestMs, seconds, processorSeconds };
}

const round = (seconds: number): number => Math.round(seconds * 10) / 10;

/** By /proc: 0 elsewhere than on Linux. */
function memoryOf(pid: number): number {
  try {
    const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return 0;
  }
}

/** The kernel counts in hundredths of a second. */
function processorSecondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the name, which stands in brackets, the 12th and 13th are what it used itself and in the kernel.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

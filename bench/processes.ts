import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** Of Linux, and the same on every machine: the kernel reports processor time in hundredths of a second. */
const TICK_MS = 10;

interface ProcessState {
  pid: number;
  parent: number;
  /** `node`, `postgres` */
  name: string;
  /** With that of its children that have ended. */
  cpuMs: number;
}

/** What the machine did in a span of time, as Linux reports it. */
export interface Machine {
  /** Of all cores together. */
  busyMs: number;
  wholeMs: number;
}

/** All processes below one, with itself. Reads `/proc`: Linux only. */
export function processTree(root: number): ProcessState[] {
  const all = readdirSync("/proc").flatMap((entry) => (/^\d+$/.test(entry) ? (stateOf(Number(entry)) ?? []) : []));
  const inTree = new Set([root]);
  // Parents come before their children but where numbers began anew, so twice is enough.
  for (const { pid, parent } of [...all, ...all]) if (inTree.has(parent)) inTree.add(pid);
  return all.filter(({ pid }) => inTree.has(pid));
}

/** Processor time of a process and its threads, without its children's. */
export const cpuOf = (pid: number): number => stateOf(pid, false)?.cpuMs ?? 0;

/** Megabytes in memory; what several processes share is divided between them. */
export function memoryOf(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    const text = read(`/proc/${pid}/smaps_rollup`) ?? "";
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

export function machineNow(): Machine {
  const [, ...ticks] = (readFileSync("/proc/stat", "utf8").split("\n")[0] ?? "").split(/\s+/);
  // user, nice, system, idle, waiting for disks, interrupts (two kinds), taken by other machines on the same hardware
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, hard = 0, soft = 0, stolen = 0] = ticks.map(Number);
  const busy = user + nice + system + hard + soft + stolen;
  return { busyMs: busy * TICK_MS, wholeMs: (busy + idle + waiting) * TICK_MS };
}

function stateOf(pid: number, withChildren = true): ProcessState | undefined {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name is in brackets and may hold spaces and brackets itself.
  const end = text.lastIndexOf(")");
  const fields = text.slice(end + 2).split(" ");
  const ticks = fields.slice(11, withChildren ? 15 : 13).map(Number);
  return {
    pid,
    parent: Number(fields[1]),
    name: basename(text.slice(text.indexOf("(") + 1, end)),
    cpuMs: ticks.reduce((sum, each) => sum + each, 0) * TICK_MS,
  };
}

/** Undefined where the process has ended. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

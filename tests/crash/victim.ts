import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Everything of the embedded database at once, as a power cut would: its server process first, then all it started. */
export function killDatabase(dataDir: string): void {
  const [pid = ""] = readFileSync(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8").split("\n");
  const children = childrenOf(Number(pid));
  for (const victim of [Number(pid), ...children]) {
    try {
      process.kill(victim, "SIGKILL");
    } catch {
      // One that ended by itself meanwhile.
    }
  }
}

/** By /proc: so on Linux only; elsewhere they end by themselves once their parent has gone. */
function childrenOf(pid: number): number[] {
  const found: number[] = [];
  for (const name of readProcesses()) {
    try {
      const status = readFileSync(`/proc/${name}/stat`, "utf8");
      // After the name, which stands in brackets: state, then the parent.
      const [, parent] = status.slice(status.lastIndexOf(")") + 2).split(" ");
      if (Number(parent) === pid) found.push(Number(name));
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}

function readProcesses(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";

/** When, of which commit and on which machine something was measured. */
export function describeMachine(startedAt: Date): string {
  const { stdout } = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" });
  const commit = stdout?.trim() ? `commit ${stdout.trim()}` : "no commit known";
  const [processor] = cpus();
  return [
    `${startedAt.toISOString().slice(0, 16).replace("T", " ")} UTC, ${commit}`,
    `${cpus().length} cores (${processor?.model.trim() ?? "unknown"}), Node ${process.versions.node}`,
    `load ${loadavg()[1]?.toFixed(1)} at the end`,
  ].join("; ");
}

/** p50 / p95 */
export function spread(figures: readonly number[]): string {
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const [p50, p95] = [at(0.5), at(0.95)];
  return p50 === undefined || p95 === undefined ? "-" : `${p50.toFixed(0)} / ${p95.toFixed(0)}`;
}

/** Keeps a text with its tables in bench/results. */
export function writeSection(name: "live" | "unseen" | "walk" | "talks", text: string): void {
  writeFileSync(new URL(`../results/voice-${name}.md`, import.meta.url), `${text}\n`);
}

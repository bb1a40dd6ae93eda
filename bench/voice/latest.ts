import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
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

/** Puts a text into docs/live-voice.md, between the marks of this section. */
export function writeSection(name: "live" | "unseen" | "walk" | "talks", text: string): void {
  const path = new URL("../../docs/live-voice.md", import.meta.url);
  const page = readFileSync(path, "utf8");
  const [begin, end] = [`<!-- ${name}: written by the bench -->`, `<!-- end of ${name} -->`];
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/live-voice.md has no place for ${name}.`);
  writeFileSync(path, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}

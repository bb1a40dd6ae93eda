import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { z } from "zod";

const table = z.object({
  title: z.string(),
  /** By the titles of the columns. */
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type Table = z.infer<typeof table>;
const result = z.object({ at: z.string(), commit: z.string(), machine: z.string(), tables: z.array(table) });

const folder = new URL("results/", import.meta.url);

/** Prints what a program measured. With `isKept` it goes to results/NAME.json, too, and results/README.md is made anew of all. */
export function report(name: string, tables: readonly Table[], isKept: boolean): void {
  console.log(tables.map(markdownOf).join("\n\n"));
  if (!isKept) return;
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}`;
  const kept = { at: new Date().toISOString(), commit, machine, tables };
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(kept, null, 2)}\n`);
  writePage();
}

/** The figure below which this share of them is. */
export function at(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** p50 / p95 */
export const spread = (figures: readonly number[], digits = 0): string =>
  figures.length === 0 ? "-" : `${at(figures, 0.5).toFixed(digits)} / ${at(figures, 0.95).toFixed(digits)}`;

export const percent = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;

function writePage(): void {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const sections = files.map((file) => {
    const { at: day, commit, machine, tables } = result.parse(JSON.parse(readFileSync(new URL(file, folder), "utf8")));
    const about = `${day.slice(0, 10)}, commit ${commit}, ${machine}`;
    return [`## ${file.replace(".json", "")}`, about, ...tables.map(markdownOf)].join("\n\n");
  });
  const text = ["# Results", "Made by `npm run bench:NAME -- --write` out of the JSON files beside it.", ...sections];
  writeFileSync(new URL("README.md", folder), `${text.join("\n\n")}\n`);
}

function markdownOf({ title, rows }: Table): string {
  const head = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => head.map((column) => row[column] ?? ""));
  return [
    `**${title}**`,
    "",
    ...[head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`),
  ].join("\n");
}

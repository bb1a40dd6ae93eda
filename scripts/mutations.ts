import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Mutation } from "./mutation.ts";
import { mutations } from "./mutations-list.ts";
import { outcomesTable } from "./mutations-table.ts";
import { readRows, readTestFiles } from "./trust-table.ts";

/**
 * Takes the named checks of docs/trust.md out, one at a time and in a copy of the project, and sees whether the tests of
 * the row fail then. It takes long, so what ran is kept in scripts/mutations/outcomes.json, and the next run goes on; the
 * table of it is docs/mutations.md.
 *
 *   npm run check:mutations -- [19 20] [--again] [--minutes 30]
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const report = join(root, "scripts/mutations/outcomes.json");
const table = join(root, "docs/mutations.md");
const testFiles = readTestFiles();

const outcomes = z.record(z.string(), z.enum(["failed", "passed", "broken"]));
type Outcome = z.output<typeof outcomes>[string];

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

/** What a mutation is remembered by: another text of it is another one. */
const keyOf = ({ row, file, find, put }: Mutation): string =>
  createHash("sha256")
    .update(JSON.stringify([row, file, find, put]))
    .digest("hex")
    .slice(0, 16);

function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "pet-talk-mutations-"));
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const file of files.split("\n").filter((name) => name !== "" && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

const result = z.object({
  numFailedTests: z.number(),
  numPassedTests: z.number(),
});

/** Runs the row's tests in the copy with the check taken out. */
function tryOut(folder: string, mutation: Mutation): Outcome {
  const path = join(folder, mutation.file);
  const source = readFileSync(path, "utf8");
  const written = join(folder, "mutation.json");
  rmSync(written, { force: true });
  writeFileSync(
    path,
    source.replace(mutation.find, () => mutation.put),
  );
  try {
    const all = (testFiles.get(mutation.row) ?? []).filter((file) => !file.startsWith("tests/e2e/"));
    const files = mutation.test === undefined ? all : [mutation.test];
    const only = ["--bail=1", "-t", `\\[T${mutation.row}\\]`, "--reporter=json", `--outputFile=${written}`];
    spawnSync("npx", ["vitest", "run", ...files, ...only], { cwd: folder, stdio: "ignore" });
    const ran = result.safeParse(existsSync(written) ? JSON.parse(readFileSync(written, "utf8")) : undefined);
    if (!ran.success || ran.data.numFailedTests + ran.data.numPassedTests === 0) return "broken";
    return ran.data.numFailedTests > 0 ? "failed" : "passed";
  } finally {
    writeFileSync(path, source);
  }
}

function main(): void {
  const wanted = process.argv.slice(2).filter((part, at, all) => /^\d+$/.test(part) && all[at - 1] !== "--minutes");
  const until = Date.now() + Number(option("--minutes") ?? Number.POSITIVE_INFINITY) * 60_000;
  const known = existsSync(report) ? outcomes.parse(JSON.parse(readFileSync(report, "utf8"))) : {};
  const chosen = mutations.filter(({ row }) => wanted.length === 0 || wanted.includes(String(row)));
  const open = chosen.filter((each) => process.argv.includes("--again") || known[keyOf(each)] !== "failed");
  const folder = copyProject();
  const clean = () => rmSync(folder, { recursive: true, force: true });
  // Stopped by hand, a test run ends with the same signal.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      clean();
      process.exit(1);
    });
  try {
    for (const mutation of open) {
      if (Date.now() > until) break;
      const outcome = tryOut(folder, mutation);
      known[keyOf(mutation)] = outcome;
      keep(known);
      process.stdout.write(`${mutation.row} ${mutation.file}: ${sentences[outcome]}\n`);
    }
  } finally {
    clean();
  }
  const proven = chosen.filter((each) => known[keyOf(each)] === "failed");
  process.stdout.write(`${proven.length} of ${chosen.length} checks are proven by a test that fails without them.\n`);
  process.exitCode = proven.length === chosen.length ? 0 : 1;
}

/** Only what the list still holds. */
function keep(known: Record<string, Outcome>): void {
  const tried = mutations.flatMap((mutation) => {
    const outcome = known[keyOf(mutation)];
    return outcome === undefined ? [] : [{ mutation, outcome }];
  });
  const kept = Object.fromEntries(tried.map(({ mutation, outcome }) => [keyOf(mutation), outcome]));
  writeFileSync(report, `${JSON.stringify(kept, undefined, 2)}\n`);
  const rows = readRows(readFileSync(join(root, "docs/trust.md"), "utf8"));
  writeFileSync(table, outcomesTable(rows, tried));
}

const sentences: Record<Outcome, string> = {
  failed: "its tests fail without it",
  passed: "ITS TESTS PASS WITHOUT IT",
  broken: "ITS TESTS COULD NOT BE RUN",
};

if (process.argv[1] === fileURLToPath(import.meta.url)) main();

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type Mutation, mutations } from "./mutations-list.ts";
import { readRows, testFilesOf } from "./trust-table.ts";

/**
 * Takes the named checks of docs/trust.md out, one at a time and in a copy of the project, and sees whether the tests of
 * the row fail then. It takes long, so what ran is kept in test-results/mutations.json, and the next run goes on.
 *
 *   npm run check:mutations -- [--row 19] [--again] [--minutes 30]
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const report = join(root, "test-results/mutations.json");

const outcomes = z.record(z.string(), z.enum(["failed", "passed", "broken"]));
type Outcome = z.output<typeof outcomes>[string];

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

/** What a mutation is remembered by: another text of it is another one. */
const keyOf = ({ row, file, find, put }: Mutation): string => JSON.stringify([row, file, find, put]);

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
    const files = testFilesOf(mutation.row).filter((file) => !file.startsWith("tests/e2e/"));
    const only = ["-t", `\\[T${mutation.row}\\]`, "--reporter=json", `--outputFile=${written}`];
    spawnSync("npx", ["vitest", "run", ...files, ...only], { cwd: folder, stdio: "ignore" });
    const ran = result.safeParse(existsSync(written) ? JSON.parse(readFileSync(written, "utf8")) : undefined);
    if (!ran.success || ran.data.numFailedTests + ran.data.numPassedTests === 0) return "broken";
    return ran.data.numFailedTests > 0 ? "failed" : "passed";
  } finally {
    writeFileSync(path, source);
  }
}

function main(): void {
  const wanted = option("--row");
  const until = Date.now() + Number(option("--minutes") ?? Number.POSITIVE_INFINITY) * 60_000;
  const known = existsSync(report) ? outcomes.parse(JSON.parse(readFileSync(report, "utf8"))) : {};
  const chosen = mutations.filter(({ row }) => wanted === undefined || row === Number(wanted));
  const open = chosen.filter((each) => process.argv.includes("--again") || known[keyOf(each)] !== "failed");
  const folder = copyProject();
  try {
    for (const mutation of open) {
      if (Date.now() > until) break;
      const outcome = tryOut(folder, mutation);
      known[keyOf(mutation)] = outcome;
      mkdirSync(dirname(report), { recursive: true });
      writeFileSync(report, JSON.stringify(known, undefined, 2));
      process.stdout.write(`${mutation.row} ${mutation.file}: ${sentences[outcome]}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const proven = chosen.filter((each) => known[keyOf(each)] === "failed");
  const tried = new Set(mutations.map(({ row }) => row));
  const untried = readRows(readFileSync(join(root, "docs/trust.md"), "utf8")).filter(
    ({ number }) => !tried.has(number),
  );
  process.stdout.write(`${proven.length} of ${chosen.length} checks are proven by a test that fails without them.\n`);
  process.stdout.write(`Rows without a mutation: ${untried.map(({ number }) => number).join(", ") || "none"}\n`);
  process.exitCode = proven.length === chosen.length ? 0 : 1;
}

const sentences: Record<Outcome, string> = {
  failed: "its tests fail without it",
  passed: "ITS TESTS PASS WITHOUT IT",
  broken: "ITS TESTS COULD NOT BE RUN",
};

if (process.argv[1] === fileURLToPath(import.meta.url)) main();

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type Mutation, type Place, placesOf } from "./mutation.ts";
import { mutations } from "./mutations-list.ts";
import { outcomesTable } from "./mutations-table.ts";
import { readRows, readTestFiles } from "./trust-table.ts";

/**
 * Takes the named checks of docs/trust.md out, one at a time and in a copy of the project, and sees whether the tests of
 * the row fail then. It takes long, so what ran is kept in scripts/mutations/outcomes.json, and the next run goes on; the
 * table of it is docs/mutations.md.
 *
 *   npm run check:mutations -- [19 20] [--again] [--minutes 30]
 *   npm run check:mutations -- --untouched [19 20]
 *
 * The second form takes nothing out: the same tests have to pass then.
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
const keyOf = ({ row, file, find, put, also }: Mutation): string =>
  createHash("sha256")
    .update(JSON.stringify([row, file, find, put, ...(also === undefined ? [] : [also])]))
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
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});
type Test = z.output<typeof result>["testResults"][number]["assertionResults"][number];

let running: ChildProcess | undefined;

/** For the tests of one row. Without a check, work that never ends may hold them up, and no limit of theirs counts then. */
const HUNG_MS = 10 * 60_000;

interface Run {
  files: readonly string[];
  title: string;
  /** How many rows the tests are of. */
  rows: number;
  options?: readonly string[];
}

/**
 * Runs test files in the copy, those tests alone whose title fits.
 * @returns what became of each; none where nothing ran, "hung" where they had to be ended
 */
async function runTests(folder: string, { files, title, rows, options = [] }: Run): Promise<Test[] | "hung"> {
  const written = join(folder, "mutation.json");
  rmSync(written, { force: true });
  const only = ["-t", title, "--reporter=json", `--outputFile=${written}`, ...options];
  // A group of its own, so that all of it ends with this process.
  const tests = spawn("npx", ["vitest", "run", ...files, ...only], { cwd: folder, stdio: "ignore", detached: true });
  running = tests;
  let isHung = false;
  const late = setTimeout(() => {
    isHung = true;
    if (tests.pid !== undefined) process.kill(-tests.pid, "SIGKILL");
  }, HUNG_MS * rows);
  await once(tests, "exit");
  clearTimeout(late);
  running = undefined;
  if (isHung) return "hung";
  const ran = result.safeParse(existsSync(written) ? JSON.parse(readFileSync(written, "utf8")) : undefined);
  const all = ran.success ? ran.data.testResults.flatMap(({ assertionResults }) => assertionResults) : [];
  return all.filter(({ status }) => status === "passed" || status === "failed");
}

/** A test that waited in vain may have waited for a busy machine. */
const isJudged = ({ status, failureMessages }: Test): boolean =>
  status === "failed" && !(failureMessages ?? []).every((message) => /timed out in \d+ms/.test(message));

const filesOf = ({ row, test }: Mutation): string[] =>
  test === undefined ? (testFiles.get(row) ?? []).filter((file) => !file.startsWith("tests/e2e/")) : [test];

/** Puts something else in a place of the copy. @returns what puts it back */
function takeOut(folder: string, place: Place): () => void {
  const path = join(folder, place.file);
  const source = readFileSync(path, "utf8");
  writeFileSync(
    path,
    source.replace(place.find, () => place.put),
  );
  return () => writeFileSync(path, source);
}

/** Runs the row's tests in the copy with the check taken out. */
export async function tryOut(folder: string, mutation: Mutation): Promise<Outcome> {
  const putBack = placesOf(mutation).map((place) => takeOut(folder, place));
  try {
    const only = { files: filesOf(mutation), title: `\\[T${mutation.row}\\]`, rows: 1 };
    const tests = await runTests(folder, { ...only, options: ["--bail=1"] });
    if (tests === "hung" || tests.some(isJudged)) return "failed";
    return tests.length > 0 && tests.every(({ status }) => status === "passed") ? "passed" : "broken";
  } finally {
    for (const back of putBack.toReversed()) back();
  }
}

/** Runs the tests of all rows at once with nothing taken out, and prints those that fail. */
async function runUntouched(folder: string, chosen: readonly Mutation[]): Promise<void> {
  const rows = [...new Set(chosen.map(({ row }) => row))];
  const files = [...new Set(chosen.flatMap(filesOf))];
  const title = `\\[T(${rows.join("|")})\\]`;
  const tests = await runTests(folder, { files, title, rows: rows.length });
  if (tests === "hung") throw new Error("The tests did not come to their end.");
  const failed = tests.filter(({ status }) => status === "failed");
  for (const { fullName } of failed) process.stdout.write(`FAILS WITH NOTHING TAKEN OUT: ${fullName}\n`);
  const missing = rows.filter((row) => !tests.some(({ fullName }) => fullName.includes(`[T${row}]`)));
  if (missing.length > 0) process.stdout.write(`NOT RUN: ${missing.join(", ")}\n`);
  process.stdout.write(
    `${tests.length - failed.length} of ${tests.length} tests of ${rows.length} rows pass with nothing taken out.\n`,
  );
  process.exitCode = failed.length + missing.length === 0 ? 0 : 1;
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2).filter((part, at, all) => /^\d+$/.test(part) && all[at - 1] !== "--minutes");
  const until = Date.now() + Number(option("--minutes") ?? Number.POSITIVE_INFINITY) * 60_000;
  const known = existsSync(report) ? outcomes.parse(JSON.parse(readFileSync(report, "utf8"))) : {};
  const chosen = mutations.filter(({ row }) => wanted.length === 0 || wanted.includes(String(row)));
  const open = chosen.filter((each) => process.argv.includes("--again") || known[keyOf(each)] !== "failed");
  const folder = copyProject();
  const clean = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      if (running?.pid !== undefined) process.kill(-running.pid, "SIGTERM");
      clean();
      process.exit(1);
    });
  try {
    if (process.argv.includes("--untouched")) return await runUntouched(folder, chosen);
    for (const mutation of open) {
      if (Date.now() > until) break;
      const outcome = await tryOut(folder, mutation);
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

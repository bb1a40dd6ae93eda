import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { z } from "zod";
import { findDatabaseServer } from "#tests/support/database-server.ts";
import { runHere } from "./run-command.ts";
import { filesOf, readTestFiles, readTrust } from "./trust-table.ts";

/**
 * Shows how many small changes of the code (Stryker's mutants) the tests notice, and prints those that they do not. Each
 * file is changed by itself, and tried with the unit and API tests that belong to it. All files take hours, one takes
 * minutes, and lines of one less:
 *
 *   npm run check:mutations -- server/platform/http/cursor.ts server/features/auth/ server/platform/http/access.ts:62-67
 */
const places = [
  ":(glob)server/platform/http/**",
  ":(glob)server/features/*/access.ts",
  ":(glob)server/features/auth/**",
  ":(glob)server/features/*/queries.ts",
];
/** At the end of a file's name: those that are changed. */
const LINES = /:\d+-\d+$/;
const REPORT = "test-results/mutations.json";
const report = z.object({
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
});

const listFiles = (place: string): string[] => {
  const files = execFileSync("git", ["ls-files", place], { encoding: "utf8" }).split("\n");
  const found = files.filter((file) => file.endsWith(".ts"));
  if (found.length === 0) throw new Error(`There is no file of the project at ${place}.`);
  return found;
};

const sources = listFiles(":(glob)server/**").map((file) => ({ file, text: readFileSync(file, "utf8") }));
const tests = ["server", "shared", "tests"]
  .flatMap(listFiles)
  .filter((file) => file.endsWith(".test.ts") && !/\.(alone|slow)\.test\.ts$/.test(file));
const rows = readTrust();
const testFiles = readTestFiles();

/** Those beside it, and of the rows of docs/trust.md that name it. */
function nearTests(file: string): string[] {
  const named = rows.filter((row) => filesOf(row).some((place) => file.startsWith(place)));
  const tagged = named.flatMap(({ number }) => testFiles.get(number) ?? []);
  return tests.filter((test) => tagged.includes(test) || dirname(test) === dirname(file));
}

/** A file that no row names is tried with the tests of its importers too. */
function testsOf(file: string): string[] {
  if (rows.some((row) => filesOf(row).some((place) => file.startsWith(place)))) return nearTests(file);
  const importers = sources.filter(
    (source) =>
      source.text.includes(`"#${file}"`) ||
      (dirname(source.file) === dirname(file) && source.text.includes(`"./${basename(file)}"`)),
  );
  return [...new Set([file, ...importers.map((source) => source.file)].flatMap(nearTests))];
}

/** @returns what became of each change; undefined where the tests fail without one */
async function tryOut(part: string, databaseUrl: string): Promise<string[] | undefined> {
  const file = part.replace(LINES, "");
  rmSync(REPORT, { force: true });
  const status = await runHere("npx", ["stryker", "run", "--mutate", part], {
    TEST_DATABASE_URL: databaseUrl,
    MUTATION_TESTS: testsOf(file).join(","),
  });
  if (status !== 0) return undefined;
  const { files } = report.parse(JSON.parse(readFileSync(REPORT, "utf8")));
  return Object.values(files).flatMap(({ mutants }) => mutants.map((mutant) => mutant.status));
}

function scoreOf(outcomes: readonly string[]): string {
  const count = (...names: string[]) => outcomes.filter((name) => names.includes(name)).length;
  const noticed = count("Killed", "Timeout");
  const all = noticed + count("Survived", "NoCoverage");
  return all === 0 ? "nothing to change" : `${((100 * noticed) / all).toFixed(1)} % (${noticed} of ${all})`;
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : places;
const parts = [...new Set(chosen.flatMap((part) => (LINES.test(part) ? [part] : listFiles(part))))].filter(
  (part) => !/\.(test|d)\.ts$/.test(part),
);
const tried = new Map<string, string[] | undefined>();
let isStopped = false;
// Stryker hears it too and ends; what was tried until then is still shown.
process.on("SIGINT", () => {
  isStopped = true;
});
const database = await findDatabaseServer();
try {
  for (const part of parts) if (!isStopped) tried.set(part, await tryOut(part, database.url));
} finally {
  await database.stop();
  rmSync(".stryker-tmp", { recursive: true, force: true });
}
for (const [part, outcomes] of tried)
  process.stdout.write(`${part}: ${outcomes === undefined ? "could not be tried" : scoreOf(outcomes)}\n`);
process.stdout.write(`All: ${scoreOf([...tried.values()].flatMap((outcomes) => outcomes ?? []))}\n`);

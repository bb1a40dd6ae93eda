import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import { ensurePgBouncer } from "./pgbouncer.ts";
import { runBeside, runHere } from "./run-command.ts";
import { readReport } from "./trust-table.ts";

/**
 * `npm test`: every test there is, then the table of docs/trust.md against what was run. Ends with the names of the
 * tests that failed, however much was printed before, and one line that counts them all.
 */
const folder = mkdtempSync(join(tmpdir(), "pet-talk-results-"));
const unitReport = join(folder, "unit.json");
const browserReport = join(folder, "browser.json");
const unitResults = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});
const browserResults = z.looseObject({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

// Before the browser is brought, which may take apt-get for itself.
ensurePgBouncer();
const [unitStatus, browserStatus] = await Promise.all([
  runHere("npx", ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${unitReport}`]),
  testInBrowser(),
]);
const trustStatus =
  browserStatus === 0
    ? await runHere("npx", ["tsx", "scripts/trust-table.ts", "--report", unitReport, browserReport])
    : 1;

const unit = read(unitReport, unitResults);
const browser = read(browserReport, browserResults);
rmSync(folder, { recursive: true, force: true });
const failures = [
  ...(unit === undefined ? ["FAILED unit tests: they could not be run"] : failuresOf(unit)),
  ...(browser === undefined ? ["FAILED browser tests: they could not be run"] : browserFailuresOf(browser)),
];
for (const line of failures) process.stdout.write(`${line}\n`);
const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0) + (browser?.stats.flaky ?? 0);
const failed = (unit?.numFailedTests ?? 0) + (browser?.stats.unexpected ?? 0);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
const isWhole = unit !== undefined && browser !== undefined;
process.exitCode = isWhole && [unitStatus, browserStatus, trustStatus].every((status) => status === 0) ? 0 : 1;

/** Beside the other tests: both kinds often wait, and what one leaves of the processor the other takes. */
async function testInBrowser(): Promise<number> {
  const statuses = await Promise.all([
    runBeside("npm", ["run", "--silent", "build", "--", "--unchecked"]),
    runBeside("npx", ["tsx", "scripts/install-chromium.ts"]),
  ]);
  const failed = statuses.find((status) => status !== 0);
  if (failed !== undefined) return failed;
  return runBeside("npx", ["playwright", "test", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
  });
}

function read<Output>(path: string, schema: z.ZodType<Output>): Output | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}

/** Each failed unit, API or component test with the first line of why, and each file that could not be run at all. */
function failuresOf({ testResults }: z.output<typeof unitResults>): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [`FAILED ${name}: ${firstLine(message)}`] : [];
    return failed.map((test) => `FAILED ${name} › ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
  });
}

/** Each failed browser test with what was expected and what was there; its report may lie far above. */
function browserFailuresOf(report: z.output<typeof browserResults>): string[] {
  const failed = readReport(report).filter(({ status }) => status === "failed");
  return failed.map(({ file, title, error = "" }) => `FAILED ${file} › ${title}: ${stripVTControlCharacters(error)}`);
}

function firstLine(text = ""): string {
  return text.split("\n", 1)[0] ?? "";
}

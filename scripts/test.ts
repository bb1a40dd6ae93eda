import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { ensureChromium } from "./chromium.ts";

/** `npm test`: every test there is. Ends with one line that counts them all. */
const folder = mkdtempSync(join(tmpdir(), "pet-talk-results-"));
const unitReport = join(folder, "unit.json");
const browserReport = join(folder, "browser.json");
const unitCounts = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const browserCounts = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

const unitStatus = run("npx", [
  "vitest",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${unitReport}`,
]);
const chromium = ensureChromium();
const buildStatus = run("npm", ["run", "--silent", "build"]);
const browserStatus =
  buildStatus === 0
    ? run("npx", ["playwright", "test", "--reporter=list,json"], {
        PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
        CHROMIUM_PATH: chromium,
      })
    : buildStatus;

const unit = read(unitReport, unitCounts);
const browser = read(browserReport, browserCounts);
rmSync(folder, { recursive: true, force: true });
const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0) + (browser?.stats.flaky ?? 0);
const failed = (unit?.numFailedTests ?? 0) + (browser?.stats.unexpected ?? 0);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = unitStatus === 0 && browserStatus === 0 && unit !== undefined && browser !== undefined ? 0 : 1;

function run(command: string, parameters: string[], variables: Record<string, string> = {}): number {
  const options = {
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ...variables },
  } as const;
  return spawnSync(command, parameters, options).status ?? 1;
}

function read<Output>(path: string, schema: z.ZodType<Output>): Output | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}

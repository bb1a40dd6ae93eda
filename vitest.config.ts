import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { translatedTexts } from "./scripts/translated-texts.ts";
import { LongestFirst } from "./tests/support/longest-first.ts";
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from "./tests/support/timeouts.ts";

const cores = Math.max(2, availableParallelism());
/** For tests that wait for a database or for other processes as long as they work. */
const whereTestsWait = cores + 1;

const folders = "{shared,server,client,tests,scripts,bench}";
const database = "tests/support/global-setup.ts";
const sharedProcess = "tests/support/shared-process-setup.ts";
const quickPasswords = {
  alias: { "@node-rs/argon2": fileURLToPath(new URL("./tests/support/quick-argon2.ts", import.meta.url)) },
};

/** A test file belongs to the project that its name says (CONTRIBUTING.md). */
export default defineConfig({
  plugins: translatedTexts,
  resolve: { alias: { "@": fileURLToPath(new URL("./client/src", import.meta.url)) } },
  test: {
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: WAIT_TIMEOUT_MS } },
    maxWorkers: cores,
    sequence: { sequencer: LongestFirst },
    // Starting a process and loading the product in it costs more than most files' tests.
    isolate: false,
    // What was compiled once is not compiled again by the next run.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [`${folders}/**/*.test.ts`],
          exclude: ["**/*.{api,alone,slow}.test.ts"],
          setupFiles: [sharedProcess],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "component",
          include: [`${folders}/**/*.test.tsx`],
          environment: "jsdom",
          setupFiles: [sharedProcess, "tests/support/component-setup.ts"],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        resolve: quickPasswords,
        test: {
          name: "api",
          include: [`${folders}/**/*.api.test.ts`],
          globalSetup: [database],
          setupFiles: [sharedProcess],
          maxWorkers: whereTestsWait,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: [`${folders}/**/*.alone.test.ts`],
          globalSetup: [database],
          isolate: true,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        resolve: quickPasswords,
        test: {
          name: "slow",
          include: [`${folders}/**/*.slow.test.ts`],
          globalSetup: [database],
          setupFiles: [sharedProcess],
          maxWorkers: whereTestsWait,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});

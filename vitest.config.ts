import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from "./tests/support/timeouts.ts";

const folders = "{shared,server,client,tests,scripts,bench}";
const database = "tests/support/global-setup.ts";

/** A test file belongs to the project that its name says (CONTRIBUTING.md). */
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL("./client/src", import.meta.url)) } },
  test: {
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: WAIT_TIMEOUT_MS } },
    // As with the browser tests: a shared machine may pause a process for seconds. What needed another try is listed so.
    retry: process.env.CI === undefined ? 0 : 2,
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [`${folders}/**/*.test.ts`],
          exclude: ["**/*.{api,slow}.test.ts"],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "component",
          include: [`${folders}/**/*.test.tsx`],
          environment: "jsdom",
          setupFiles: ["tests/support/component-setup.ts"],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: [`${folders}/**/*.api.test.ts`],
          globalSetup: [database],
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: [`${folders}/**/*.slow.test.ts`],
          globalSetup: [database],
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});

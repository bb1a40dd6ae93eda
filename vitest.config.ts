import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folders = "{shared,server,client,tests,scripts,bench}";
const database = "tests/support/global-setup.ts";

/** A test file belongs to the project that its name says (CONTRIBUTING.md). */
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL("./client/src", import.meta.url)) } },
  test: {
    // Generous, for machines are busy: only what fails takes so long.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
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
          setupFiles: ["tests/support/patience.ts"],
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

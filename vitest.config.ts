import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL("./client/src", import.meta.url)) } },
  test: {
    include: ["{shared,server,client,tests,scripts,bench}/**/*.test.{ts,tsx}"],
    globalSetup: ["tests/support/global-setup.ts"],
    setupFiles: ["tests/support/patience.ts"],
    // Generous, for machines are busy: only what fails takes so long.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // As with the browser tests: a shared machine may pause a process for seconds. What needed another try is listed so.
    retry: process.env.CI === undefined ? 0 : 2,
  },
});

import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL("./client/src", import.meta.url)) } },
  test: {
    include: ["{shared,server,client,tests,scripts,bench}/**/*.test.{ts,tsx}"],
    globalSetup: ["tests/support/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // As with the browser tests: a shared machine may pause a process for seconds. What needed another try is listed so.
    retry: process.env.CI === undefined ? 0 : 2,
  },
});

import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from "#tests/support/timeouts.ts";

/** For `npm run check:mutations`: unit and API tests as one project, those files alone that the script names. */
export default defineConfig({
  resolve: {
    alias: {
      "@": fileURLToPath(new URL("../client/src", import.meta.url)),
      "@node-rs/argon2": fileURLToPath(new URL("../tests/support/quick-argon2.ts", import.meta.url)),
    },
  },
  test: {
    include: (process.env.MUTATION_TESTS ?? "").split(","),
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: WAIT_TIMEOUT_MS } },
    isolate: false,
    globalSetup: ["tests/support/global-setup.ts"],
    setupFiles: ["tests/support/shared-process-setup.ts"],
  },
});

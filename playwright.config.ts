import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/chromium.ts";

const chromium = findChromium();

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 1,
  forbidOnly: true,
  // A shared machine may pause a browser for seconds; a test that passes only at another try is listed as flaky.
  retries: process.env.CI === undefined ? 0 : 2,
  use: {
    ...(chromium === undefined ? {} : { launchOptions: { executablePath: chromium, args: flags() } }),
    trace: "retain-on-failure",
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
    // No screen is involved in surviving a kill: once is enough.
    {
      name: "phone",
      testIgnore: "**/survives.spec.ts",
      // Nor in a test with this tag: paper, calls, or a window of its own size.
      grepInvert: /@once/,
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } },
    },
  ],
});

function flags(): string[] {
  return [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--autoplay-policy=no-user-gesture-required",
  ];
}

import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { findHeadlessChromium } from "./scripts/chromium.ts";

const chromium = findHeadlessChromium();

/** The lists below the address bar are pages of their own, which the whole Chromium loads anew for each test: a second each. */
const omniboxPages = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];
/** Playwright's own, because Chromium takes the last list that it is given. */
const offForPlaywright = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"],
  ...["HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning"],
  ...["AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"],
  "PreconnectToSearch",
];

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "tests/e2e/support/database-setup.ts",
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Each worker has a browser and servers of its own, which take some fifteen seconds of a processor. A browser and a
  // server together keep more than one core busy.
  workers: Math.max(1, Math.floor(availableParallelism() / 2)),
  forbidOnly: true,
  use: {
    ...(chromium === undefined ? {} : { launchOptions: { executablePath: chromium, args: flags() } }),
    // A trace would take a third of the time: `--trace retain-on-failure` records one when a test is run again.
    screenshot: "only-on-failure",
    // Each test would install it anew, and it would answer before the tests' own routes. `installed.spec.ts` lets it in.
    serviceWorkers: "block",
    viewport: { width: 1440, height: 900 },
    // As for those who want less motion: to draw each step of it takes a seventh of the time. On a phone there is all of it.
    contextOptions: { reducedMotion: "reduce" },
  },
});

function flags(): string[] {
  return [
    `--disable-features=${[...offForPlaywright, ...omniboxPages].join()}`,
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

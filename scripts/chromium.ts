import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { installPackage, isDebianRoot, updatePackages } from "./debian.ts";

/** Of Debian's package. */
const DEBIANS = "/usr/bin/chromium";
const installed = [
  DEBIANS,
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Chromium without the parts for a window, a package of its own in Debian. It refuses every microphone. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** What most browser tests run in: it takes a sixth less of the processor where there is the shell. */
export function findHeadlessChromium(): string | undefined {
  const isNamed = process.env.CHROMIUM_PATH !== undefined && process.env.CHROMIUM_PATH !== "";
  return !isNamed && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findChromium();
}

/** Path of a Chromium on this machine, or undefined. `CHROMIUM_PATH` names one that is elsewhere. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()].find(
    (path) => path !== undefined && path !== "" && existsSync(path),
  );
}

/**
 * Installs a Chromium if there is none: on Debian as root from its packages, else Playwright's build. @returns its path
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  if (isDebianRoot()) {
    updatePackages();
    installPackage("chromium");
    installPackage("chromium-headless-shell");
  } else {
    spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit", shell: process.platform === "win32" });
  }
  const brought = findChromium();
  if (brought === undefined)
    throw new Error("There is no Chromium for the browser tests. Install one, or set CHROMIUM_PATH.");
  return brought;
}

/** Adds the shell where a Chromium of Debian is without it. Other and older releases have no such package, and the tests do without. */
export function addHeadlessShell(): void {
  if (isDebianRoot() && findChromium() === DEBIANS && !existsSync(HEADLESS_SHELL))
    installPackage("chromium-headless-shell");
}

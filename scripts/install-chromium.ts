import { addHeadlessShell, ensureChromium } from "./chromium.ts";

ensureChromium();
addHeadlessShell();

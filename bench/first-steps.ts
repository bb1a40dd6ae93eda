/**
 * The way of a new owner in a browser, from the landing page on: how many screens are passed, how often something is pressed,
 * how many fields are filled in, until the pet's greeting is heard (with one story told) and until its first spoken answer
 * (without any). The landing page counts once. On 2026-11-28 it was 8 screens, 10 clicks, 11 fields: more is an error.
 *
 *   npm run bench:first-steps [-- --write]
 */
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { ensureChromium } from "#scripts/chromium.ts";
import { startServer, temporaryDataDir } from "#tests/e2e/support/server.ts";
import { PASSWORD, PROMO_CODE } from "#tests/support/first-start.ts";
import { report } from "./results.ts";

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const most = { screens: 8, clicks: 10, fields: 11 } as const;
/** The tenth of a second of silence that unlocks the player is no voice. */
const NOTE_SOUND = `document.addEventListener("timeupdate", ({ target }) => {
  if (target.duration > 0.3 && target.currentTime > 0) document.documentElement.dataset.heard = "";
}, true)`;
const STORY = "What is my favorite toy?";

const data = temporaryDataDir();
const server = await startServer(data.path, { ADMIN_PASSWORD: PASSWORD, PROMO_CODE });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  const rows = [
    { until: "the greeting, with one story", ...(await walk("robin-with-story", untilGreeting)) },
    { until: "the first answer", ...(await walk("robin-at-once", untilAnswer)) },
  ];
  report("first-steps", [{ title: "From the landing page to the pet's voice", rows }], values.write);
  for (const { screens, clicks, fields } of rows)
    if (screens > most.screens || clicks > most.clicks || fields > most.fields) process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
  data.remove();
}

/** A person who counts. */
function walkerOn(page: Page) {
  const counted = { clicks: 0, fields: 0 };
  const screens = new Set<string>();
  return {
    /** A screen by its heading, which is waited for. */
    async sees(title: string | RegExp): Promise<void> {
      await page.getByRole("heading", { name: title, level: 1 }).waitFor();
      const { pathname } = new URL(page.url());
      screens.add(pathname === "/" ? pathname : String(title));
    },
    async press(name: string, role: "button" | "link" = "button"): Promise<void> {
      counted.clicks += 1;
      await page.getByRole("main").getByRole(role, { name, exact: true }).first().click();
    },
    async fill(fields: Record<string, string>): Promise<void> {
      for (const [label, text] of Object.entries(fields)) {
        counted.fields += 1;
        await page.getByRole("textbox", { name: label, exact: true }).fill(text);
      }
    },
    hears: () => page.locator("html[data-heard]").waitFor({ state: "attached" }),
    figures: () => ({ screens: screens.size, ...counted }),
  };
}

type Walker = ReturnType<typeof walkerOn>;

async function walk(username: string, toTheEnd: (walker: Walker) => Promise<void>) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.addInitScript({ content: NOTE_SOUND });
  const walker = walkerOn(page);
  await page.goto(server.url);
  await walker.sees("Ever wish they could answer back?");
  await walker.press("Sign Up", "link");
  await signUp(walker, username);
  await walker.sees("Now meet your pet");
  await walker.press("Meet your pet", "link");
  await walker.sees("What is your pet's name?");
  await walker.fill({ "Pet Name": "Biscuit" });
  await walker.press("Next");
  await walker.sees("Three things about Biscuit");
  await toTheEnd(walker);
  await context.close();
  return walker.figures();
}

async function signUp(walker: Walker, Username: string): Promise<void> {
  await walker.sees("Enter Promo Code");
  await walker.fill({ "Promo Code": PROMO_CODE });
  await walker.press("Continue");
  await walker.sees("Create Your Account");
  await walker.fill({ Username, Email: `${Username}@example.com`, Phone: "(555) 123-4567" });
  await walker.fill({ "First Name": "Robin", "Last Name": "Walker", Address: "1 Park Lane" });
  await walker.press("Create Account");
  await walker.sees("Registration Complete");
  await walker.press("Continue to Sign In", "link");
  await walker.sees(/^Pet .+ AI$/);
  await walker.press("Sign In");
  await walker.sees("Change Password");
  await walker.fill({ "New Password": PASSWORD, "Confirm New Password": PASSWORD });
  await walker.press("Update Password");
}

async function untilGreeting(walker: Walker): Promise<void> {
  await walker.press(STORY);
  await walker.fill({ [STORY]: "A sock with a knot in it." });
  await walker.press("Meet Biscuit");
  await walker.hears();
}

async function untilAnswer(walker: Walker): Promise<void> {
  await walker.press("Meet Biscuit");
  await walker.press("Tell me a joke!");
  await walker.hears();
}

import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { ask, choosePassword, signIn, signUpInBrowser } from "#tests/e2e/support/journey.ts";
import { startServer } from "#tests/e2e/support/server.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { ensureChromium } from "./chromium.ts";

/**
 * `npm run screenshots`: pictures of the main screens, in a window and on a phone, light and dark, into test-results/screenshots; and the one
 * of README.md. From the built product with its demo pet.
 */
const folder = fileURLToPath(new URL("../test-results/screenshots/", import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), "pet-talk-screenshots-"));
chmodSync(dataDir, 0o711);
mkdirSync(folder, { recursive: true });

const PROMO_CODE = "SCREENSHOTS-2026";
const server = await startServer(dataDir, { ADMIN_PASSWORD: PASSWORD, PROMO_CODE });
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
for (const [device, width, height] of [
  ["desktop", 1440, 900],
  ["phone", 390, 844],
] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    // With a palette a picture has a third of the bytes, and every clone of the repository loads them all.
    const take = async (name: string) =>
      sharp(await page.screenshot({ animations: "disabled" }))
        .png({ palette: true, effort: 10 })
        .toFile(join(folder, `${name}-${device}-${colorScheme}.png`));
    await page.context().grantPermissions(["clipboard-write", "clipboard-read"]);
    await visitEverything(page, take);
    await page.context().clearCookies();
    await beginAnew(page, take, `owner-${device}-${colorScheme}`);
    await page.close();
  }
}
await browser.close();
await server.stop();
copyFileSync(
  join(folder, "chat-desktop-light.png"),
  new URL("../docs/screenshots/chat-desktop-light.png", import.meta.url),
);
rmSync(dataDir, { recursive: true, force: true });

type Take = (name: string) => Promise<unknown>;

async function visitEverything(page: Page, take: Take): Promise<void> {
  await page.goto(server.url);
  await page.getByRole("link", { name: "Start Chatting" }).waitFor();
  await take("landing");
  await page.getByRole("button", { name: "Hear Tucker answer" }).click();
  await page.getByRole("link", { name: "Make your own" }).waitFor();
  await take("try-out");
  await page.goto(`${server.url}/login`);
  await signIn(page, "administrator", PASSWORD);
  await page.getByRole("button", { name: "Load", exact: true, description: "Tucker" }).click();
  await ask(page, "Who is Gerald?");
  await ask(page, "What is your favourite food?");
  await withoutMessage(page);
  await take("chat");
  await page.goto(`${server.url}/app?tab=setup`);
  await page.getByText("Saved Configurations").waitFor();
  await take("setup");
}

/** A new owner's first pet, and what happens to chats: the next one, a lost network, a session that ends. */
async function beginAnew(page: Page, take: Take, username: string): Promise<void> {
  await page.goto(server.url);
  await signUpInBrowser(page, PROMO_CODE, username);
  await choosePassword(page, PASSWORD);
  await page.getByRole("link", { name: "Start Chatting" }).first().click();
  await page.getByLabel("Pet Name").fill("Biscuit");
  await withoutMessage(page);
  await take("first-visit");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "What is my favorite toy?" }).click();
  await page.getByLabel("What is my favorite toy?").fill("A sock with a knot in it.");
  await take("first-questions");
  await page.getByRole("button", { name: "Meet Biscuit" }).click();
  await page.getByText(/^Hello, Robin! I'm Biscuit\./).waitFor();
  await withoutMessage(page);
  await take("first-pet");
  await ask(page, "Which toy do you carry around everywhere?");
  await page.getByRole("button", { name: "New Chat" }).click();
  await page.getByRole("button", { name: /Continue the last chat/ }).waitFor();
  await take("coming-back");
  const box = page.getByPlaceholder("Ask Biscuit...");
  await page.context().setOffline(true);
  await box.fill("Did you miss me?");
  await box.press("Enter");
  await page.getByText(/Your question waits here/).waitFor();
  await take("offline");
  await page.context().clearCookies();
  await page.context().setOffline(false);
  await page.getByRole("dialog", { name: "Please sign in again" }).waitFor();
  await take("signed-out");
}

async function withoutMessage(page: Page): Promise<void> {
  const dismiss = page.getByRole("button", { name: "Dismiss" });
  await dismiss.click({ timeout: 1_000 }).catch(() => undefined);
  await dismiss.waitFor({ state: "hidden" });
}

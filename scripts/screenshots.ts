import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { ask, PASSWORD, signIn } from "../tests/e2e/support/journey.ts";
import { startServer } from "../tests/e2e/support/server.ts";
import { ensureChromium } from "./chromium.ts";

/** `npm run screenshots`: makes the pictures of the README again, from the built product with its demo pet. */
const folder = fileURLToPath(new URL("../docs/screenshots/", import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), "pet-talk-screenshots-"));
chmodSync(dataDir, 0o711);
mkdirSync(folder, { recursive: true });

const server = await startServer(dataDir, { ADMIN_PASSWORD: PASSWORD });
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
    const take = (name: string) => page.screenshot({ path: join(folder, `${name}-${device}-${colorScheme}.png`) });
    await visitEverything(page, take);
    await page.close();
  }
}
await browser.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });

async function visitEverything(page: Page, take: (name: string) => Promise<unknown>): Promise<void> {
  await page.goto(server.url);
  await page.getByRole("link", { name: "Start Chatting" }).waitFor();
  await take("landing");
  await page.goto(`${server.url}/login`);
  await signIn(page, "administrator", PASSWORD);
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await ask(page, "Who is Gerald?");
  await ask(page, "What is your favourite food?");
  await page
    .getByRole("button", { name: "Dismiss" })
    .click({ timeout: 1_000 })
    .catch(() => undefined);
  await page.getByRole("button", { name: "Dismiss" }).waitFor({ state: "hidden" });
  await take("chat");
  await page.goto(`${server.url}/app?tab=setup`);
  await page.getByText("Saved Configurations").waitFor();
  await take("setup");
}

import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { ask, PASSWORD, signIn } from "./support/journey.ts";
import { type RunningServer, startServer, temporaryDataDir } from "./support/server.ts";

const PROMO_CODE = "WALKIES-2026";
const data = temporaryDataDir();
let server: RunningServer;

test.beforeAll(async () => {
  server = await startServer(data.path, { ADMIN_PASSWORD: PASSWORD, PROMO_CODE });
});
test.afterAll(async () => {
  await server.stop();
  data.remove();
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test("every public page is accessible", async ({ page }) => {
      for (const path of ["/", "/login", "/signin-help", "/promo-code", "/nowhere"]) {
        await page.goto(server.url + path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectAccessible(page, path);
      }
      await page.goto(`${server.url}/promo-code`);
      await page.getByLabel("Promo Code").fill(PROMO_CODE);
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("button", { name: "Create Account" })).toBeVisible();
      await expectAccessible(page, "/register");
    });

    test("every screen of a signed-in person is accessible", async ({ page }) => {
      await page.goto(`${server.url}/app?tab=chat`);
      await signIn(page, "administrator", PASSWORD);
      await expect(page.getByText("Tucker").first()).toBeVisible();
      await page.goto(`${server.url}/app?tab=chat`);
      await expect(page.getByText("Please Load a Pet First")).toBeVisible();
      await expectAccessible(page, "chat without a pet");

      await page.getByRole("button", { name: "Go to Setup" }).click();
      await expectAccessible(page, "setup of a new pet");
      await page.getByRole("button", { name: "Load", exact: true }).click();
      await expect(page.getByText("I'm ready for a conversation.")).toBeVisible();
      await expectAccessible(page, "an empty chat");
      await ask(page, "What is your favourite food?");
      await expectAccessible(page, "a chat");
      await page
        .getByRole("button", { name: /favourite food or treat/ })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page, "a source");
      await page.keyboard.press("Escape");

      await page.goto(`${server.url}/app?tab=setup`);
      await page.getByRole("button", { name: /Pet Diary/ }).click();
      await expect(page.getByText("What is my favourite toy?")).toBeAttached();
      await expectAccessible(page, "setup of a saved pet, diary open");
      await page.getByRole("button", { name: "More for Tucker" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await expect(page.getByRole("heading", { name: "Delete Agent?" })).toBeVisible();
      await expectAccessible(page, "the delete dialog");
      await page.goto(`${server.url}/change-password`);
      await expect(page.getByText("Update your password")).toBeVisible();
      await expectAccessible(page, "/change-password");
    });
  });
}

test("a phone of 320 px shows every page without scrolling sideways", { tag: "@once" }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["/", "/login", "/signin-help", "/promo-code", "/app"]) {
    await page.goto(server.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});

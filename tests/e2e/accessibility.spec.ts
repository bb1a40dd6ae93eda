import { expect, test } from "@playwright/test";
import { expectAccessibleInBothThemes } from "./support/accessible.ts";
import { signInByCall } from "./support/administration.ts";
import { ask } from "./support/journey.ts";
import { serving } from "./support/serving.ts";

const PROMO_CODE = "WALKIES-2026";
const server = serving({ PROMO_CODE });

test("every public page is accessible", async ({ page }) => {
  for (const path of ["/", "/login", "/signin-help", "/promo-code", "/nowhere"]) {
    await page.goto(server.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessibleInBothThemes(page, path);
  }
  await page.goto(`${server.url}/promo-code`);
  await page.getByLabel("Promo Code").fill(PROMO_CODE);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Create Account" })).toBeVisible();
  await expectAccessibleInBothThemes(page, "/register");
});

test("every screen of a signed-in person is accessible", async ({ page }) => {
  await signInByCall(page.request, server.url);
  await page.goto(`${server.url}/app?tab=chat`);
  await expect(page.getByText("Please Load a Pet First")).toBeVisible();
  await expectAccessibleInBothThemes(page, "chat without a pet");

  await page.getByRole("button", { name: "Go to Setup" }).click();
  await expectAccessibleInBothThemes(page, "setup of a new pet");
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await expect(page.getByText("I'm ready for a conversation.")).toBeVisible();
  await expectAccessibleInBothThemes(page, "an empty chat");
  await ask(page, "What is your favourite food?");
  await expectAccessibleInBothThemes(page, "a chat");
  await page
    .getByRole("button", { name: /favourite food or treat/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessibleInBothThemes(page, "a source");
  await page.keyboard.press("Escape");

  await page.goto(`${server.url}/app?tab=setup`);
  await page.getByRole("button", { name: /Pet Diary/ }).click();
  await expect(page.getByText("What is my favourite toy?")).toBeAttached();
  await expectAccessibleInBothThemes(page, "setup of a saved pet, diary open");
  await page.getByRole("button", { name: "More for Tucker" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "Delete Agent?" })).toBeVisible();
  await expectAccessibleInBothThemes(page, "the delete dialog");
  await page.goto(`${server.url}/change-password`);
  await expect(page.getByText("Update your password")).toBeVisible();
  await expectAccessibleInBothThemes(page, "/change-password");
});

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

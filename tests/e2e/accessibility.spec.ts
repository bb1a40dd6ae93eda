import { expect, type Page } from "@playwright/test";
import { PROMO_CODE } from "#tests/support/first-start.ts";
import { expectAccessible, expectAccessibleInBothThemes, expectFitsPhone } from "./support/accessible.ts";
import { ask } from "./support/journey.ts";
import { loadPet } from "./support/pets.ts";
import { administratorTest, test } from "./support/product.ts";
import { phone } from "./support/screens.ts";

test("every public page is accessible in both themes, and fits a phone", async ({ page, product }) => {
  for (const path of [
    "/",
    "/login",
    "/signin-help",
    "/forgot-password",
    "/reset-password",
    "/promo-code",
    "/nowhere",
  ]) {
    await page.goto(product.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessibleInBothThemes(page, path);
    await expectFitsPhone(page, path);
  }
  await page.goto(`${product.url}/promo-code`);
  await page.getByLabel("Promo Code").fill(PROMO_CODE);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Create Account" })).toBeVisible();
  await expectAccessibleInBothThemes(page, "/register");
  await expectFitsPhone(page, "/register");
});

administratorTest.describe("on a phone", () => {
  administratorTest.use(phone);

  administratorTest("every screen of a signed-in person is accessible", async ({ page, product }) => {
    await page.route("**/api/agents", (route) =>
      route.fulfill({ json: { agents: [], agentsCreatedByUser: 0, isAdmin: true } }),
    );
    await page.goto(`${product.url}/app?tab=chat`);
    await expect(page.getByText("Please Load a Pet First")).toBeVisible();
    await expectAccessibleInBothThemes(page, "chat without a pet");
    await page.unroute("**/api/agents");

    await page.goto(`${product.url}/app?tab=setup&pet=new`);
    await expect(page.getByRole("button", { name: "Create Pet & Update Knowledge Base" })).toBeVisible();
    await expectAccessibleInBothThemes(page, "setup of a new pet");
    await page.getByRole("button", { name: /^User menu/ }).click();
    await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeVisible();
    await expectAccessible(page, "the user menu");
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Language" }).click();
    await expect(page.getByRole("listbox", { name: "Choices" })).toBeVisible();
    await expectAccessible(page, "an open list of languages");
    await page.keyboard.press("Escape");
    await loadPet(page, "Tucker");
    await expect(page.getByText("I'm ready for a conversation.")).toBeVisible();
    await expectAccessibleInBothThemes(page, "an empty chat");
    await ask(page, "What is your favourite food?");
    await expectAccessibleInBothThemes(page, "a chat");
    await page.getByRole("button", { name: "Voice settings" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectAccessible(page, "the menu of the voice");
    await page.keyboard.press("Escape");
    await page
      .getByRole("button", { name: /favorite food or treat/ })
      .first()
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessibleInBothThemes(page, "a source");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expectToastBeside(page);

    await page.goto(`${product.url}/app?tab=setup`);
    await page.getByRole("button", { name: /Pet Diary/ }).click();
    await expect(page.getByText("What is my favorite toy?")).toBeAttached();
    await expectAccessibleInBothThemes(page, "setup of a saved pet, diary open");
    await page.getByRole("button", { name: "More for Tucker" }).click();
    await expect(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
    await expectAccessible(page, "the menu of a pet");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByRole("heading", { name: "Delete Agent?" })).toBeVisible();
    await expectAccessibleInBothThemes(page, "the delete dialog");
    await page.goto(`${product.url}/change-password`);
    await expect(page.getByText("Update your password")).toBeVisible();
    await expectAccessibleInBothThemes(page, "/change-password");
  });
});

/** Where there is least room: a toast in the chat covers nothing of it. */
async function expectToastBeside(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
    document.execCommand = () => false;
  });
  // Looked for in the page, from before the click on: the toast leaves after some seconds.
  const beside = page.waitForFunction(
    (others) => {
      const toast = document.querySelector("[role=region] > ol > li")?.getBoundingClientRect();
      return others.every((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return toast && box && (box.bottom <= toast.top || box.top >= toast.bottom);
      });
    },
    ["[aria-label=Messages]", "form:has([placeholder^=Ask])", "[data-chat-bar]"],
    { polling: 50 },
  );
  await page.getByRole("button", { name: "Copy" }).click();
  await beside;
}

import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { administratorTest as test } from "./support/product.ts";
import { phone } from "./support/screens.ts";

/** Menus and dialogs are loaded at their first use: what is seen while they come, and where they don't. */

const parts = /\/assets\/(?:menu-items|dialog-panels)-.*\.js$/;

/** The code of menus and dialogs does not come, until `arrive` is called. */
async function withoutParts(page: Page): Promise<{ arrive: () => Promise<void> }> {
  await page.route(parts, (route) => route.abort("connectionfailed"));
  return { arrive: () => page.unroute(parts) };
}

const userMenu = (page: Page) => page.getByRole("button", { name: /^User menu of/ });

test("a menu that can't be loaded says what to do, and opens when it can", async ({ page, product }) => {
  const { arrive } = await withoutParts(page);
  await page.goto(`${product.url}/app?tab=setup`);
  await userMenu(page).click();
  await expect(page.getByText("The menu could not be opened", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Please check your connection and try again/)).toBeVisible();
  await arrive();
  await userMenu(page).press("Enter");
  await expect(page.getByRole("menuitem", { name: "My data" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(userMenu(page)).toBeFocused();
});

test.describe("on a phone", () => {
  test.use(phone);

  test("a sheet that can't be loaded says what to do, and opens when it can", async ({ page, product }) => {
    const { arrive } = await withoutParts(page);
    await page.goto(`${product.url}/app?tab=setup`);
    const button = page.getByRole("button", { name: "Open menu" });
    await button.click();
    await expect(page.getByText("This could not be opened")).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page.getByText("This could not be opened")).toBeHidden();
    await button.click();
    await expect(page.getByText("This could not be opened")).toBeVisible();
    await arrive();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
    await expectAccessible(page, "the menu of a phone");
    await page.keyboard.press("Escape");
    await expect(button).toBeFocused();
  });
});

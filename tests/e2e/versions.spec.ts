import { expect, type Page } from "@playwright/test";
import { expectAccessibleInBothThemes, expectFitsPhone } from "./support/accessible.ts";
import { ask } from "./support/journey.ts";
import { loadPet, makePet } from "./support/pets.ts";
import { ownerTest as test } from "./support/product.ts";
import { phone } from "./support/screens.ts";

/** A question that is asked again in other words. */

const TYPO = "Hello, who are yuo?";
const RIGHT = "Hello, who are you?";
const own = (page: Page) => page.getByRole("article", { name: "You" });
const before = (page: Page) => page.getByRole("button", { name: "Version before" });

async function begin(page: Page, url: string): Promise<void> {
  await makePet({ page, url }, { name: "Biscuit" });
  await page.goto(`${url}/app?tab=setup`);
  await loadPet(page, "Biscuit");
  await ask(page, TYPO);
}

test("the last question is asked in other words by keyboard, and gone back to, in the history too", async ({
  page,
  product: { url },
}) => {
  await begin(page, url);
  const field = page.getByPlaceholder("Ask Biscuit...");
  await expect(field).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(field).toHaveValue(TYPO);
  await expectAccessibleInBothThemes(page, "a question that is changed");
  await expectFitsPhone(page, "a question that is changed");
  await field.fill(RIGHT);
  await page.keyboard.press("Enter");
  await expect(page.getByText("2/2")).toBeVisible();
  await expect(own(page)).toHaveCount(1);
  await expect(own(page)).toContainText(RIGHT);
  // While the pet still answers, no other version can be shown.
  await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(1);
  await before(page).focus();
  await page.keyboard.press("Enter");
  await expect(own(page)).toContainText(TYPO);
  await expect(before(page)).toBeFocused();
  await expectAccessibleInBothThemes(page, "a version of a question");
  await expectFitsPhone(page, "a version of a question");

  await page.getByRole("link", { name: "Chat History" }).click();
  await page.getByRole("button", { name: /View/ }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(TYPO);
  await expectAccessibleInBothThemes(page, "a version in the history", "[role=dialog]");
  await dialog.getByRole("button", { name: "Version after" }).click();
  await expect(dialog).toContainText(RIGHT);
  await expect(dialog).not.toContainText(TYPO);
});

test.describe("on a phone", () => {
  test.use(phone);
  test("the last question is changed from its menu", async ({ page, product: { url } }) => {
    await begin(page, url);
    await own(page).getByRole("button", { name: "More" }).tap();
    await page.getByRole("menuitem", { name: "Edit and ask again" }).tap();
    const field = page.getByPlaceholder("Ask Biscuit...");
    await expect(field).toHaveValue(TYPO);
    await expect(field).toBeFocused();
    await page.getByRole("button", { name: "Cancel" }).tap();
    await expect(field).toHaveValue("");
  });
});

import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "./support/accessible.ts";
import { ask } from "./support/journey.ts";
import { loadPet } from "./support/pets.ts";
import { administratorTest as test } from "./support/product.ts";
import { phone } from "./support/screens.ts";

/** The help assistant of the top menu. */

test.beforeEach(async ({ page, product }) => {
  await page.goto(`${product.url}/app?tab=setup`);
  await expect(page.getByRole("heading", { name: "Set up your pet" })).toBeVisible();
});

const panel = (page: Page) => page.getByRole("region", { name: "Help assistant" });
const answers = (page: Page) => page.getByRole("log", { name: "Conversation with the help assistant" });

test("is opened, asked, minimised and closed by the keyboard alone", async ({ page }) => {
  const button = page.getByRole("button", { name: "Open help assistant" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(panel(page)).toBeVisible();
  const field = page.getByRole("textbox", { name: "Your question" });
  await expect(field).toBeFocused();
  // Once it has grown to its size.
  await expect.poll(async () => (await panel(page).boundingBox())?.width).toBeCloseTo(320, 0);
  await page.keyboard.type("How big may a PDF be?");
  await page.keyboard.press("Enter");
  await expect(answers(page)).toContainText("up to 10 MB each");
  await expectAccessible(page, "the help assistant");
  await expectFitsPhone(page, "the help assistant");

  await page.keyboard.type("half a question");
  await page.keyboard.press("Escape");
  const restore = page.getByRole("button", { name: "Restore help assistant" });
  await expect(restore).toBeFocused();
  await expect(panel(page)).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(answers(page)).toContainText("up to 10 MB each");
  await expect(field).toHaveValue("half a question");
  await page.keyboard.press("Shift+Tab");
  await expect(answers(page)).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(button).toBeFocused();
});

test.describe("on a phone", () => {
  test.use(phone);

  test("stays out of the composer's way", async ({ page }) => {
    await loadPet(page, "Tucker");
    await ask(page, "What is your favourite food?");
    const composer = page.getByPlaceholder("Ask Tucker...");
    await composer.fill("And your");
    const controls = page.getByRole("button", { name: /^(?:Send message|Record your question)$/, disabled: false });
    await expect(controls.first()).toBeVisible();
    for (const control of await controls.all()) expect(await isOnTop(control)).toBe(true);
    await composer.click();
    await expect(composer).toBeFocused();
  });
});

/** Whether a tap in the middle of the button meets it. */
const isOnTop = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

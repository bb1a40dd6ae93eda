import { expect, type Locator, type Page } from "@playwright/test";
import { PASSWORD, PROMO_CODE } from "#tests/support/first-start.ts";
import { signUp } from "../support/visitor.ts";
import { choosePassword, signIn, signUpInBrowser } from "./support/journey.ts";
import { test } from "./support/product.ts";
import { phone } from "./support/screens.ts";

// To be kept out would be a complaint as well.
test.use({ serviceWorkers: "allow" });

/** What the browser's console complains of from now on. */
async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  // What the policy refuses is no message of its own where the code catches the error.
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ blockedURI, violatedDirective }) =>
      console.error("refused by the security policy", blockedURI, violatedDirective),
    ),
  );
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  return complaints;
}

test("a first sign-in, up to the own password and the first screen, leaves the console clean", async ({
  page,
  product,
}) => {
  const complaints = await complaintsOf(page);
  await page.goto(product.url);
  await signUpInBrowser(page, PROMO_CODE, "clean-console");
  const current = page.getByRole("textbox", { name: "Current Password" });
  const temporary = await current.inputValue();
  await page.reload({ waitUntil: "networkidle" });
  await current.fill(temporary);
  await choosePassword(page, PASSWORD);
  await page.goto(`${product.url}/app`, { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("public pages leave the console clean, and know who has signed in here", async ({ page, product }) => {
  const complaints = await complaintsOf(page);
  for (const path of ["/", "/login", "/signin-help", "/promo-code"]) {
    await page.goto(product.url + path, { waitUntil: "networkidle" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  expect(complaints).toEqual([]);

  await page.goto(`${product.url}/login`);
  await signIn(page, "administrator", PASSWORD);
  await expect(page).toHaveURL(/\/app/);
  await page.goto(`${product.url}/login`);
  await expect(page).toHaveURL(/\/app/);
  await page.goto(product.url);
  await page.getByRole("main").getByRole("link", { name: "My Pet" }).click();
  await expect(page).toHaveURL(/\/app/);
  // What is still asked for while the session ends is refused.
  await page.reload({ waitUntil: "networkidle" });
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/$/);
  complaints.length = 0;
  await page.goto(`${product.url}/login`, { waitUntil: "networkidle" });
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test.describe("on a phone", () => {
  test.use(phone);

  test("a message does not lie over a menu", async ({ page, product }) => {
    await page.goto(`${product.url}/login`);
    await signIn(page, "administrator", PASSWORD);
    // A menu hides what is outside of it from the roles.
    const message = page.getByRole("listitem", { includeHidden: true }).filter({ hasText: "Welcome back" });
    await expect(message).toBeVisible();
    // As under a resting finger: it stays.
    await page.getByRole("region", { name: /Notifications/ }).dispatchEvent("pointermove");
    const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const expectApart = async (panel: Locator) => {
      const [one, other] = [await boxOf(message), await boxOf(panel)];
      expect(one.height * other.height).toBeGreaterThan(0);
      expect(one.y >= other.y + other.height || other.y >= one.y + one.height).toBe(true);
    };
    await openUserMenu(page);
    await expectApart(page.getByRole("menuitem", { name: "Change Password" }));
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
    await page.getByRole("button", { name: "Open menu" }).click();
    await expectApart(page.getByRole("link", { name: "Chat Interface" }));
    await expectApart(page.getByRole("button", { name: "Close", exact: true }));
  });
});

const openUserMenu = async (page: Page) => {
  await page.getByRole("button", { name: /User menu/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
};

test("a page hides when somebody else signs in in another tab, and goes on after its own person is back [T143]", async ({
  page,
  context,
  product,
}) => {
  await signUp(product.url, PROMO_CODE, "second-tab");
  await page.goto(`${product.url}/login`);
  await signIn(page, "administrator", PASSWORD);
  await expect(page).toHaveURL(/\/app/);
  await page.goto(`${product.url}/change-password`);
  await page.getByLabel("Current Password").fill("not sent yet");

  const other = await context.newPage();
  await other.goto(`${product.url}/my-data`);
  await openUserMenu(other);
  await other.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page.getByRole("dialog", { name: "Please sign in again" })).toBeVisible();
  await other.goto(`${product.url}/login`);
  await signIn(other, "second-tab", PASSWORD);
  const replaced = page.getByRole("dialog", { name: "Somebody else has signed in" });
  await expect(replaced).toBeVisible();

  await replaced.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await replaced.getByRole("button", { name: "Sign In" }).click();
  await expect(replaced).toBeHidden();
  await expect(page.getByLabel("Current Password")).toHaveValue("not sent yet");
  await expect(other.getByRole("dialog", { name: "Somebody else has signed in" })).toBeVisible();
  await other.getByRole("button", { name: "Leave this page" }).click();
  await expect(other).toHaveURL(/\/app/);
  await expect(other.getByRole("dialog")).toBeHidden();
});

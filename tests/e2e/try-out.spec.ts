import { expect } from "@playwright/test";
import { expectAccessibleInBothThemes } from "./support/accessible.ts";
import { test } from "./support/product.ts";
import { phone } from "./support/screens.ts";

test.use(phone);

test("the first pages are there without any script, and a visitor hears the demo pet with one click", async ({
  page,
  product,
  browser,
}) => {
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(product.url);
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText("Ever wish they could answer back?");
  await expect(plain.getByRole("link", { name: "Start Chatting" })).toBeVisible();
  await expect(plain.getByRole("heading", { name: "Ask Tucker anything" })).toBeAttached();
  await plain.goto(`${product.url}/login`);
  await expect(plain.getByRole("button", { name: "Sign In" })).toBeDisabled();
  await expect(plain).toHaveTitle("Sign in · Pet Talk");
  await plain.close();

  await page.goto(product.url);
  // What is far below is there before anybody scrolls, as for a picture of the whole page.
  const below = page.getByRole("heading", { name: "What it does" });
  expect(await below.evaluate((heading) => heading.checkVisibility({ contentVisibilityAuto: true }))).toBe(true);
  const talk = page.getByRole("region", { name: "Ask Tucker anything" });
  await page.getByRole("button", { name: "Hear Tucker answer" }).click();
  await expect(talk.getByRole("paragraph").filter({ hasText: "What is your favorite food?" })).toBeVisible();
  // A server that has just started still learns its words before it answers.
  await expect(talk.getByText(/grilled cheese/).first()).toBeVisible({ timeout: 60_000 });
  await expect(talk.getByRole("button", { name: /(Stop|Play) Audio/ })).toBeVisible();
  // All that follows the answer is on the screen, without a scroll of the visitor's.
  await expect(talk.getByRole("link", { name: "Make your own" })).toBeInViewport({ ratio: 1 });
  await expectAccessibleInBothThemes(page, "a try-out");
});

import { expect, type Page } from "@playwright/test";
import { expectAccessibleInBothThemes, expectFitsPhone } from "./support/accessible.ts";
import { ask } from "./support/journey.ts";
import { loadPet, makePet } from "./support/pets.ts";
import { ownerTest as test } from "./support/product.ts";

/** A chat that keeps nothing, from its beginning to its end. */

const bar = (page: Page) => page.getByRole("region", { name: "Temporary chat" });

async function begin(page: Page, url: string): Promise<{ chatId: string }> {
  await makePet({ page, url }, { name: "Biscuit" });
  await page.goto(`${url}/app?tab=setup`);
  await loadPet(page, "Biscuit");
  const created = page.waitForResponse((response) => response.url().endsWith("/api/sessions"));
  await page.getByRole("button", { name: "Temporary chat" }).click();
  const { id, isTemporary } = await (await created).json();
  expect(isTemporary).toBe(true);
  await expect(bar(page)).toBeVisible();
  return { chatId: id };
}

const statusOf = async (page: Page, url: string, chatId: string) =>
  (await page.request.get(`${url}/api/sessions/${chatId}/messages`)).status();

test("a temporary chat stays one while it is there, on a walk too, and is gone once it is closed", async ({
  page,
  product: { url },
}) => {
  const { chatId } = await begin(page, url);
  await expectAccessibleInBothThemes(page, "an empty temporary chat");
  await ask(page, "Hello, who are you?");
  await page.reload();
  await expect(bar(page)).toBeVisible();
  await expectAccessibleInBothThemes(page, "a temporary chat");
  await expectFitsPhone(page, "a temporary chat");
  await page.getByRole("button", { name: "Walk mode" }).click();
  await expect(page.getByText("Temporary chat: nothing of it is kept.")).toBeVisible();
  await page.getByRole("button", { name: "Back to the chat" }).click();

  await page.getByRole("link", { name: "Chat History" }).click();
  await expect(page.getByText("No chat sessions found")).toBeVisible();
  await page.getByRole("link", { name: "Chat Interface" }).click();
  await bar(page).getByRole("button", { name: "Close" }).click();
  await expectAccessibleInBothThemes(page, "the end of a temporary chat");
  await page.getByRole("alertdialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("Nothing of it was kept.", { exact: true })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expect.poll(() => statusOf(page, url, chatId)).toBe(404);
});

test("a temporary chat ends where another takes its place, and with the sign-out", async ({
  page,
  product: { url },
}) => {
  const { chatId } = await begin(page, url);
  await ask(page, "Hello, who are you?");
  await page.getByRole("link", { name: "New Chat Session" }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect.poll(() => statusOf(page, url, chatId)).toBe(404);

  await page.getByRole("button", { name: "Temporary chat" }).click();
  await expect(bar(page)).toBeVisible();
  const closed = page.waitForResponse((response) => response.url().endsWith("/close"));
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  expect((await closed).status()).toBe(200);
  await expect(page.getByText("You have been successfully logged out.", { exact: true })).toBeVisible();
});

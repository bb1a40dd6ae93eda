import { expect, type Page } from "@playwright/test";
import { PASSWORD } from "#tests/support/first-start.ts";
import { expectAccessible, expectFitsPhone } from "./support/accessible.ts";
import { ask } from "./support/journey.ts";
import { makePet, questionsOf, saveAnswer } from "./support/pets.ts";
import { newOwner, ownerTest as test } from "./support/product.ts";

async function openMyData(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app?tab=setup`);
  await page.getByRole("button", { name: /^User menu of/ }).click();
  await page.getByRole("menuitem", { name: "My data" }).click();
  await expect(page.getByRole("heading", { name: "My data", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Download ZIP" })).toBeVisible();
}

test("a pet is taken along as a ZIP, its account deleted, and the pet brought into another", async ({
  page,
  context,
  owner: { username },
  product: { url },
}) => {
  const at = { page, url };
  const id = await makePet(at, { name: "Biscuit" });
  const [question] = await questionsOf(at);
  await saveAnswer(at, id, question?.id ?? "", "A beagle who lives by the harbour.");
  await page.goto(`${url}/chat/${id}`);
  await ask(page, "What kind of animal are you?");

  await openMyData(page, url);
  await expectAccessible(page, "My data");
  await expectFitsPhone(page, "My data");
  await expect(page.getByText("You have created your pet.", { exact: false })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download ZIP" }).click();
  const zip = await (await downloading).path();
  const card = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export Biscuit as a character card" }).click();
  expect((await card).suggestedFilename()).toBe("biscuit.png");

  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: "Your password" }).fill("Wrong-Dog-2026!");
  await dialog.getByLabel(`Type "${username}" to confirm`).fill(username);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(dialog.getByText("The current password is not right.")).toBeVisible();
  await expectAccessible(page, "the dialog");
  await expectFitsPhone(page, "the dialog");
  await dialog.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("Account deleted", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  await context.addCookies((await newOwner(url)).state.cookies);
  await openMyData(page, url);
  await page.getByLabel("ZIP with a pet").setInputFiles(zip);
  await expect(page.getByText("Biscuit is here")).toBeVisible();
  await expect(page.getByText("1 diary answer, 0 documents, 1 chat with 2 messages.")).toBeVisible();
  await expectAccessible(page, "a pet that was brought in");
  await expectFitsPhone(page, "a pet that was brought in");
  await page.goto(`${url}/app?tab=reporting`);
  await expect(page.getByText("Chat Sessions (1)")).toBeVisible();
});

import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { signInByCall } from "./support/administration.ts";
import { ask, choosePassword, PASSWORD, signIn, signUp } from "./support/journey.ts";
import { serving } from "./support/serving.ts";

const PROMO_CODE = "WALKIES-2026";
const server = serving({ PROMO_CODE });

async function become(page: Page, username: string): Promise<void> {
  await page.goto(server.url);
  const temporary = await signUp(page, PROMO_CODE, username);
  await signIn(page, username, temporary);
  await choosePassword(page, temporary, PASSWORD);
}

async function openMyData(page: Page): Promise<void> {
  await page.goto(`${server.url}/app?tab=setup`);
  await page.getByRole("button", { name: /^User menu of/ }).click();
  await page.getByRole("menuitem", { name: "My data" }).click();
  await expect(page.getByRole("heading", { name: "My data", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Download ZIP" })).toBeVisible();
}

test("a pet is taken along as a ZIP, its account deleted, and the pet brought into another", async ({ page, context }, {
  project,
}) => {
  await context.grantPermissions(["clipboard-write"]);
  const username = `leaver-${project.name}`;
  await become(page, username);
  await page.goto(`${server.url}/app?tab=setup`);
  const created = await page.request.post(`${server.url}/api/agents`, { data: { name: "Biscuit" } });
  const { id } = await created.json();
  const [question] = await (await page.request.get(`${server.url}/api/diary/questions`)).json();
  await page.request.post(`${server.url}/api/agents/${id}/diary/answers`, {
    data: { questionId: question.id, answer: "A beagle who lives by the harbour." },
  });
  await page.goto(`${server.url}/chat/${id}`);
  await ask(page, "What kind of animal are you?");

  await openMyData(page);
  await expectAccessible(page, "My data");
  await expect(page.getByText("You have created your pet.", { exact: false })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download ZIP" }).click();
  const zip = await (await downloading).path();
  const card = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export Biscuit as character card V3" }).click();
  expect((await card).suggestedFilename()).toBe("biscuit-v3.json");

  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: "Your password" }).fill("Wrong-Dog-2026!");
  await dialog.getByLabel(`Type "${username}" to confirm`).fill(username);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(dialog.getByText("The current password is not right.")).toBeVisible();
  await expectAccessible(page, "the dialog");
  await dialog.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("Account deleted", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  await become(page, `comer-${project.name}`);
  await openMyData(page);
  await page.getByLabel("ZIP with a pet").setInputFiles(zip);
  await expect(page.getByText("Biscuit is here")).toBeVisible();
  await expect(page.getByText("1 diary answer, 0 documents, 1 chat with 2 messages.")).toBeVisible();
  await expectAccessible(page, "a pet that was brought in");
  await page.goto(`${server.url}/app?tab=reporting`);
  await expect(page.getByText("Chat Sessions (1)")).toBeVisible();
});

test("the page fits a narrow phone, and is accessible in dark colours", { tag: "@once" }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 320, height: 640 });
  await signInByCall(page.request, server.url);
  await page.goto(`${server.url}/my-data`);
  await expect(page.getByText("You are the last active administrator.", { exact: false })).toBeVisible();
  await expectAccessible(page, "in dark colours");
});

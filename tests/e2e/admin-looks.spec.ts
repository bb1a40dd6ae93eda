import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessibleInBothThemes, expectFitsPhone } from "./support/accessible.ts";
import {
  chooseTab,
  DEMO_PET,
  expectMessage,
  openDashboard,
  openSettingsPart,
  send,
  shareDemoPet,
} from "./support/administration.ts";
import { administratorTest as test } from "./support/product.ts";

const PHONE = { width: 390, height: 844 };

async function inPhoneSize(page: Page, look: () => Promise<void>): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize(PHONE);
  await look();
  if (size !== null) await page.setViewportSize(size);
}

/** A tab or a part of one: its colors, and its width on a phone. */
async function expectGood(page: Page, name: string, within?: string): Promise<void> {
  await expectAccessibleInBothThemes(page, name, within);
  await expectFitsPhone(page, name);
}

/** Opens each dialog, looks at it, and closes it again. On a phone it covers the page. */
async function lookAt(page: Page, opener: Locator, title: string): Promise<void> {
  await opener.click();
  const dialog = page.getByRole("dialog", { name: title, exact: true });
  const question = page.getByRole("alertdialog", { name: title, exact: true });
  await expect(dialog.or(question)).toBeVisible();
  await expect(page.getByText("Loading admin dashboard...")).toHaveCount(0);
  await expectAccessibleInBothThemes(page, title, "[role=dialog], [role=alertdialog]");
  if ((await dialog.count()) > 0)
    await inPhoneSize(page, () => expect.poll(() => dialog.boundingBox(), title).toEqual({ x: 0, y: 0, ...PHONE }));
  await page.keyboard.press("Escape");
  await expect(dialog.or(question)).toBeHidden();
}

test("every tab and dialog is accessible in both themes, and fits a phone", async ({ page, product: { url } }) => {
  test.setTimeout(300_000);
  const email = "lina@example.com";
  const code = "LOOK-AT-LINA";
  const { username } = await send(page.request, `${url}/api/admin/users`, {
    email,
    firstName: "Lina",
    lastName: "Shore",
  });
  const petId = await shareDemoPet(page.request, url, username);
  await send(page.request, `${url}/api/admin/promo-codes`, { code, maxUses: 2 });
  const question = { message: "Do you like the sea?", generateAudio: false };
  await send(page.request, `${url}/api/agents/${petId}/chat`, question);

  await openDashboard(page, url);
  const look = (opener: Locator, title: string) => lookAt(page, opener, title);
  const buttonOf = (panel: Locator, text: string, name: string) =>
    panel.getByRole("listitem").filter({ hasText: text }).getByRole("button", { name });

  let panel = await chooseTab(page, "Users");
  await panel.getByRole("searchbox", { name: "Search users" }).fill("shore");
  // The list of before is pale until then.
  await expect(panel.getByRole("heading", { name: "Users (1)" })).toBeVisible();
  await expect(panel.getByText(`@${username}`)).toBeVisible();
  await expectGood(page, "Users");
  await look(panel.getByRole("button", { name: "Add User" }), "Create New User");
  await look(buttonOf(panel, "Lina Shore", "Edit"), `Edit User: ${email}`);
  await look(buttonOf(panel, "Lina Shore", "Roles"), `Manage Roles for ${email}`);
  await buttonOf(panel, "Lina Shore", "Reset Password").click();
  await expectMessage(page, "Password reset successfully");
  await expectAccessibleInBothThemes(page, "the password dialog", "[role=dialog]");
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();

  panel = await chooseTab(page, "Roles");
  await expect(panel.getByRole("listitem").first()).toBeVisible();
  await expectGood(page, "Roles");
  await look(panel.getByRole("button", { name: "Create Role" }), "Create New Role");
  await look(buttonOf(panel, "Makes a pet and keeps its diary and", "Manage"), "Manage Permissions for Role: owner");

  panel = await chooseTab(page, "Permissions");
  await expect(panel.getByRole("listitem").first()).toBeVisible();
  await expectGood(page, "Permissions");
  await look(panel.getByRole("button", { name: "Create Permission" }), "Create New Permission");

  panel = await chooseTab(page, "Agent Access");
  await expect(panel.getByRole("listitem").first()).toBeVisible();
  await panel.getByRole("combobox", { name: "User" }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessibleInBothThemes(page, "Agent Access with an open picker");
  await page.keyboard.press("Escape");
  await look(buttonOf(panel, "Lina Shore", "Revoke"), "Revoke Access");

  panel = await chooseTab(page, "Chat Sessions");
  await expect(panel.getByRole("listitem").first()).toBeVisible();
  await expectGood(page, "Chat Sessions");
  await look(panel.getByRole("button", { name: "View" }).first(), `Chat with ${DEMO_PET}`);
  await look(panel.getByRole("button", { name: "Delete" }).first(), "Delete Chat Session");

  await inPhoneSize(page, async () => {
    panel = await chooseTab(page, "Settings");
    await expect(page.getByRole("tab", { name: "Settings" })).toBeInViewport({ ratio: 1 });
  });
  await panel.getByRole("button", { name: "Edit Link" }).click();
  await expectGood(page, "Settings");
  let part = await openSettingsPart(page, "Promo Codes");
  await look(part.getByRole("button", { name: "Add Promo Code" }), "Create Promo Code");
  await look(buttonOf(part, code, "Edit"), `Edit Promo Code: ${code}`);
  part = await openSettingsPart(page, "Diary Questions");
  await look(part.getByRole("button", { name: "Add Question" }), "Add Diary Question");
  const questions = part.getByRole("list", { name: "Diary Questions" });
  await look(questions.getByRole("button", { name: "Edit" }).first(), "Edit Diary Question");
  part = await openSettingsPart(page, "Engines");
  await part.getByRole("button", { name: "Test Database" }).click();
  await expect(part.getByText(/^Works after/)).toBeVisible();
  await expectGood(page, "Engines", "#content");
  part = await openSettingsPart(page, "Usage");
  await expect(part.getByRole("list", { name: "Usage by user" }).getByRole("listitem").first()).toBeVisible();
  await expectGood(page, "Usage", "#content");
  await part.getByRole("button", { name: "Show as Table" }).click();
  await expectGood(page, "Usage as a table", "#content");
  part = await openSettingsPart(page, "Daily Limits");
  const limits = part.getByRole("list", { name: "Daily Limits" });
  await look(buttonOf(limits, "owner", "Edit Limits"), "Daily Limits for Role: owner");
  part = await openSettingsPart(page, "Audit Log");
  await expect(part.getByRole("list", { name: "Audit Log" }).getByRole("listitem").first()).toBeVisible();
  await expectGood(page, "Audit Log", "#content");
});

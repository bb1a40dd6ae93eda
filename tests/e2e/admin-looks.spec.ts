import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from "./support/accessible.ts";
import {
  chooseTab,
  expectMessage,
  openDashboard,
  openSettingsPart,
  send,
  signInByCall,
} from "./support/administration.ts";
import { onPhoneToo } from "./support/screens.ts";
import { serving } from "./support/serving.ts";

const server = serving();

/** Opens each dialog, looks at it, and closes it again. */
async function lookAt(page: Page, isPhone: boolean, opener: Locator, title: string): Promise<void> {
  await opener.click();
  const dialog = page.getByRole("dialog", { name: title, exact: true });
  const question = page.getByRole("alertdialog", { name: title, exact: true });
  await expect(dialog.or(question)).toBeVisible();
  await expect(page.getByText("Loading admin dashboard...")).toHaveCount(0);
  await expectAccessibleInBothThemes(page, title, "[role=dialog], [role=alertdialog]");
  if (isPhone && (await dialog.count()) > 0)
    expect(await dialog.boundingBox(), title).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  await page.keyboard.press("Escape");
  await expect(dialog.or(question)).toBeHidden();
}

onPhoneToo(test, "every tab and dialog is accessible in both themes, and fits", async ({ page, isMobile }) => {
  test.setTimeout(300_000);
  const firstName = isMobile ? "Mona" : "Lina";
  const email = `${firstName.toLowerCase()}@example.com`;
  const code = `LOOK-AT-${firstName.toUpperCase()}`;
  await signInByCall(page.request, server.url);
  const { agents } = await (await page.request.get(`${server.url}/api/agents`)).json();
  const { user, username } = await send(page.request, `${server.url}/api/admin/users`, {
    email,
    firstName,
    lastName: "Shore",
  });
  await send(page.request, `${server.url}/api/admin/user-agent-access`, { userId: user.id, agentId: agents[0].id });
  await send(page.request, `${server.url}/api/admin/promo-codes`, { code, maxUses: 2 });
  await send(page.request, `${server.url}/api/agents/${agents[0].id}/chat`, {
    message: "Do you like the sea?",
    generateAudio: false,
  });

  await openDashboard(page, server.url);
  const look = (opener: Locator, title: string) => lookAt(page, isMobile, opener, title);
  const buttonOf = (panel: Locator, text: string, name: string) =>
    panel.getByRole("listitem").filter({ hasText: text }).getByRole("button", { name });

  let panel = await chooseTab(page, "Users");
  await expect(panel.getByText(`@${username}`)).toBeVisible();
  await expectAccessibleInBothThemes(page, "Users");
  await look(panel.getByRole("button", { name: "Add User" }), "Create New User");
  await look(buttonOf(panel, `${firstName} Shore`, "Edit"), `Edit User: ${email}`);
  await look(buttonOf(panel, `${firstName} Shore`, "Roles"), `Manage Roles for ${email}`);
  await buttonOf(panel, `${firstName} Shore`, "Reset Password").click();
  await expectMessage(page, "Password reset successfully");
  await expectAccessibleInBothThemes(page, "the password dialog", "[role=dialog]");
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();

  panel = await chooseTab(page, "Roles");
  await expect(panel.getByRole("listitem").first()).toBeVisible();
  await expectAccessibleInBothThemes(page, "Roles");
  await look(panel.getByRole("button", { name: "Create Role" }), "Create New Role");
  await look(buttonOf(panel, "Makes a pet and keeps its diary and", "Manage"), "Manage Permissions for Role: owner");

  panel = await chooseTab(page, "Permissions");
  await expect(panel.getByRole("listitem").first()).toBeVisible();
  await expectAccessibleInBothThemes(page, "Permissions");
  await look(panel.getByRole("button", { name: "Create Permission" }), "Create New Permission");

  panel = await chooseTab(page, "Agent Access");
  await expect(panel.getByRole("listitem").first()).toBeVisible();
  await panel.getByRole("combobox", { name: "User" }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessibleInBothThemes(page, "Agent Access with an open picker");
  await page.keyboard.press("Escape");
  await look(buttonOf(panel, `${firstName} Shore`, "Revoke"), "Revoke Access");

  panel = await chooseTab(page, "Chat Sessions");
  await expect(panel.getByRole("listitem").first()).toBeVisible();
  await expectAccessibleInBothThemes(page, "Chat Sessions");
  await look(panel.getByRole("button", { name: "View" }).first(), "Chat with Tucker");
  await look(panel.getByRole("button", { name: "Delete" }).first(), "Delete Chat Session");

  panel = await chooseTab(page, "Settings");
  if (isMobile) await expect(page.getByRole("tab", { name: "Settings" })).toBeInViewport({ ratio: 1 });
  await panel.getByRole("button", { name: "Edit Link" }).click();
  await expectAccessibleInBothThemes(page, "Settings");
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
  await expectAccessibleInBothThemes(page, "Engines", "#content");
  part = await openSettingsPart(page, "Usage");
  await expect(part.getByRole("list", { name: "Usage by user" }).getByRole("listitem").first()).toBeVisible();
  await expectAccessibleInBothThemes(page, "Usage", "#content");
  await part.getByRole("button", { name: "Show as Table" }).click();
  await expectAccessibleInBothThemes(page, "Usage as a table", "#content");
  part = await openSettingsPart(page, "Daily Limits");
  const limits = part.getByRole("list", { name: "Daily Limits" });
  await look(buttonOf(limits, "owner", "Edit Limits"), "Daily Limits for Role: owner");
  part = await openSettingsPart(page, "Audit Log");
  await expect(part.getByRole("list", { name: "Audit Log" }).getByRole("listitem").first()).toBeVisible();
  await expectAccessibleInBothThemes(page, "Audit Log", "#content");
});

test("a phone of 320 px shows every tab without scrolling sideways", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signInByCall(page.request, server.url);
  await openDashboard(page, server.url);
  for (const name of ["Roles", "Permissions", "Agent Access", "Chat Sessions", "Settings", "Users"]) {
    const panel = await chooseTab(page, name);
    await expect(panel.getByRole("heading", { level: 2 }).first()).toBeVisible();
    await expect(page.getByText("Loading admin dashboard...")).toHaveCount(0);
    await expectNoSidewaysScroll(page, name);
    await expect(page.getByRole("tab", { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
});

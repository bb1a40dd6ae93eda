import { expect, test } from "@playwright/test";
import {
  chooseTab,
  expectDialog,
  expectMessage,
  makeAccount,
  openDashboard,
  rowOf,
  send,
  sentWhile,
  signInByCall,
} from "./support/administration.ts";
import { serving } from "./support/serving.ts";

const server = serving();
test.beforeEach(async ({ page }) => {
  await signInByCall(page.request, server.url);
});

test("users are added, edited, given roles, reset, and switched off and on", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await openDashboard(page, server.url);
  await expect(page.getByText("Comprehensive system administration and security management")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Setup" })).toHaveAttribute("href", "/app");
  await expect(page.getByRole("tab")).toHaveText([
    "Users",
    "Roles",
    "Permissions",
    "Agent Access",
    "Chat Sessions",
    "Settings",
  ]);
  await expect(page.getByRole("tab", { name: "Users" })).toHaveAttribute("aria-selected", "true");
  const panel = page.getByRole("tabpanel", { name: "Users" });
  await expect(panel.getByRole("heading", { name: "Users (1)" })).toBeVisible();

  await panel.getByRole("button", { name: "Add User" }).click();
  let dialog = await expectDialog(page, "Create New User");
  const nothing = await sentWhile(page, async () => {
    await dialog.getByRole("button", { name: "Create User" }).click();
    await expect(dialog.getByText("First name is required")).toBeVisible();
  });
  expect(nothing).toEqual([]);
  await dialog.getByLabel("Email").fill("nora@example.com");
  await dialog.getByLabel("First Name").fill("Nora");
  await dialog.getByLabel("Last Name").fill("Field");
  await dialog.getByRole("button", { name: "Create User" }).click();
  dialog = await expectDialog(page, "Default password for Nora Field");
  const password = await dialog.getByRole("textbox", { name: "Default Password" }).inputValue();
  await expectMessage(page, "User created successfully", `${password} (copied to clipboard)`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();

  let row = rowOf(panel.getByRole("list", { name: "Users" }), "Nora Field");
  for (const text of ["nora@example.com", "Active", "Default Password", "No roles"])
    await expect(row.getByText(text, { exact: true })).toBeVisible();

  await row.getByRole("button", { name: "Edit" }).click();
  dialog = await expectDialog(page, "Edit User: nora@example.com");
  await dialog.getByLabel("First Name").fill("");
  await dialog.getByLabel("Phone").fill("(555) 123-4567");
  const refused = await sentWhile(page, async () => {
    await dialog.getByRole("button", { name: "Update User" }).click();
    await expect(dialog.getByText("First name is required")).toBeVisible();
  });
  expect(refused).toEqual([]);
  await dialog.getByLabel("First Name").fill("Eleonora");
  await dialog.getByLabel("Address").fill("3 Park Lane");
  await dialog.getByRole("button", { name: "Update User" }).click();
  await expectMessage(page, "User updated successfully");
  await expect(dialog).toBeHidden();

  row = rowOf(panel.getByRole("list", { name: "Users" }), "Eleonora Field");
  await row.getByRole("button", { name: "Roles" }).click();
  dialog = await expectDialog(page, "Manage Roles for nora@example.com");
  await dialog
    .getByRole("listitem")
    .filter({ hasText: "Talks with the pets that were shared" })
    .getByRole("button", { name: "Assign" })
    .click();
  await expectMessage(page, "Role assigned successfully");
  await dialog.getByRole("button", { name: "Remove viewer" }).click();
  await expectMessage(page, "Role removed successfully");
  await expect(dialog.getByText("No roles", { exact: true })).toBeVisible();
  await dialog
    .getByRole("listitem")
    .filter({ hasText: "Makes a pet and keeps its diary and documents" })
    .getByRole("button", { name: "Assign" })
    .click();
  await expectMessage(page, "Role assigned successfully");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  await expect(row.getByText("owner", { exact: true })).toBeVisible();

  await context.clearPermissions();
  await page.evaluate(() => {
    // As a browser that refuses to copy.
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
    document.execCommand = () => false;
  });
  await row.getByRole("button", { name: "Reset Password" }).click();
  dialog = await expectDialog(page, "Default password for Eleonora Field");
  const next = await dialog.getByRole("textbox", { name: "Default Password" }).inputValue();
  expect(next).not.toBe(password);
  await expectMessage(page, "Password reset successfully", `${next} (please copy manually)`);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();

  const isActive = row.getByRole("switch", { name: "Eleonora Field is active" });
  await isActive.click();
  await expectMessage(page, "User updated successfully");
  await expect(row.getByText("Inactive", { exact: true })).toBeVisible();
  await isActive.click();
  await expectMessage(page, "User updated successfully");
  await expect(row.getByText("Active", { exact: true })).toBeVisible();

  const search = panel.getByRole("searchbox", { name: "Search users" });
  await search.fill("nobody at all");
  await expect(panel.getByText("No users found matching your search")).toBeVisible();
  await search.fill("field");
  await expect(panel.getByRole("heading", { name: "Users (1)" })).toBeVisible();
  await expect(row).toBeVisible();
});

test("permissions and roles are created, and put together", async ({ page }) => {
  await openDashboard(page, server.url, "permissions");
  let panel = page.getByRole("tabpanel", { name: "Permissions" });
  await panel.getByRole("button", { name: "Create Permission" }).click();
  let dialog = await expectDialog(page, "Create New Permission");
  const name = dialog.getByLabel("Permission Name");
  await expect(name).toHaveAttribute("placeholder", "e.g. manage_content");
  await expect(dialog.getByLabel("Resource")).toHaveAttribute("placeholder", "e.g. users, agents, chats");
  await expect(dialog.getByRole("combobox", { name: "Category" })).toHaveText("feature");
  const nothing = await sentWhile(page, async () => {
    await dialog.getByRole("button", { name: "Create Permission" }).click();
    await expect(dialog.getByText("Action is required")).toBeVisible();
  });
  expect(nothing).toEqual([]);
  await name.fill("manage_toys");
  await dialog.getByLabel("Description").fill("Toys of all kinds");
  await dialog.getByRole("combobox", { name: "Category" }).click();
  await expect(page.getByRole("option")).toHaveText(["feature", "tab", "system"]);
  await page.getByRole("option", { name: "system" }).click();
  await dialog.getByLabel("Resource").fill("toys");
  await dialog.getByRole("combobox", { name: "Action" }).click();
  await expect(page.getByRole("option")).toHaveText(["read", "write", "delete", "access"]);
  await page.getByRole("option", { name: "delete" }).click();
  await dialog.getByRole("button", { name: "Create Permission" }).click();
  await expectMessage(page, "Permission created successfully");
  await expect(dialog).toBeHidden();
  const permission = rowOf(panel.getByRole("list", { name: "Permissions" }), "manage_toys");
  for (const text of ["Toys of all kinds", "system", "toys", "delete"])
    await expect(permission.getByText(text, { exact: true })).toBeVisible();

  panel = await chooseTab(page, "Roles");
  await expect(page).toHaveURL(/\/admin\?tab=roles$/);
  await panel.getByRole("button", { name: "Create Role" }).click();
  dialog = await expectDialog(page, "Create New Role");
  await dialog.getByRole("button", { name: "Create Role" }).click();
  await expect(dialog.getByText("Role name is required")).toBeVisible();
  await dialog.getByLabel("Role Name").fill("viewer");
  await dialog.getByLabel("Description").fill("Written with care");
  await dialog.getByRole("button", { name: "Create Role" }).click();
  await expectMessage(page, "Failed to create role", /viewer|role/);
  await expect(dialog.getByLabel("Description")).toHaveValue("Written with care");
  await dialog.getByLabel("Role Name").fill("toy keeper");
  await dialog.getByLabel("Description").fill("");
  await dialog.getByRole("button", { name: "Create Role" }).click();
  await expectMessage(page, "Role created successfully");
  await expect(dialog).toBeHidden();
  const role = rowOf(panel.getByRole("list", { name: "Roles" }), "toy keeper");
  await expect(role.getByText("No description provided")).toBeVisible();

  await role.getByRole("button", { name: "Manage" }).click();
  dialog = await expectDialog(page, "Manage Permissions for Role: toy keeper");
  await expect(dialog.getByText("No permissions", { exact: true })).toBeVisible();
  const available = rowOf(dialog.getByRole("list", { name: "Available Permissions" }), "manage_toys");
  await available.getByRole("button", { name: "Assign" }).click();
  await expectMessage(page, "Permission assigned to role successfully");
  await expect(available.getByText("Assigned")).toBeVisible();
  await expect(available.getByRole("button")).toHaveCount(0);
  const held = rowOf(dialog.getByRole("list", { name: "Current Permissions" }), "manage_toys");
  for (const text of ["Toys of all kinds", "system", "toys", "delete"])
    await expect(held.getByText(text, { exact: true })).toBeVisible();
  await held.getByRole("button", { name: "Remove" }).click();
  await expectMessage(page, "Permission removed from role successfully");
  await expect(held).toBeHidden();
  await expect(available.getByRole("button", { name: "Assign" })).toBeVisible();
});

test("access to a pet is granted and revoked", async ({ page, playwright }) => {
  const visitor = await playwright.request.newContext();
  await makeAccount(page.request, visitor, server.url, {
    email: "walter@example.com",
    firstName: "Walter",
    lastName: "Brook",
  });
  await openDashboard(page, server.url, "agent-access");
  const panel = page.getByRole("tabpanel", { name: "Agent Access" });
  await expect(panel.getByText("No user-agent access relationships found")).toBeVisible();
  const user = panel.getByRole("combobox", { name: "User" });
  const agent = panel.getByRole("combobox", { name: "Agent" });
  await expect(user).toHaveAttribute("placeholder", "Choose a user...");
  await expect(agent).toHaveAttribute("placeholder", "Choose an agent...");
  const grant = panel.getByRole("button", { name: "Grant Access" });
  const choose = async () => {
    await user.click();
    await user.fill("brook");
    await expect(page.getByRole("option")).toHaveText([/Walter Brook.*walter@example\.com/]);
    await user.press("Enter");
    await expect(user).toHaveValue(/Walter Brook/);
    await agent.click();
    await page.getByRole("option", { name: /Tucker/ }).click();
  };
  await grant.click();
  await expectMessage(page, "Please select both user and agent");
  await choose();
  await grant.click();
  await expectMessage(page, "User access granted successfully");
  await expect(panel.getByRole("heading", { name: "Current User-Agent Access (1)" })).toBeVisible();
  await expect(user).toHaveValue("");
  const entry = rowOf(panel.getByRole("list", { name: "Current User-Agent Access" }), "Walter Brook");
  await expect(entry.getByText("walter@example.com")).toBeVisible();
  await expect(entry.getByText("Tucker")).toBeVisible();
  const { agents } = await (await visitor.get(`${server.url}/api/agents`)).json();
  expect(agents).toHaveLength(1);

  await choose();
  await grant.click();
  await expectMessage(page, "Failed to grant user access", /may use Tucker already\./);
  await expect(user).toHaveValue(/Walter Brook/);

  await entry.getByRole("button", { name: "Revoke" }).click();
  const dialog = await expectDialog(page, "Revoke Access", "alertdialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(entry).toBeVisible();
  await entry.getByRole("button", { name: "Revoke" }).click();
  await dialog.getByRole("button", { name: "Revoke Access" }).click();
  await expectMessage(page, "User access revoked successfully");
  await expect(panel.getByText("No user-agent access relationships found")).toBeVisible();
  expect((await (await visitor.get(`${server.url}/api/agents`)).json()).agents).toEqual([]);
  await visitor.dispose();
});

test("everybody's chats are searched, read and deleted", async ({ page, playwright }) => {
  const { agents } = await (await page.request.get(`${server.url}/api/agents`)).json();
  const visitor = await playwright.request.newContext();
  const { id: userId } = await makeAccount(page.request, visitor, server.url, {
    email: "carla@example.com",
    firstName: "Carla",
    lastName: "Meadow",
  });
  await send(page.request, `${server.url}/api/admin/user-agent-access`, { userId, agentId: agents[0].id });
  for (const [who, message] of [
    [page.request, "Do you like the sea?"],
    [visitor, "What do you think of umbrellas?"],
  ] as const)
    await send(who, `${server.url}/api/agents/${agents[0].id}/chat`, { message, generateAudio: false });

  await openDashboard(page, server.url, "chat-sessions");
  const panel = page.getByRole("tabpanel", { name: "Chat Sessions" });
  await expect(panel.getByRole("heading", { name: "Chat Sessions (2)" })).toBeVisible();
  const box = panel.getByRole("searchbox", { name: "Search chat sessions" });
  await expect(box).toHaveAttribute("placeholder", "Search by agent name or keywords...");
  const search = panel.getByRole("button", { name: "Search" });
  await expect(search).toBeDisabled();
  await box.fill("   ");
  await expect(search).toBeDisabled();
  await box.fill("a word that nobody said");
  await search.click();
  await expectMessage(page, "No results found");
  await expect(panel.getByText("No sessions found matching your search")).toBeVisible();
  await box.fill("umbrellas");
  await search.click();
  await expectMessage(page, "Search completed");
  await expect(panel.getByRole("heading", { name: "Chat Sessions (1)" })).toBeVisible();
  const list = panel.getByRole("list", { name: "Chat Sessions" });
  await expect(list.locator("mark").first()).toHaveText("umbrellas");
  const row = list.getByRole("listitem").filter({ hasText: "Carla Meadow" });
  await expect(row.getByText("Tucker", { exact: true })).toBeVisible();
  await expect(row.getByText("2 messages")).toBeVisible();
  await expect(row.getByText(/^Last message: /)).toBeVisible();

  await row.getByRole("button", { name: "View" }).click();
  let dialog = await expectDialog(page, "Chat with Tucker");
  await expect(dialog.getByText("User", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Tucker", { exact: true })).toBeVisible();
  await expect(dialog.getByText("That you read it is noted in the audit log.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();

  await panel.getByRole("button", { name: "Clear" }).click();
  await expect(box).toHaveValue("");
  await expect(panel.getByRole("heading", { name: "Chat Sessions (2)" })).toBeVisible();
  await row.getByRole("button", { name: "Delete" }).click();
  dialog = await expectDialog(page, "Delete Chat Session", "alertdialog");
  await dialog.getByRole("button", { name: "Delete Session" }).click();
  await expectMessage(page, "Chat session deleted successfully");
  await expect(panel.getByRole("heading", { name: "Chat Sessions (1)" })).toBeVisible();
  expect((await (await visitor.get(`${server.url}/api/admin/chat-sessions`)).json()).sessions).toEqual([]);
  await visitor.dispose();
});

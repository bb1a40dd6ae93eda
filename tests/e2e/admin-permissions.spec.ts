import { expect, type Page } from "@playwright/test";
import { chooseTab, makeAccount, makeRole, openDashboard, openSettingsPart, send } from "./support/administration.ts";
import { type Product, test } from "./support/product.ts";

/** What each tab is for, as its notice says it to whoever may not open it. */
const tabs = {
  Users: "users",
  Roles: "roles",
  Permissions: "permissions",
  "Agent Access": "user-agent access",
  "Chat Sessions": "chat sessions",
  Settings: "settings",
} as const;
type Tab = keyof typeof tabs;
const tabNames = ["Users", "Roles", "Permissions", "Agent Access", "Chat Sessions", "Settings"] as const;

/** For each call, who may make it; all others are refused. tests/trust/access.api.test.ts asks with every permission. */
const calls: Record<string, readonly string[]> = {
  "/api/admin/users": ["manage_users"],
  "/api/admin/roles": ["manage_roles"],
  "/api/admin/permissions": ["manage_permissions"],
  "/api/admin/user-agent-access": ["manage_users", "manage_roles", "manage_agents"],
  "/api/admin/agents": ["manage_users", "manage_roles", "manage_agents"],
  "/api/admin/promo-codes": ["manage_users", "manage_settings"],
  "/api/admin/diary-questions": ["manage_users", "manage_settings"],
  "/api/admin/usage": ["manage_users", "manage_settings"],
  "/api/admin/usage/users": ["manage_users"],
  "/api/admin/role-limits": ["manage_users", "manage_settings"],
  "/api/admin/audit-log": ["manage_users"],
};

/** The tabs that a permission opens. The other permissions are tried in client/src/features/admin/admin-page.test.tsx. */
const opened: Record<string, readonly Tab[]> = {
  manage_users: ["Users", "Agent Access", "Chat Sessions", "Settings"],
  manage_settings: ["Settings"],
};

let permissionIds: Map<string, string>;
test.beforeAll(async ({ product: { admin, url } }) => {
  const { permissions }: { permissions: { id: string; name: string }[] } = await (
    await admin.get(`${url}/api/admin/permissions`)
  ).json();
  permissionIds = new Map(permissions.map(({ id, name }) => [name, id]));
});

/** Signs the page in as someone who holds this permission alone; gives the role by which they hold it. */
async function becomeHolder(page: Page, { admin, url }: Product, permission: string): Promise<string> {
  const name = `${permission} ${crypto.randomUUID()}`;
  const roleId = await makeRole(admin, url, name, [permissionIds.get(permission) ?? ""]);
  const person = { email: `${crypto.randomUUID()}@example.com`, firstName: "Sam", lastName: "Holder" };
  await makeAccount(admin, page.request, url, { ...person, roleIds: [roleId] });
  return roleId;
}

for (const [permission, open] of Object.entries(opened)) {
  test(`${permission} opens ${open.join(", ")}`, async ({ page, product }) => {
    await becomeHolder(page, product, permission);
    for (const [path, holders] of Object.entries(calls)) {
      const answer = await page.request.get(product.url + path);
      expect(answer.status(), path).toBe(holders.includes(permission) ? 200 : 403);
    }
    await openDashboard(page, product.url);
    await expect(page.getByRole("tab", { selected: true })).toHaveText(open[0] ?? "");
    await expect(page.getByRole("banner").getByRole("link", { name: "Admin" })).toHaveCount(0);
    for (const name of tabNames) {
      const panel = await chooseTab(page, name);
      const notice = panel.getByText(`You don't have permission to manage ${tabs[name]}`, { exact: true });
      if (!open.includes(name)) {
        await expect(notice).toBeVisible();
        continue;
      }
      await expect(panel.getByRole("heading", { level: 2 }).first()).toBeVisible();
      await expect(notice).toHaveCount(0);
      await expect(panel.getByText(/could not be loaded/)).toHaveCount(0);
    }
    // Who did what, and who used how much, is for those who manage users.
    const seesPeople = permission === "manage_users" ? 1 : 0;
    const index = page.getByRole("navigation", { name: "Settings" });
    await expect(index.getByRole("link", { name: "Audit Log" })).toHaveCount(seesPeople);
    await openSettingsPart(page, "Daily Limits");
    const usage = await openSettingsPart(page, "Usage");
    await expect(usage.getByRole("button", { name: "Show as Table" })).toBeVisible();
    await expect(usage.getByRole("heading", { name: "By user" })).toHaveCount(seesPeople);
  });
}

test("whoever manages users can't touch an administrator, nor give rights that they lack", async ({
  page,
  product,
}) => {
  const roleId = await becomeHolder(page, product, "manage_users");
  await send(product.admin, `${product.url}/api/admin/roles/${roleId}/permissions`, {
    permissionId: permissionIds.get("access_admin"),
  });
  await openDashboard(page, product.url);
  const rows = page.getByRole("list", { name: "Users" }).getByRole("listitem");
  const row = rows.filter({ hasText: "@administrator" });
  await expect(row.getByText("This account has administrative rights that you don't hold.")).toBeVisible();
  for (const name of ["Edit", "Roles", "Reset Password"])
    await expect(row.getByRole("button", { name })).toBeDisabled();
  await expect(row.getByRole("switch")).toBeDisabled();

  const self = rows.filter({ hasText: "You can't deactivate yourself" });
  await expect(self.getByRole("button", { name: "Reset Password" })).toBeDisabled();
  await self.getByRole("button", { name: "Roles" }).click();
  const dialog = page.getByRole("dialog", { name: /^Manage Roles for / });
  const everything = dialog.getByRole("listitem").filter({ hasText: "Everything" });
  await expect(everything.getByRole("button", { name: "Assign" })).toBeDisabled();
  await expect(everything.getByText("It has rights that you don't hold, so you can't give it.")).toBeVisible();
});

test("a right that is taken away while the tab is open is told at the next change", async ({ page, product }) => {
  const roleId = await becomeHolder(page, product, "manage_roles");
  const rights = `${product.url}/api/admin/roles/${roleId}/permissions`;
  await send(product.admin, rights, { permissionId: permissionIds.get("access_admin") });
  await openDashboard(page, product.url, "roles");
  await page.getByRole("button", { name: "Create Role" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Role" });
  await dialog.getByLabel("Role Name").fill("too late");
  expect((await product.admin.delete(`${rights}/${permissionIds.get("manage_roles")}`)).ok()).toBe(true);
  await dialog.getByRole("button", { name: "Create Role" }).click();
  await expect(page.getByText("Failed to create role").first()).toBeVisible();
  await expect(page.getByText("You don't have permission to manage roles", { exact: true })).toBeVisible();
});

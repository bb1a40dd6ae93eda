import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { button, refusal, showAdmin } from "#tests/support/admin-screen.tsx";
import { AT } from "#tests/support/fixtures.ts";
import { uuid } from "#tests/support/uuid.ts";

const role = { id: uuid(1), name: "owner", description: null, createdAt: AT, userCount: 2, permissionCount: 1 };
const permission = (n: number, name: string, action = "write") => ({
  id: uuid(n),
  name,
  description: null,
  category: "tab",
  resource: "users",
  action,
  createdAt: AT,
});
const roles = { "GET /api/admin/roles": () => ({ roles: [role] }) };

describe("the tab Roles", () => {
  it("lists roles and creates one from a name", async () => {
    const { visitor, mutations } = showAdmin({
      tab: "roles",
      wire: { ...roles, "POST /api/admin/roles": () => ({ role }) },
    });
    expect(await screen.findByText("No description provided")).toBeTruthy();
    await visitor.click(await button("Create Role"));
    const form = within(await screen.findByRole("dialog", { name: "Create New Role" }));
    await visitor.click(form.getByRole("button", { name: "Create Role" }));
    expect(form.getByRole("alert").textContent).toBe("Role name is required");
    expect(mutations()).toEqual([]);
    await visitor.type(form.getByLabelText("Role Name"), "walker");
    await visitor.click(form.getByRole("button", { name: "Create Role" }));
    expect(await screen.findByText("Role created successfully")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(mutations()[0]?.body).toEqual({ name: "walker", description: "" });
  });

  it("keeps what was typed where the server refuses, and says its sentence", async () => {
    const { visitor } = showAdmin({
      tab: "roles",
      wire: { ...roles, "POST /api/admin/roles": () => refusal(409, "There is a role 'owner' already.") },
    });
    await visitor.click(await button("Create Role"));
    const form = within(await screen.findByRole("dialog"));
    await visitor.type(form.getByLabelText("Role Name"), "owner");
    await visitor.click(form.getByRole("button", { name: "Create Role" }));
    expect(await screen.findByText("Failed to create role")).toBeTruthy();
    expect(screen.getByText("There is a role 'owner' already.")).toBeTruthy();
    expect(form.getByLabelText("Role Name")).toHaveProperty("value", "owner");
  });

  it("gives a role permissions and takes them, but never one that the caller does not hold", async () => {
    const held = permission(11, "manage_users");
    const { visitor, mutations } = showAdmin({
      tab: "roles",
      wire: {
        ...roles,
        [`GET /api/admin/roles/${uuid(1)}/permissions`]: () => ({
          permissions: [held],
          available: [
            { ...held, isHeld: true, canAssign: true },
            { ...permission(12, "manage_diary", ""), isHeld: false, canAssign: true },
            { ...permission(13, "access_admin"), isHeld: false, canAssign: false },
          ],
        }),
        [`POST /api/admin/roles/${uuid(1)}/permissions`]: () => ({ success: true }),
        [`DELETE /api/admin/roles/${uuid(1)}/permissions/${uuid(11)}`]: () => ({ success: true }),
      },
    });
    await visitor.click(await button("Manage"));
    const dialog = within(await screen.findByRole("dialog", { name: "Manage Permissions for Role: owner" }));
    const current = await dialog.findByRole("list", { name: "Current Permissions" });
    expect(current.textContent).toBe("manage_userstabuserswriteRemove");
    const [diary, admin, ...others] = dialog.getAllByRole("button", { name: "Assign" });
    expect([admin?.hasAttribute("disabled"), others.length]).toEqual([true, 0]);
    if (diary !== undefined) await visitor.click(diary);
    expect(await screen.findByText("Permission assigned to role successfully")).toBeTruthy();
    await visitor.click(dialog.getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Permission removed from role successfully")).toBeTruthy();
    expect(mutations()[0]?.body).toEqual({ permissionId: uuid(12) });
  });
});

describe("the tab Permissions", () => {
  it("asks for name, category, resource and action, with category 'feature' at first", async () => {
    const { visitor, mutations } = showAdmin({
      tab: "permissions",
      wire: {
        "GET /api/admin/permissions": () => ({ permissions: [permission(11, "manage_users")] }),
        "POST /api/admin/permissions": () => ({ permission: permission(12, "manage_content") }),
      },
    });
    expect((await screen.findByRole("list", { name: "Permissions" })).textContent).toBe("manage_userstabuserswrite");
    await visitor.click(await button("Create Permission"));
    const form = within(await screen.findByRole("dialog", { name: "Create New Permission" }));
    expect(form.getByRole("combobox", { name: "Category" }).textContent).toBe("feature");
    await visitor.type(form.getByPlaceholderText("e.g. manage_content"), "manage_content");
    await visitor.click(form.getByRole("button", { name: "Create Permission" }));
    expect(form.getAllByRole("alert").map((alert) => alert.textContent)).toEqual([
      "Resource is required",
      "Action is required",
    ]);
    expect(mutations()).toEqual([]);

    await visitor.type(form.getByPlaceholderText("e.g. users, agents, chats"), "chats");
    await visitor.click(form.getByRole("combobox", { name: "Action" }));
    await visitor.click(await screen.findByRole("option", { name: "delete" }));
    await visitor.click(form.getByRole("button", { name: "Create Permission" }));
    expect(await screen.findByText("Permission created successfully")).toBeTruthy();
    expect(mutations()[0]?.body).toEqual({
      name: "manage_content",
      description: "",
      category: "feature",
      resource: "chats",
      action: "delete",
    });
  });
});

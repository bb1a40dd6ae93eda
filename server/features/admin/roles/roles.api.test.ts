import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPermission, listPermissions } from "#shared/api/admin/permissions.ts";
import {
  addRolePermission,
  createRole,
  listRolePermissions,
  listRoles,
  removeRolePermission,
} from "#shared/api/admin/roles.ts";
import { assignRole } from "#shared/api/admin/users.ts";
import { me } from "#shared/api/auth.ts";
import { listChats } from "#shared/api/history.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let admin: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
afterAll(() => app.stop());

const roleNamed = async (name: string) =>
  (await admin.call(listRoles, {})).roles.find((role) => role.name === name)?.id ?? "";
const permissionNamed = async (name: string) =>
  (await admin.call(listPermissions, {})).permissions.find((permission) => permission.name === name)?.id ?? "";
const add = (by: Visitor, roleId: string, permissionId: string) =>
  by.attempt(addRolePermission, { params: { roleId }, body: { permissionId } });
const remove = (by: Visitor, roleId: string, permissionId: string) =>
  by.attempt(removeRolePermission, { params: { roleId, permissionId } });
const fields = { category: "feature", resource: "agents", action: "read" } as const;

describe("a role", () => {
  it("is created with nothing in it, and listed by name", async () => {
    const { role } = await admin.call(createRole, { body: { name: " groomer ", description: "" } });
    expect(role).toMatchObject({ name: "groomer", description: null });
    const { roles } = await admin.call(listRoles, {});
    expect(roles.map(({ name }) => name)).toEqual(["admin", "groomer", "helper", "owner", "viewer"]);
    expect(roles.find(({ name }) => name === "groomer")).toMatchObject({ userCount: 0, permissionCount: 0 });
  });

  it("has a name of its own", async () => {
    expect(await admin.attempt(createRole, { body: { name: "owner" } })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("owner"), fields: { name: expect.any(String) } },
    });
    expect(await admin.attempt(createRole, { body: { name: "  " } })).toMatchObject({ status: 400 });
  });

  it("gets and loses permissions, which counts on its holders' next request [T39]", async () => {
    const holder = await app.holderOf("manage_roles");
    const [own = ""] = (await holder.call(me, {})).user.roles;
    const role = await roleNamed(own);
    const permission = await permissionNamed("manage_roles");
    const { permissions, available } = await admin.call(listRolePermissions, { params: { roleId: role } });
    expect(permissions.map(({ name }) => name)).toEqual(["manage_roles"]);
    expect(available.filter(({ isHeld }) => isHeld).map(({ name }) => name)).toEqual(["manage_roles"]);
    expect(await add(admin, role, permission)).toMatchObject({ status: 409 });
    expect(await holder.attempt(listRoles, {})).toMatchObject({ status: 200 });
    await remove(admin, role, permission);
    expect(await holder.attempt(listRoles, {})).toMatchObject({ status: 403 });
    expect(await remove(admin, role, permission)).toMatchObject({ status: 404 });
    await add(admin, role, permission);
    expect(await holder.attempt(listRoles, {})).toMatchObject({ status: 200 });
  });

  it("named like the administrators' is nothing special [T40]", async () => {
    const { role } = await admin.call(createRole, { body: { name: "Admin" } });
    const holder = await app.holderOf("manage_roles");
    expect(await add(holder, role.id, await permissionNamed("manage_roles"))).toMatchObject({ status: 200 });
  });

  it("shows whoever holds it no chats of others [T40]", async () => {
    const { role } = await admin.call(createRole, { body: { name: "Administrators" } });
    const owner = await app.owner();
    const { user } = await owner.call(me, {});
    await admin.call(assignRole, { params: { userId: user.id }, body: { roleId: role.id } });
    expect(await owner.attempt(listChats, { query: { scope: "all" } })).toMatchObject({ status: 403 });
  });
});

describe("a role manager", () => {
  it("hands out only what they hold [T55]", async () => {
    const holder = await app.holderOf("manage_roles", "manage_diary");
    const { role } = await holder.call(createRole, { body: { name: "diarist" } });
    expect(await add(holder, role.id, await permissionNamed("manage_diary"))).toMatchObject({ status: 200 });
    expect(await add(holder, role.id, await permissionNamed("manage_users"))).toMatchObject({ status: 403 });
    const [own = ""] = (await holder.call(me, {})).user.roles;
    expect(await add(holder, await roleNamed(own), await permissionNamed("manage_users"))).toMatchObject({
      status: 403,
    });
    const { available } = await holder.call(listRolePermissions, { params: { roleId: role.id } });
    expect(available.filter(({ canAssign }) => canAssign).map(({ name }) => name)).toEqual([
      "manage_diary",
      "manage_roles",
    ]);
  });
});

describe("the role admin", () => {
  it("keeps every permission, and gets the new ones", async () => {
    const adminRole = await roleNamed("admin");
    expect(await remove(admin, adminRole, await permissionNamed("manage_roles"))).toMatchObject({ status: 409 });
    await admin.call(createPermission, { body: { ...fields, name: "walk_dogs" } });
    expect((await admin.call(me, {})).user.permissions).toContain("walk_dogs");
  });
});

describe("a permission", () => {
  it("is created with a category, a resource and perhaps an action", async () => {
    const { permission } = await admin.call(createPermission, {
      body: { name: "manage_content", description: "All of it", category: "tab", resource: "content", action: "" },
    });
    expect(permission).toMatchObject({ name: "manage_content", category: "tab", resource: "content", action: "" });
    const defaults = await admin.call(createPermission, { body: { name: "plain", resource: "users" } });
    expect(defaults.permission).toMatchObject({ category: "feature", action: "", description: null });
  });

  it.each([{ name: "" }, { resource: " " }, { category: "other" }, { action: "explode" }])(
    "is refused with %o",
    async (wrong) => {
      const body = { ...fields, name: "never_made", ...wrong };
      const response = await admin.fetch("/api/admin/permissions", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(400);
    },
  );

  it("has a name of its own", async () => {
    expect(await admin.attempt(createPermission, { body: { ...fields, name: "manage_users" } })).toMatchObject({
      status: 409,
      body: { fields: { name: expect.any(String) } },
    });
  });
});

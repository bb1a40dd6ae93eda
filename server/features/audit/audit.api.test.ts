import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantAgentAccess, revokeAgentAccess } from "#shared/api/admin/agent-access.ts";
import { listPermissions } from "#shared/api/admin/permissions.ts";
import { addRolePermission, createRole, listRoles, removeRolePermission } from "#shared/api/admin/roles.ts";
import { createPromoCode } from "#shared/api/admin/settings/promo-codes.ts";
import { assignRole, createUser, removeRole, resetPassword, updateUser } from "#shared/api/admin/users.ts";
import { deleteAgent } from "#shared/api/agents.ts";
import { AUDIT_DAYS, listAuditLog } from "#shared/api/audit.ts";
import { changePassword, login } from "#shared/api/auth.ts";
import { putSpeakerLink } from "#shared/api/settings.ts";
import type { InputOf } from "#shared/route.ts";
import { auditLog } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { newPet, userIdOf, type Visitor } from "#tests/support/visitor.ts";
import { csvLine } from "./routes.ts";
import { record } from "./service.ts";

let app: TestApp;
let admin: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
afterAll(() => app.stop());

type Wanted = InputOf<typeof listAuditLog>["query"];
const entries = async (query: Wanted) => (await admin.call(listAuditLog, { query })).entries;

describe("the audit log", () => {
  it("has each sign-in, and each that failed with its reason [T117]", async () => {
    const owner = await app.owner("audited-owner");
    const id = await userIdOf(owner);
    await app.visitor().attempt(login, { body: { username: "audited-owner", password: "Wrong-Pass-1!" } });
    const [failed, ...others] = await entries({ targetId: id });
    expect(failed).toMatchObject({
      action: "auth.sign_in_failed",
      actorId: null,
      targetName: "audited-owner",
      details: { reason: "wrong_password" },
      ip: expect.stringContaining("127.0.0.1"),
    });
    expect(others.map((entry) => entry.action)).toEqual(["auth.password_change", "auth.sign_in", "auth.register"]);
    expect(others.map((entry) => entry.actorName)).toEqual(Array(3).fill("audited-owner"));
  });

  it("does not repeat a user name that does not exist, for it may be a password [T117]", async () => {
    await app.visitor().attempt(login, { body: { username: "My-Secret-Password-1!", password: "x" } });
    const [latest] = await entries({ action: "auth.sign_in_failed" });
    expect(latest).toMatchObject({ targetId: null, targetName: null, details: { reason: "unknown_user" } });
  });

  it("tells who did what to whom, and holds no password, code or token [T117]", async () => {
    const { user, defaultPassword } = await admin.call(createUser, {
      body: { email: "whom@example.com", firstName: "Whom", lastName: "Ever" },
    });
    const params = { userId: user.id };
    const { roles } = await admin.call(listRoles, {});
    await admin.call(assignRole, { params, body: { roleId: roles.find(({ name }) => name === "owner")?.id ?? "" } });
    await admin.call(updateUser, { params, body: { lastName: "Else", phone: "555-123-4567" } });
    await admin.call(updateUser, { params, body: { isActive: false } });
    await admin.call(updateUser, { params, body: { isActive: true } });
    const { defaultPassword: second } = await admin.call(resetPassword, { params });
    const [reset, on, off, changed, given, made] = await entries({ targetId: user.id });
    expect([reset, on, off, changed, given, made].map((entry) => entry?.action)).toEqual([
      "user.reset_password",
      "user.activate",
      "user.deactivate",
      "user.update",
      "user.assign_role",
      "user.create",
    ]);
    expect(changed).toMatchObject({
      actorName: "administrator",
      targetName: "whom01",
      details: { fields: ["lastName", "phone"] },
    });
    expect(given?.details).toEqual({ role: "owner" });
    const { promoCode } = await admin.call(createPromoCode, { body: { description: "For friends" } });
    const all = JSON.stringify(await app.deps.db.select().from(auditLog));
    for (const secret of [defaultPassword, second, promoCode.code, PASSWORD, "555-123-4567", "argon2"])
      expect(all).not.toContain(secret);
  });

  it("has deletions of pets, grants and settings [T117]", async () => {
    const owner = await app.owner();
    const id = await newPet(owner);
    await admin.call(grantAgentAccess, { body: { userId: await userIdOf(await app.owner()), agentId: id } });
    await owner.call(deleteAgent, { params: { id } });
    expect((await entries({ targetId: id })).map(({ action, targetName }) => [action, targetName])).toEqual([
      ["agent.delete", "Biscuit"],
      ["access.grant", "Biscuit"],
    ]);
    await admin.call(putSpeakerLink, { body: { value: "https://shop.example/" } });
    expect(await entries({ action: "setting.update" })).toMatchObject([{ details: { to: "https://shop.example/" } }]);
  });

  it("has roles and rights that were given or taken, each with whom it was about [T117]", async () => {
    const owner = await app.owner();
    const userId = await userIdOf(owner);
    const { roles } = await admin.call(listRoles, {});
    const roleId = roles.find(({ name }) => name === "owner")?.id ?? "";
    await admin.call(removeRole, { params: { userId, roleId } });
    expect((await entries({ targetId: userId }))[0]).toMatchObject({
      ...{ action: "user.remove_role", actorName: "administrator", details: { role: "owner" } },
      ip: expect.stringContaining("127.0.0.1"),
    });
    const { role } = await admin.call(createRole, { body: { name: "sitter", description: "" } });
    const { permissions } = await admin.call(listPermissions, {});
    const permissionId = permissions.find(({ name }) => name === "manage_diary")?.id ?? "";
    await admin.call(addRolePermission, { params: { roleId: role.id }, body: { permissionId } });
    await admin.call(removeRolePermission, { params: { roleId: role.id, permissionId } });
    expect((await entries({ targetId: role.id })).map(({ action, details }) => [action, details.permission])).toEqual([
      ["role.remove_permission", "manage_diary"],
      ["role.add_permission", "manage_diary"],
      ["role.create", undefined],
    ]);
    const agentId = await newPet(await app.owner(), "Granted");
    await admin.call(grantAgentAccess, { body: { userId, agentId } });
    await admin.call(revokeAgentAccess, { body: { userId, agentId } });
    expect((await entries({ targetId: agentId })).map(({ action }) => action)).toEqual([
      "access.revoke",
      "access.grant",
    ]);
  });

  it("writes nothing down where nothing was done", async () => {
    const visitor = await app.owner("unchanged-user");
    const userId = await userIdOf(visitor);
    await admin.call(updateUser, { params: { userId }, body: { firstName: "Robin" } });
    await visitor.attempt(changePassword, { body: { currentPassword: "wrong", newPassword: "Other-Dog-2026!" } });
    expect((await entries({ targetId: userId })).map((entry) => entry.action)).not.toContain("user.update");
    expect(await entries({ targetId: userId, action: "auth.password_change" })).toHaveLength(1);
  });

  it("is searched, filtered by time and read page by page", async () => {
    const now = Date.now();
    const by = { user: { id: crypto.randomUUID(), username: "time_traveller", email: "" }, ip: "203.0.113.7" };
    for (let day = 0; day < 5; day++) await record(app.deps.db, { by, action: "role.create" });
    await app.deps.db.execute(sql`
      with numbered as (select id, row_number() over (order by id) as n from audit_log where actor_name = 'time_traveller')
      update audit_log set at = now() - make_interval(days => n::int) from numbered where numbered.id = audit_log.id`);
    const query = { q: "time_trav 203.0.113.7" };
    expect(await admin.call(listAuditLog, { query })).toMatchObject({ total: 5, nextCursor: null });
    expect(await admin.call(listAuditLog, { query: { q: "time%trav" } })).toMatchObject({ total: 0 });
    expect(await entries({ actorId: by.user.id })).toHaveLength(5);
    const days = (number: number) => new Date(now - number * 24 * 60 * 60 * 1000).toISOString();
    expect(await entries({ ...query, from: days(3.5), to: days(1.5) })).toHaveLength(2);
    const first = await admin.call(listAuditLog, { query: { ...query, limit: 3 } });
    const rest = await admin.call(listAuditLog, { query: { ...query, limit: 3, cursor: first.nextCursor ?? "" } });
    expect([...first.entries, ...rest.entries]).toEqual(await entries(query));
    expect(rest.nextCursor).toBeNull();
  });

  it("says of a search that finds more than ten thousand only that, and shows them page by page", async () => {
    await app.deps.db.execute(sql`
      insert into audit_log (action, actor_name) select 'role.create', 'busy_bee' from generate_series(1, 10002)`);
    const query = { q: "busy_bee", limit: 100 };
    const first = await admin.call(listAuditLog, { query });
    expect(first).toMatchObject({ total: 10_000, isTotalExact: false });
    const second = await admin.call(listAuditLog, { query: { ...query, cursor: first.nextCursor ?? "" } });
    const ids = [...first.entries, ...second.entries].map((entry) => entry.id);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
    expect(ids).toHaveLength(200);
    await app.deps.db.execute(sql`delete from audit_log where actor_name = 'busy_bee'`);
  });

  it("forgets after a year", async () => {
    const by = { user: null, ip: "203.0.113.99" };
    await record(app.deps.db, { by, action: "role.create" });
    await record(app.deps.db, { by, action: "role.create" });
    await app.deps.db.execute(
      sql`update audit_log set at = now() - make_interval(days => ${AUDIT_DAYS}, hours => 1) where ip = '203.0.113.99'`,
    );
    expect(await entries({ q: "203.0.113.99" })).toEqual([]);
    await record(app.deps.db, { by: { user: null, ip: null }, action: "role.create" });
    const left = await app.deps.db.execute(sql`select 1 from audit_log where ip = '203.0.113.99'`);
    expect(left.rows).toEqual([]);
  });

  it("is read by user managers only [T117]", async () => {
    const others = await app.holderOf("manage_roles", "manage_settings", "manage_permissions", "access_admin");
    for (const path of ["/api/admin/audit-log", "/api/admin/audit-log.csv"]) {
      expect((await others.fetch(path)).status).toBe(403);
      expect((await (await app.holderOf("manage_users")).fetch(path)).status).toBe(200);
    }
  });
});

describe("the audit log as a table", () => {
  it("has a line for each entry", async () => {
    const response = await admin.fetch("/api/admin/audit-log.csv?action=setting.update");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [header, line, end] = (await response.text()).split("\r\n");
    expect(header).toBe('"When (UTC)","Who","Who (id)","What","Kind","Whom","Whom (id)","From","Details"');
    expect(line).toContain('"administrator"');
    expect(line).toContain('""to"":""https://shop.example/""');
    expect(end).toBe("");
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])("lets no spreadsheet run %j", (name) => {
    expect(lineOf(name)).toContain(`"'${name}"`);
  });

  it("keeps quotes, commas and line breaks inside their cell", () => {
    expect(lineOf('a "b", c\nd')).toContain('"a ""b"", c\nd"');
  });
});

const lineOf = (actorName: string) =>
  csvLine({
    id: 1,
    at: new Date(),
    actorId: null,
    actorName,
    action: "role.create",
    targetKind: null,
    targetId: null,
    targetName: null,
    ip: null,
    details: {},
  });

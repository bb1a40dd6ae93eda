import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccessToken, listAccessTokens } from "#shared/api/access-tokens.ts";
import { listRoles } from "#shared/api/admin/roles.ts";
import {
  assignRole,
  createUser,
  listUserRoles,
  listUsers,
  removeRole,
  resetPassword,
  revokeUserTokens,
  updateUser,
} from "#shared/api/admin/users.ts";
import { listAuditLog } from "#shared/api/audit.ts";
import { changePassword, login, me } from "#shared/api/auth.ts";
import { permissionNames } from "#shared/permissions.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { userIdOf, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let admin: Visitor;
let adminId: string;
let adminRole: string;
let ownerRole: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  adminId = (await admin.call(me, {})).user.id;
  const { roles } = await admin.call(listRoles, {});
  adminRole = roles.find((role) => role.name === "admin")?.id ?? "";
  ownerRole = roles.find((role) => role.name === "owner")?.id ?? "";
});
afterAll(() => app.stop());

const robin = { email: "Robin.Walker@example.com", firstName: "Robin", lastName: "Walker" };
const create = (email: string) => admin.call(createUser, { body: { ...robin, email } });
const patch = (by: Visitor, userId: string, body: object) => by.attempt(updateUser, { params: { userId }, body });
/** A second administrator, signed in with a password of their own. */
const secondAdmin = async (email: string) => {
  const { user, username, defaultPassword } = await create(email);
  await admin.call(assignRole, { params: { userId: user.id }, body: { roleId: adminRole } });
  const visitor = app.visitor();
  await visitor.call(login, { body: { username: username ?? "", password: defaultPassword } });
  await visitor.call(changePassword, { body: { currentPassword: defaultPassword, newPassword: PASSWORD } });
  return { visitor, id: user.id };
};

describe("creating a user", () => {
  it("makes a user name from the email and a password that must be changed at the first sign-in", async () => {
    const { user, username, defaultPassword } = await admin.call(createUser, { body: robin });
    expect(username).toBe("robin-walker");
    expect(user).toMatchObject({ username, isDefaultPassword: true, isActive: true, roles: [], phone: null });
    const visitor = app.visitor();
    const signedIn = await visitor.call(login, { body: { username: "robin-walker", password: defaultPassword } });
    expect(signedIn.requirePasswordChange).toBe(true);
    expect(await visitor.attempt(me, {})).toMatchObject({ status: 403 });
  });

  it("pads a short name, and finds another for each namesake, also when asked at once", async () => {
    const created = await Promise.all(["bo@a.example", "bo@b.example", "BO@c.example"].map(create));
    expect(created.map((one) => one.username).sort()).toEqual(["bo0123", "bo01232", "bo01233"]);
  });

  it("makes each password anew", async () => {
    const { defaultPassword: first } = await create("first.one@example.com");
    const { defaultPassword: second } = await create("second.one@example.com");
    expect(first).not.toBe(second);
  });

  it.each([
    [{ email: "nobody" }, "Invalid email address"],
    [{ firstName: "" }, "First name is required"],
    [{ lastName: " " }, "Last name is required"],
  ])("refuses %o", async (wrong, error) => {
    expect(await admin.attempt(createUser, { body: { ...robin, ...wrong } })).toMatchObject({
      status: 400,
      body: { error },
    });
  });

  it("takes no password, flag or id from the request", async () => {
    const body = { ...robin, email: "sneaky@example.com", password: PASSWORD, isDefaultPassword: false, id: adminId };
    const { user, username } = await admin.call(createUser, { body });
    expect(user).toMatchObject({ isDefaultPassword: true });
    expect(user.id).not.toBe(adminId);
    const attempt = await app.visitor().attempt(login, { body: { username: username ?? "", password: PASSWORD } });
    expect(attempt.status).toBe(401);
  });

  it("gives roles only that the creator could give, and creates nobody otherwise", async () => {
    const manager = await app.holderOf("manage_users");
    const body = { ...robin, email: "never.made@example.com", roleIds: [adminRole] };
    expect(await manager.attempt(createUser, { body })).toMatchObject({ status: 403 });
    expect((await admin.call(listUsers, { query: { q: "never.made" } })).total).toBe(0);
    const { user } = await admin.call(createUser, {
      body: { ...body, email: "made@example.com", roleIds: [ownerRole] },
    });
    expect(user.roles).toEqual(["owner"]);
  });
});

describe("the list of users", () => {
  it("comes whole for whoever asks for no page, with the names of the roles", async () => {
    await app.owner("listed-owner");
    const { users, total, nextCursor } = await admin.call(listUsers, { query: {} });
    expect(users).toHaveLength(total);
    expect(nextCursor).toBeNull();
    expect(users.find((user) => user.username === "listed-owner")?.roles).toEqual(["owner"]);
    expect(JSON.stringify(users)).not.toContain("argon2");
  });

  it.each(["name", "-name", "email", "username", "created", "-created"] as const)(
    "comes page by page in the order of %s, with nobody twice and nobody left out",
    async (sort) => {
      await Promise.all(["p1", "p2", "p3", "p4"].map((name) => create(`${name}@paging.example`)));
      const whole = await admin.call(listUsers, { query: { sort } });
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await admin.call(listUsers, { query: { sort, limit: 3, cursor } });
        expect(page.total).toBe(whole.total);
        seen.push(...page.users.map((user) => user.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(whole.users.map((user) => user.id));
    },
  );

  it("is searched by every word in name, user name or email, taken literally [T100]", async () => {
    await admin.call(createUser, { body: { email: "odd@example.com", firstName: "Zoë", lastName: "100%_Score" } });
    const find = async (q: string) => (await admin.call(listUsers, { query: { q } })).users.map((user) => user.email);
    expect(await find("ZOË score")).toEqual(["odd@example.com"]);
    expect(await find("100%")).toEqual(["odd@example.com"]);
    expect(await find("%_s")).toEqual(["odd@example.com"]);
    expect(await find("zoë walker")).toEqual([]);
    expect(await find("zoe")).toEqual(["odd@example.com"]);
    await admin.call(createUser, { body: { email: "plain@example.com", firstName: "Zoe", lastName: "O’Brien" } });
    expect(await find("o'brien")).toEqual(["plain@example.com"]);
    // By name, as the list is ordered; with an accent typed, first what has it.
    expect(await find("zoe")).toEqual(["plain@example.com", "odd@example.com"]);
    expect(await find("zoë")).toEqual(["odd@example.com", "plain@example.com"]);
    await admin.call(createUser, { body: { email: "first@example.com", firstName: "Zoe", lastName: "Aaron" } });
    const down = (await admin.call(listUsers, { query: { q: "zoë", sort: "-name" } })).users;
    expect(down.map((user) => user.email)).toEqual(["odd@example.com", "plain@example.com", "first@example.com"]);
    const first = await admin.call(listUsers, { query: { q: "zoë", limit: 1 } });
    const next = await admin.call(listUsers, { query: { q: "zoë", limit: 2, cursor: first.nextCursor ?? "" } });
    expect(next.users.map((user) => user.email)).toEqual(["first@example.com", "plain@example.com"]);
  });

  it.each(["nonsense", "WzEsMl0", Buffer.from('["a","b"]').toString("base64url")])(
    "refuses the made-up place %s",
    async (cursor) => {
      expect(await admin.attempt(listUsers, { query: { limit: 1, cursor } })).toMatchObject({ status: 400 });
    },
  );
});

describe("changing a user", () => {
  it("changes what is sent and leaves the rest", async () => {
    const { user } = await create("changing@example.com");
    await patch(admin, user.id, { phone: "555-123-4567", address: "1 Park Lane" });
    const changed = await admin.call(updateUser, {
      params: { userId: user.id },
      body: { firstName: " Kim ", phone: "", username: "kim-changed" },
    });
    expect(changed.user).toMatchObject({
      firstName: "Kim",
      lastName: "Walker",
      phone: null,
      address: "1 Park Lane",
      username: "kim-changed",
    });
  });

  it("takes the changes as `updates` beside the user's id, too", async () => {
    const { user } = await create("updates@example.com");
    const updates = { firstName: "Robin", email: "robin@example.com" };
    expect((await patch(admin, user.id, { userId: user.id, updates })).body).toMatchObject({ user: updates });
    expect(await patch(admin, user.id, { userId: adminId, updates })).toMatchObject({ status: 400 });
    const wrong = await patch(admin, user.id, { userId: user.id, updates: { email: "robin" } });
    expect(wrong).toMatchObject({ status: 400, body: { error: "Invalid email address" } });
  });

  it("ignores password, roles, id and flags [T51]", async () => {
    const { user, username, defaultPassword } = await create("flags@example.com");
    const body = { firstName: "Flag", password: PASSWORD, roles: ["admin"], isDefaultPassword: false, id: adminId };
    expect((await patch(admin, user.id, body)).body).toMatchObject({
      user: { id: user.id, firstName: "Flag", roles: [], isDefaultPassword: true },
    });
    const signIn = { username: username ?? "", password: defaultPassword };
    expect(await app.visitor().attempt(login, { body: signIn })).toMatchObject({ status: 200 });
  });

  it("is not fooled by __proto__ and constructor [T57]", async () => {
    const { user } = await create("proto@example.com");
    const response = await admin.fetch(`/api/admin/users/${user.id}`, {
      method: "PATCH",
      headers: { "Content-Type": "application/json" },
      body: '{"__proto__": {"isActive": false}, "constructor": {"prototype": {"isActive": false}}}',
    });
    expect(await response.json()).toMatchObject({ user: { isActive: true } });
  });

  it("names the field of a taken user name, whatever its case", async () => {
    await app.owner("taken-name");
    const { user } = await create("wants.name@example.com");
    expect(await patch(admin, user.id, { username: "Taken-Name" })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("username"), fields: { username: expect.any(String) } },
    });
  });

  it("takes no user name away", async () => {
    const { user } = await create("keeps.name@example.com");
    expect(await patch(admin, user.id, { username: "" })).toMatchObject({ status: 400 });
  });

  it("switches an account off at once, and on again", async () => {
    const owner = await app.owner("switched-off");
    const id = await userIdOf(owner);
    const signIn = { body: { username: "switched-off", password: PASSWORD } };
    const elsewhere = app.visitor();
    await elsewhere.call(login, signIn);
    await patch(admin, id, { isActive: false });
    expect(await owner.attempt(me, {})).toMatchObject({ status: 401 });
    expect(await app.visitor().attempt(login, signIn)).toMatchObject({ status: 401 });
    await patch(admin, id, { isActive: true });
    expect(await app.visitor().attempt(login, signIn)).toMatchObject({ status: 200 });
    // The sessions of before are over for good, also one that was not used meanwhile.
    expect(await owner.attempt(me, {})).toMatchObject({ status: 401 });
    expect(await elsewhere.attempt(me, {})).toMatchObject({ status: 401 });
  });
});

describe("resetting a password", () => {
  it("ends the user's sessions and wants another password", async () => {
    const owner = await app.owner("forgetful");
    const answer = await admin.call(resetPassword, { params: { userId: await userIdOf(owner) } });
    expect(answer.user.isDefaultPassword).toBe(true);
    expect(await owner.attempt(me, {})).toMatchObject({ status: 401 });
    const old = await app.visitor().attempt(login, { body: { username: "forgetful", password: PASSWORD } });
    expect(old.status).toBe(401);
    const { requirePasswordChange } = await owner.call(login, {
      body: { username: "forgetful", password: answer.defaultPassword },
    });
    expect(requirePasswordChange).toBe(true);
  });

  it("is not for one's own", async () => {
    expect(await admin.attempt(resetPassword, { params: { userId: adminId } })).toMatchObject({ status: 409 });
  });
});

describe("access tokens of a user", () => {
  const make = (visitor: Visitor, days: number | null = 30) =>
    visitor.call(createAccessToken, { body: { name: "Script", scopes: ["read"], days } });
  const shownOf = async (id: string) => {
    const { users } = await admin.call(listUsers, { query: { limit: 200 } });
    return users.find((user) => user.id === id)?.accessTokens;
  };

  it("are counted for an administrator, those that have ended left out, with their last use", async () => {
    const owner = await app.owner();
    const id = await userIdOf(owner);
    expect(await shownOf(id)).toEqual({ count: 0, lastUsedAt: null });
    const { token } = await make(owner);
    await make(owner, null);
    const { accessToken: ended } = await make(owner);
    await app.deps.pool.query("update access_tokens set expires_at = now() where id = $1", [ended.id]);
    expect(await shownOf(id)).toEqual({ count: 2, lastUsedAt: null });
    await app.visitor().fetch("/api/agents", { headers: { Authorization: `Bearer ${token}` } });
    expect(await shownOf(id)).toEqual({ count: 2, lastUsedAt: expect.any(String) });
  });

  it("are revoked all at once, which is written down, and leave the user signed in [T117] [T136]", async () => {
    const owner = await app.owner();
    const id = await userIdOf(owner);
    const other = await app.owner();
    const [{ token }] = [await make(owner), await make(owner), await make(other)];
    const params = { userId: id };
    expect(await admin.call(revokeUserTokens, { params })).toEqual({ revoked: 2 });
    const answer = await app.visitor().fetch("/api/agents", { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
    expect((await owner.call(listAccessTokens, {})).tokens).toEqual([]);
    expect((await other.call(listAccessTokens, {})).tokens).toHaveLength(1);
    expect(await admin.call(revokeUserTokens, { params })).toEqual({ revoked: 0 });
    const { entries } = await admin.call(listAuditLog, { query: { action: "user.revoke_tokens", targetId: id } });
    expect(entries).toMatchObject([{ actorName: "administrator", details: { tokens: 2 } }]);
  });

  it("of an administrator are revoked by administrators alone", async () => {
    const manager = await app.holderOf("manage_users");
    expect(await manager.attempt(revokeUserTokens, { params: { userId: adminId } })).toMatchObject({ status: 403 });
  });
});

describe("roles of a user", () => {
  it("count on the very next request, given or taken [T39]", async () => {
    const { visitor, id } = await secondAdmin("next.request@example.com");
    expect(await visitor.attempt(listUsers, { query: {} })).toMatchObject({ status: 200 });
    await admin.call(removeRole, { params: { userId: id, roleId: adminRole } });
    expect(await visitor.attempt(listUsers, { query: {} })).toMatchObject({ status: 403 });
  });

  it("are given once", async () => {
    const { user } = await create("twice@example.com");
    const give = () => admin.attempt(assignRole, { params: { userId: user.id }, body: { roleId: ownerRole } });
    expect([await give(), await give()].map(({ status }) => status)).toEqual([200, 409]);
    const take = () => admin.attempt(removeRole, { params: { userId: user.id, roleId: ownerRole } });
    expect([await take(), await take()].map(({ status }) => status)).toEqual([200, 404]);
  });

  it("are shown with what the caller may assign", async () => {
    const { user } = await create("shown.roles@example.com");
    await admin.call(assignRole, { params: { userId: user.id }, body: { roleId: ownerRole } });
    const manager = await app.holderOf("manage_users");
    const { roles } = await manager.call(listUserRoles, { params: { userId: user.id } });
    const named = (name: string) => roles.find((role) => role.name === name);
    expect(named("owner")).toMatchObject({ isHeld: true, canAssign: false });
    expect(named("viewer")).toMatchObject({ isHeld: false, canAssign: true });
    expect(named("admin")).toMatchObject({ isHeld: false, canAssign: false });
  });
});

describe("a user manager who is no administrator", () => {
  it("can't give anybody the role admin, even holding every permission, nor any role that holds more [T54] [T55]", async () => {
    const manager = await app.holderOf(...permissionNames);
    const weak = await app.holderOf("manage_users");
    const give = (by: Visitor, userId: string, roleId: string) =>
      by.attempt(assignRole, { params: { userId }, body: { roleId } });
    expect(await give(manager, await userIdOf(manager), adminRole)).toMatchObject({ status: 403 });
    const { user } = await create("given.roles@example.com");
    expect(await give(weak, user.id, ownerRole)).toMatchObject({ status: 403 });
    expect(await give(manager, user.id, ownerRole)).toMatchObject({ status: 200 });
  });

  it("can't reset, rename, switch off or give roles to an administrator [T54]", async () => {
    const manager = await app.holderOf(...permissionNames);
    const params = { userId: adminId };
    expect(await manager.attempt(resetPassword, { params })).toMatchObject({ status: 403 });
    for (const change of [{ username: "renamed-admin" }, { isActive: false }, { email: "mine@example.com" }])
      expect(await patch(manager, adminId, change)).toMatchObject({ status: 403 });
    expect(await manager.attempt(assignRole, { params, body: { roleId: ownerRole } })).toMatchObject({ status: 403 });
    expect(await manager.attempt(removeRole, { params: { ...params, roleId: adminRole } })).toMatchObject({
      status: 403,
    });
    const { users } = await manager.call(listUsers, { query: { q: "administrator" } });
    expect(users.map((user) => user.canManage)).toEqual([false]);
  });

  it("can't take over an account with administrative rights of another kind, but can help an owner", async () => {
    const manager = await app.holderOf("manage_users");
    const roleManager = await app.holderOf("manage_roles");
    const owner = await app.owner();
    const reset = async (of: Visitor) => manager.attempt(resetPassword, { params: { userId: await userIdOf(of) } });
    expect(await reset(roleManager)).toMatchObject({ status: 403 });
    expect(await reset(owner)).toMatchObject({ status: 200 });
  });
});

describe("an administrator", () => {
  it("can't switch themself off or give up the role, even where there is another", async () => {
    const { visitor, id } = await secondAdmin("another.admin@example.com");
    expect(await patch(visitor, id, { isActive: false })).toMatchObject({ status: 409 });
    const params = { userId: id, roleId: adminRole };
    expect(await visitor.attempt(removeRole, { params })).toMatchObject({ status: 409 });
    // The other one may.
    expect(await admin.attempt(removeRole, { params })).toMatchObject({ status: 200 });
  });
});

describe("the last administrator", () => {
  it("can't switch themself off or give up the role [T56]", async () => {
    expect(await patch(admin, adminId, { isActive: false })).toMatchObject({ status: 409 });
    const params = { userId: adminId, roleId: adminRole };
    expect(await admin.attempt(removeRole, { params })).toMatchObject({ status: 409 });
    expect(await admin.attempt(me, {})).toMatchObject({ status: 200 });
  });

  it.each([
    ["switch each other off", (by: Visitor, userId: string) => patch(by, userId, { isActive: false })],
    [
      "take the role from each other",
      (by: Visitor, userId: string) => by.attempt(removeRole, { params: { userId, roleId: adminRole } }),
    ],
  ])("stays when two administrators %s at once [T56]", async (_what, deed) => {
    const own = await startTestApp();
    try {
      const first = await own.admin();
      const firstId = await userIdOf(first);
      const { roles } = await first.call(listRoles, {});
      adminRole = roles.find((role) => role.name === "admin")?.id ?? "";
      for (let round = 0; round < 5; round++) {
        const made = await first.call(createUser, {
          body: { ...robin, email: `rival${round}@example.com`, roleIds: [adminRole] },
        });
        const rival = own.visitor();
        await rival.call(login, { body: { username: made.username ?? "", password: made.defaultPassword } });
        await rival.call(changePassword, {
          body: { currentPassword: made.defaultPassword, newPassword: PASSWORD },
        });
        const answers = await Promise.all([deed(first, made.user.id), deed(rival, firstId)]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        if (answers[0]?.status !== 200) break;
      }
    } finally {
      await own.stop();
    }
  });
});

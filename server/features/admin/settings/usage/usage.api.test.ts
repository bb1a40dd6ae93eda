import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listRoleLimits, putRoleLimits } from "#shared/api/admin/settings/daily-limits.ts";
import { getUsage, getUserUsage, listUserUsage, type UserUsageSort } from "#shared/api/admin/settings/usage.ts";
import { listAuditLog } from "#shared/api/audit.ts";

import { getMyUsage } from "#shared/api/usage.ts";
import { usageDaily } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { userIdOf, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let admin: Visitor;
let anna: Visitor;
let bert: Visitor;
const NONE = { messages: null, tokens: null, characters: null, seconds: null };

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  anna = await app.owner("anna-owner");
  bert = await app.owner("bert-owner");
  const ago = (days: number) => sql`((now() at time zone 'UTC')::date - ${days}::int)`;
  const [annaId, bertId] = [await userIdOf(anna), await userIdOf(bert)];
  await app.deps.db.insert(usageDaily).values([
    { userId: annaId, day: ago(0), messages: 3, promptTokens: 100, replyTokens: 20 },
    { userId: annaId, day: ago(2), messages: 2, characters: 50, storedBytes: 700 },
    { userId: annaId, day: ago(40), messages: 9 },
    { userId: bertId, day: ago(2), messages: 4, seconds: 12, storedBytes: 300 },
    { userId: bertId, day: ago(6), messages: 1 },
    { userId: bertId, day: ago(7), messages: 100 },
  ]);
});
afterAll(() => app.stop());

describe("usage", () => {
  it("is summed by day, each day of the period, today last", async () => {
    const { days, totals } = await admin.call(getUsage, { query: { days: "7" } });
    expect(days.map(({ messages }) => messages)).toEqual([1, 0, 0, 0, 6, 0, 3]);
    expect(days.at(-1)?.day).toBe((await admin.call(getMyUsage, {})).day);
    expect(totals).toMatchObject({ messages: 10, promptTokens: 100, replyTokens: 20, characters: 50, seconds: 12 });
    expect((await admin.call(getUsage, { query: { days: "90" } })).totals.messages).toBe(119);
  });

  it("says what was stored, on unmeasured days as on the day before, and today what there is", async () => {
    const { days } = await admin.call(getUsage, { query: { days: "7" } });
    expect(days.map(({ storedBytes }) => storedBytes)).toEqual([0, 0, 0, 0, 1000, 1000, 0]);
  });

  it("is shown for one user, by day", async () => {
    const params = { userId: await userIdOf(bert) };
    const { days, totals } = await admin.call(getUserUsage, { params, query: { days: "7" } });
    expect(days.map(({ messages }) => messages)).toEqual([1, 0, 0, 0, 4, 0, 0]);
    expect(totals).toMatchObject({ messages: 5, seconds: 12 });
    const unknown = { params: { userId: crypto.randomUUID() }, query: {} };
    expect(await admin.attempt(getUserUsage, unknown)).toMatchObject({ status: 404 });
  });

  it.each<[UserUsageSort, string[]]>([
    ["-messages", ["bert-owner", "anna-owner", "administrator"]],
    ["-tokens", ["anna-owner"]],
    ["-characters", ["anna-owner"]],
    ["-seconds", ["bert-owner"]],
  ])("is listed by user, the most first: %s", async (sort, expected) => {
    const { users, total } = await admin.call(listUserUsage, { query: { days: "30", sort } });
    expect(users.slice(0, expected.length).map(({ username }) => username)).toEqual(expected);
    expect(total).toBe(3);
  });

  it("is searched, and paged without leaving out or repeating anyone", async () => {
    const { users, total } = await admin.call(listUserUsage, { query: { q: "ANNA" } });
    expect([users[0]?.username, users[0]?.messages, total]).toEqual(["anna-owner", 5, 1]);
    for (const sort of ["name", "-messages", "-storedBytes"] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await admin.call(listUserUsage, { query: { sort, limit: 1, cursor } });
        seen.push(...page.users.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(new Set(seen).size).toBe(3);
      expect(seen).toHaveLength(3);
    }
    expect(await admin.attempt(listUserUsage, { query: { cursor: "x" } })).toMatchObject({ status: 400 });
    expect(await admin.attempt(listUserUsage, { query: { q: "100%" } })).toMatchObject({ body: { users: [] } });
  });

  it("of single users is not for those who manage settings alone", async () => {
    const holder = await app.holderOf("manage_settings");
    expect(await holder.attempt(getUsage, { query: {} })).toMatchObject({ status: 200 });
    expect(await holder.attempt(listUserUsage, { query: {} })).toMatchObject({ status: 403 });
  });
});

describe("the limits of a role", () => {
  const ownerRole = async () => {
    const { roles } = await admin.call(listRoleLimits, {});
    return roles.find(({ name }) => name === "owner") ?? { id: "", userCount: 0, limits: NONE };
  };

  it("are none at first", async () => {
    const { roles } = await admin.call(listRoleLimits, {});
    expect(roles.map(({ name }) => name)).toEqual(expect.arrayContaining(["admin", "helper", "owner", "viewer"]));
    expect(roles.map(({ limits }) => limits)).toEqual(roles.map(() => NONE));
    expect(await ownerRole()).toMatchObject({ userCount: 2 });
  });

  it("are set, counted for its holders at once, written down, and taken away again", async () => {
    const params = { roleId: (await ownerRole()).id };
    const { role } = await admin.call(putRoleLimits, { params, body: { ...NONE, messages: 4, characters: 5000 } });
    expect(role).toMatchObject({ name: "owner", limits: { ...NONE, messages: 4, characters: 5000 } });
    expect((await anna.call(getMyUsage, {})).measures[0]).toEqual({
      measure: "messages",
      used: 3,
      limit: 4,
      state: "ok",
    });
    const [entry] = (await admin.call(listAuditLog, { query: { action: "role.update_limits" } })).entries;
    expect(entry).toMatchObject({ targetName: "owner", details: { messages: 4, characters: 5000 } });
    await admin.call(putRoleLimits, { params, body: NONE });
    expect((await ownerRole()).limits).toEqual(NONE);
    expect((await anna.call(getMyUsage, {})).measures[0]?.limit).toBeNull();
  });

  it("that stay as they are leave no entry", async () => {
    const params = { roleId: (await ownerRole()).id };
    const count = async () => (await admin.call(listAuditLog, { query: { action: "role.update_limits" } })).total;
    const before = await count();
    await admin.call(putRoleLimits, { params, body: NONE });
    expect(await count()).toBe(before);
  });

  it.each([
    [{ messages: 0 }, "Messages must be at least 1; leave it empty for no limit"],
    [{ tokens: 1.5 }, "Tokens must be a whole number"],
    [{ seconds: -3 }, "Seconds must be at least 1; leave it empty for no limit"],
    [{ characters: 1e12 }, "Characters can be at most 1,000,000,000"],
  ])("are not %o", async (wrong, error) => {
    const [field = ""] = Object.keys(wrong);
    const params = { roleId: (await ownerRole()).id };
    expect(await admin.attempt(putRoleLimits, { params, body: { ...NONE, ...wrong } })).toMatchObject({
      status: 400,
      body: { error, fields: { [field]: error } },
    });
  });

  it("of an unknown role are refused", async () => {
    const params = { roleId: crypto.randomUUID() };
    expect(await admin.attempt(putRoleLimits, { params, body: NONE })).toMatchObject({ status: 404 });
  });

  it("set at once by two administrators are one of theirs, whole", async () => {
    const params = { roleId: (await ownerRole()).id };
    const wanted = [1, 2, 3, 4, 5, 6].map((n) => ({ messages: n, tokens: n, characters: n, seconds: n }));
    await Promise.all(wanted.map((body) => admin.call(putRoleLimits, { params, body })));
    expect(wanted).toContainEqual((await ownerRole()).limits);
  });
});

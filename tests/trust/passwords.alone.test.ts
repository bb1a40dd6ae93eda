import * as argon2 from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readEnv } from "#server/platform/env.ts";
import { createUser, resetPassword, updateUser } from "#shared/api/admin/users.ts";
import { changePassword, login, me } from "#shared/api/auth.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { PASSWORD, PROMO_CODE } from "../support/first-start.ts";
import { registrationOf, userIdOf, type Visitor } from "../support/visitor.ts";

vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) };
});

let app: TestApp;
let admin: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
afterAll(() => app.stop());
beforeEach(() => {
  vi.mocked(argon2.hash).mockClear();
  vi.mocked(argon2.verify).mockClear();
});

const attempt = (username: string, password: string) => app.visitor().attempt(login, { body: { username, password } });
const change = (visitor: Visitor, newPassword: string, currentPassword = PASSWORD) =>
  visitor.attempt(changePassword, { body: { currentPassword, newPassword } });

describe("a failed sign-in", () => {
  it("is the same for a wrong user, a wrong password and a switched-off account, and hashes as often [T2] [T3]", async () => {
    const owner = await app.owner("switched-off-owner");
    await admin.call(updateUser, { params: { userId: await userIdOf(owner) }, body: { isActive: false } });
    await app.owner("right-owner");
    vi.mocked(argon2.verify).mockClear();
    const answers = [];
    for (let pair = 0; pair < 8; pair++) {
      answers.push(await attempt(`nobody-${pair}`, "Wrong-2026!"));
      answers.push(await attempt("right-owner", `Wrong-2026-${pair}!`));
    }
    answers.push(await attempt("switched-off-owner", PASSWORD));
    const refusal = { status: 401, body: { error: "Invalid credentials", code: "invalid_credentials" } };
    expect(answers).toEqual(Array(17).fill(refusal));
    expect(vi.mocked(argon2.verify)).toHaveBeenCalledTimes(17);
    // The dummy hash costs what a real one does.
    const costs = vi.mocked(argon2.verify).mock.calls.map(([hash]) => String(hash).split("$").slice(1, 4).join(" "));
    expect(new Set(costs).size).toBe(1);
  });

  it("is told to a caller whose user name differs in its case only", async () => {
    await app.owner("Mixed-Case");
    expect(await attempt("mixed-case", PASSWORD)).toMatchObject({ status: 401 });
    expect(await attempt("Mixed-Case", PASSWORD)).toMatchObject({ status: 200 });
  });
});

describe("a new password", () => {
  it.each([
    ["Ab1!xyz", "Password must be at least 8 characters long"],
    ["Password1!", "That password is too common: it is among the first that are tried. Please choose another one."],
    ["P@ssw0rd2026", "That password is too common: it is among the first that are tried. Please choose another one."],
    ["Robin-Tester1", "Your username or email can't be your password."],
    ["R0bin-Tester1!", "Your username or email can't be your password."],
    ["Robin-Tester1@Example.com", "Your username or email can't be your password."],
    [PASSWORD, "Please choose a password that you did not use before."],
  ])("is refused with a sentence at its field: %s [T4] [T5] [T6]", async (password, message) => {
    const visitor = await theTester();
    expect(await change(visitor, password)).toMatchObject({
      status: 400,
      body: { error: message, fields: { newPassword: message } },
    });
    expect(await attempt("Robin-Tester1", PASSWORD)).toMatchObject({ status: 200 });
  });

  it.each([
    ["64 characters of many scripts", `Ää1!${"犬と散歩".repeat(10)}${"🐶".repeat(10)}`],
    ["every byte of more than 72", `Aa1!${"x".repeat(80)}`],
    ["128 characters", `Aa1!${"y".repeat(124)}`],
  ])("counts whole: %s [T7] [T8]", async (_what, password) => {
    const visitor = await app.owner();
    const { username } = (await visitor.call(me, {})).user;
    expect(await change(visitor, password)).toMatchObject({ status: 200 });
    expect(await attempt(username ?? "", password)).toMatchObject({ status: 200 });
    const shorter = [...password].slice(0, -1).join("");
    expect(await attempt(username ?? "", shorter)).toMatchObject({ status: 401 });
  });

  it("is not cut at a NUL [T10]", async () => {
    const visitor = await app.owner("nul-owner");
    expect(await change(visitor, "Good-Cat\u0000-2026!")).toMatchObject({ status: 200 });
    expect(await attempt("nul-owner", "Good-Cat")).toMatchObject({ status: 401 });
    expect(await attempt("nul-owner", "Good-Cat\u0000-2027!")).toMatchObject({ status: 401 });
    expect(await attempt("nul-owner", "Good-Cat\u0000-2026!")).toMatchObject({ status: 200 });
  });

  it.each([
    ["a megabyte", 1024 * 1024, 413],
    ["5,000 letters", 5_000, 400],
    ["129 letters", 129, 400],
  ])("of %s is refused before anything is hashed [T9]", async (_what, length, status) => {
    const visitor = await theTester();
    vi.mocked(argon2.hash).mockClear();
    expect(await change(visitor, `Aa1!${"a".repeat(length - 4)}`)).toMatchObject({ status });
    expect(vi.mocked(argon2.hash)).not.toHaveBeenCalled();
  });

  it("of a megabyte is refused at sign-in too, before anything is hashed [T9]", async () => {
    expect(await attempt("Robin-Tester1", "a".repeat(1024 * 1024))).toMatchObject({ status: 413 });
    expect(await attempt("Robin-Tester1", "a".repeat(5_000))).toMatchObject({ status: 400 });
    expect(vi.mocked(argon2.verify)).not.toHaveBeenCalled();
  });
});

describe("a temporary password", () => {
  it("can't be chosen as one's own, and ends after seven days [T12]", async () => {
    const made = await admin.call(createUser, {
      body: { email: "temporary@example.com", firstName: "Tem", lastName: "Porary" },
    });
    const username = made.username ?? "";
    const visitor = app.visitor();
    await visitor.call(login, { body: { username, password: made.defaultPassword } });
    expect(await change(visitor, made.defaultPassword, made.defaultPassword)).toMatchObject({ status: 400 });
    const { rows } = await app.deps.pool.query(
      "select extract(epoch from temporary_password_until - now()) / 86400 as days from users where username = $1",
      [username],
    );
    expect(Number(rows[0].days)).toBeCloseTo(7, 1);
    await app.deps.pool.query(
      "update users set temporary_password_until = now() - interval '1 s' where username = $1",
      [username],
    );
    expect(await attempt(username, made.defaultPassword)).toMatchObject({
      status: 401,
      body: { code: "temporary_password_expired" },
    });
    const { defaultPassword } = await admin.call(resetPassword, { params: { userId: made.user.id } });
    expect(await attempt(username, defaultPassword)).toMatchObject({ status: 200 });
  });

  it("can't be chosen later either, after a password of one's own [T12]", async () => {
    const { username, defaultPassword } = await admin.call(createUser, {
      body: { email: "later@example.com", firstName: "La", lastName: "Ter" },
    });
    const visitor = app.visitor();
    await visitor.call(login, { body: { username: username ?? "", password: defaultPassword } });
    expect(await change(visitor, "First-Own-2026!", defaultPassword)).toMatchObject({ status: 200 });
    expect(await change(visitor, defaultPassword, "First-Own-2026!")).toMatchObject({
      status: 400,
      body: { fields: { newPassword: "Please choose a password that you did not use before." } },
    });
    expect(await change(visitor, "Second-Own-2026!", "First-Own-2026!")).toMatchObject({ status: 200 });
  });

  it("is long and unlike every other, whoever makes it [T13]", async () => {
    const passwords: string[] = [];
    for (const email of ["one@example.com", "two@example.com", "three@example.com"]) {
      const { defaultPassword, user } = await admin.call(createUser, {
        body: { email, firstName: "Tem", lastName: "Porary" },
      });
      passwords.push(defaultPassword);
      passwords.push((await admin.call(resetPassword, { params: { userId: user.id } })).defaultPassword);
    }
    expect(new Set(passwords).size).toBe(6);
    for (const password of passwords) expect(password.length).toBeGreaterThanOrEqual(12);
  });
});

describe("what is stored of a password", () => {
  it("is Argon2id with a salt of its own, and leaves the server in no answer [T14]", async () => {
    const owner = await app.owner();
    await app.owner();
    const { rows } = await app.deps.pool.query<{ password: string }>("select password from users");
    const hashes = rows.map(({ password }) => password);
    for (const hash of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=\d{5,},t=\d+,p=\d+\$[\w+/]{20,}\$[\w+/]{40,}$/);
    expect(new Set(hashes.map((hash) => hash.split("$")[4])).size).toBe(hashes.length);
    const answers = await Promise.all([
      owner.fetch("/api/auth/me"),
      admin.fetch("/api/admin/users"),
      admin.fetch("/api/admin/user-agent-access/users"),
      admin.fetch("/api/admin/audit-log"),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toMatch(/argon2|"password"/);
    }
  });
});

describe("a user name", () => {
  it.each([
    "Ünicode",
    "имя-пользователя",
    "name\u200bname",
    "name name",
    "name\u0000name!",
    "admin\u202enimda",
    "ａｄｍｉｎｉ",
  ])("is ASCII: %j is refused [T15]", async (username) => {
    const visitor = app.visitor();
    await visitor.fetch("/api/auth/promo/validate", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ promoCode: PROMO_CODE }),
    });
    const response = await visitor.fetch("/api/auth/register", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...registrationOf("placeholder"), username }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { username: expect.any(String) } });
  });
});

describe("the first administrator", () => {
  it("has no built-in password: the configuration's default is none [T16]", () => {
    expect(readEnv({}).ADMIN_PASSWORD).toBeUndefined();
  });

  it("has a random one at each first start, which must be changed [T16]", async () => {
    const given: string[] = [];
    for (let start = 0; start < 2; start++) {
      vi.mocked(argon2.hash).mockClear();
      const fresh = await startTestApp({ isFirstStart: true, env: { ADMIN_PASSWORD: "" } });
      try {
        const { rows } = await fresh.deps.pool.query<{ password: string; is_default_password: boolean }>(
          "select password, is_default_password from users",
        );
        expect(rows).toMatchObject([{ is_default_password: true }]);
        for (const guess of ["administrator", "admin", "password", PASSWORD, "changeme", ""])
          expect(await argon2.verify(rows[0]?.password ?? "", guess)).toBe(false);
        given.push(...vi.mocked(argon2.hash).mock.calls.map(([password]) => String(password)));
      } finally {
        await fresh.stop();
      }
    }
    expect(new Set(given).size).toBe(2);
  });
});

let tester: Promise<Visitor> | undefined;
/** One account for all refusals: none of them changes it. */
function theTester(): Promise<Visitor> {
  tester ??= app.owner("Robin-Tester1");
  return tester;
}

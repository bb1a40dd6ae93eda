import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  changePassword,
  checkPromo,
  login,
  logout,
  me,
  newPassword,
  register,
  VISITOR_HEADER,
  validatePromo,
} from "#shared/api/auth.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { PASSWORD, PROMO_CODE } from "#tests/support/first-start.ts";
import { registrationOf } from "#tests/support/visitor.ts";
import { temporaryPassword } from "./passwords.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe("signing up", () => {
  it("asks for a promo code first", async () => {
    const visitor = app.visitor();
    expect(await visitor.attempt(checkPromo, {})).toMatchObject({ status: 403 });
    expect(await visitor.attempt(register, { body: registrationOf("too-early") })).toMatchObject({ status: 403 });
  });

  it("refuses a wrong promo code with a sentence", async () => {
    const answer = await app.visitor().attempt(validatePromo, { body: { promoCode: "WRONG" } });
    expect(answer).toMatchObject({ status: 403, body: { error: expect.stringContaining("administrator") } });
  });

  it("leaves a promo code good for one account in a browser session", async () => {
    const visitor = app.visitor();
    await visitor.call(validatePromo, { body: { promoCode: PROMO_CODE } });
    await visitor.call(checkPromo, {});
    await visitor.call(register, { body: registrationOf("first-account") });
    expect(await visitor.attempt(register, { body: registrationOf("second-account") })).toMatchObject({ status: 403 });
  });

  it("leaves a promo code good for one account of ten that are asked for at once [T128]", async () => {
    const visitor = app.visitor();
    await visitor.call(validatePromo, { body: { promoCode: PROMO_CODE } });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) => visitor.attempt(register, { body: registrationOf(`at-once-${place}`) })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...new Array(9).fill(403)]);
  });

  it("keeps the promo code where the username is taken", async () => {
    const visitor = app.visitor();
    await visitor.call(validatePromo, { body: { promoCode: PROMO_CODE } });
    expect(await visitor.attempt(register, { body: registrationOf("first-account") })).toMatchObject({ status: 409 });
    expect(await visitor.attempt(register, { body: registrationOf("other-account") })).toMatchObject({ status: 200 });
  });

  it("ignores roles, ids and flags that the form does not have [T50]", async () => {
    const visitor = app.visitor();
    await visitor.call(validatePromo, { body: { promoCode: PROMO_CODE } });
    const id = crypto.randomUUID();
    const flags = { isAdmin: true, isActive: false, isDefaultPassword: false };
    const body = { ...registrationOf("sneaky-one"), ...flags, id, roles: ["admin"], password: "Mine-2026!" };
    const sent = await visitor.fetch(register.path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(sent.status).toBe(200);
    const { tempPassword } = z.object({ tempPassword: z.string() }).parse(await sent.json());
    const { user } = await visitor.call(login, { body: { username: "sneaky-one", password: tempPassword } });
    expect(user).toMatchObject({ roles: ["owner"], isDefaultPassword: true });
    expect(user.id).not.toBe(id);
  });

  it.each([
    [{ username: "short" }, "Username must be at least 6 characters"],
    [{ username: "with space" }, "Username can only contain letters, numbers, hyphens, and underscores"],
    [{ email: "nobody" }, "Invalid email address"],
    [{ phone: "12" }, "Invalid phone number format. Use formats like: (555) 123-4567, 555-123-4567, or 5551234567"],
    [{ firstName: "  " }, "First name is required"],
  ])("refuses %o with the sentence of its field", async (wrong, message) => {
    const visitor = app.visitor();
    await visitor.call(validatePromo, { body: { promoCode: PROMO_CODE } });
    const answer = await visitor.attempt(register, { body: { ...registrationOf("never-made"), ...wrong } });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: message, fields: { [Object.keys(wrong)[0] ?? ""]: message } },
    });
  });

  it("stores the user name without white space around it, and the phone number in plain characters", async () => {
    const visitor = app.visitor();
    await visitor.call(validatePromo, { body: { promoCode: ` ${PROMO_CODE}\n` } });
    const typed = {
      ...registrationOf("by-keyboard"),
      username: " by-keyboard ",
      phone: "\u202A+٤٤ ٢٠ ٧٩٤٦ ٠٩٥٨\u202C",
    };
    const { username, tempPassword } = await visitor.call(register, { body: typed });
    expect(username).toBe("by-keyboard");
    const { user } = await visitor.call(login, { body: { username, password: tempPassword } });
    expect(user.phone).toBe("+44 20 7946 0958");
  });

  it("takes a user name once, whatever its case, also when asked ten times at once [T15] [T108]", async () => {
    const attempts = await Promise.all(
      Array.from({ length: 10 }, async (_unused, index) => {
        const visitor = app.visitor();
        await visitor.call(validatePromo, { body: { promoCode: PROMO_CODE } });
        return visitor.attempt(register, { body: registrationOf(index % 2 === 0 ? "wanted-name" : "Wanted-Name") });
      }),
    );
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(attempts.find(({ status }) => status === 409)?.body).toMatchObject({
      fields: { username: expect.any(String) },
    });
  });
});

describe("signing in", () => {
  it("answers an unknown user and a wrong password alike [T1]", async () => {
    await app.owner("known-owner");
    const wrong = await app.visitor().attempt(login, { body: { username: "known-owner", password: "Wrong-2026!" } });
    const unknown = await app
      .visitor()
      .attempt(login, { body: { username: "unknown-owner", password: "Wrong-2026!" } });
    expect(wrong).toEqual({ status: 401, body: { error: "Invalid credentials", code: "invalid_credentials" } });
    expect(unknown).toEqual(wrong);
  });

  it("minds the case of the user name [T15]", async () => {
    await app.owner("case-owner");
    expect(await app.visitor().attempt(login, { body: { username: "Case-Owner", password: PASSWORD } })).toMatchObject({
      status: 401,
    });
  });

  it.each([
    ["spaces and a line break", (text: string) => ` ${text} \n`],
    ["a no-break space", (text: string) => `${text}\u00A0`],
    ["an ideographic space", (text: string) => `\u3000${text}`],
  ])("overlooks %s around user name and password", async (what, typed) => {
    const name = `owner-${what.replaceAll(" ", "-")}`;
    await app.owner(name);
    const body = { username: typed(name), password: typed(PASSWORD) };
    const { user } = await app.visitor().call(login, { body });
    expect(user.username).toBe(name);
  });

  it("overlooks marks of direction around a user name that was copied", async () => {
    await app.owner("copied-name");
    await app.visitor().call(login, { body: { username: "\u202Acopied-name\u202C", password: PASSWORD } });
  });

  it("never sends a password along", async () => {
    const owner = await app.owner();
    const session = await owner.call(me, {});
    expect(JSON.stringify(session)).not.toContain("argon2");
    expect(session.roles).toEqual([{ name: "owner" }]);
    expect(session.permissions).toContainEqual({ name: "manage_diary" });
  });

  it("lets a default password do nothing but read who one is, change it, and sign out [T24]", async () => {
    const visitor = app.visitor();
    await visitor.call(validatePromo, { body: { promoCode: PROMO_CODE } });
    const { tempPassword } = await visitor.call(register, { body: registrationOf("default-one") });
    const answer = await visitor.call(login, { body: { username: "default-one", password: tempPassword } });
    expect(answer.requirePasswordChange).toBe(true);
    expect(await visitor.attempt(me, {})).toMatchObject({
      status: 403,
      body: { requirePasswordChange: true, user: { username: "default-one" } },
    });
    const asked = await visitor.fetch(me.path, { headers: { [VISITOR_HEADER]: "true" } });
    expect(await asked.json()).toMatchObject({ user: { username: "default-one", isDefaultPassword: true } });
    expect((await visitor.fetch("/api/agents")).status).toBe(403);
    await visitor.call(changePassword, { body: { currentPassword: tempPassword, newPassword: PASSWORD } });
    expect((await visitor.fetch("/api/agents")).status).toBe(200);
  });

  it("gives a new session id at sign-in, and ends the session at sign-out", async () => {
    const visitor = app.visitor();
    await visitor.call(validatePromo, { body: { promoCode: PROMO_CODE } });
    const before = visitor.cookies.get("pettalk.sid");
    await visitor.call(login, { body: { username: "administrator", password: PASSWORD } });
    const signedIn = visitor.cookies.get("pettalk.sid") ?? "";
    expect(signedIn).not.toBe(before);
    await visitor.call(logout, {});
    visitor.cookies.set("pettalk.sid", signedIn);
    expect(await visitor.attempt(me, {})).toMatchObject({ status: 401 });
  });

  it("is told to a visitor who asks as one without an error, and to others with 401", async () => {
    const asVisitor = { headers: { [VISITOR_HEADER]: "true" } };
    const answer = await app.visitor().fetch(me.path, asVisitor);
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect((await app.visitor().fetch(me.path)).status).toBe(401);
    const owner = await app.owner();
    expect(await (await owner.fetch(me.path, asVisitor)).json()).toEqual(await owner.call(me, {}));
  });

  it("leaves no session behind for someone who only reads", async () => {
    const visitor = app.visitor();
    await visitor.attempt(me, {});
    expect(visitor.cookies.size).toBe(0);
  });
});

describe("changing the password", () => {
  it("ends the other sessions and keeps one's own", async () => {
    const here = await app.owner("two-devices");
    const there = app.visitor();
    await there.call(login, { body: { username: "two-devices", password: PASSWORD } });
    await here.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: "Better-Dog-2026!" } });
    expect(await here.attempt(me, {})).toMatchObject({ status: 200 });
    expect(await there.attempt(me, {})).toMatchObject({ status: 401 });
  });

  it.each([
    ["Ab1!xyz", "Password must be at least 8 characters long"],
    ["alllower1!", "Password needs an uppercase letter, a lowercase letter, a number and a special character"],
    ["With Space1!", "Password can't contain spaces"],
    [PASSWORD, "Please choose a password that you did not use before."],
  ])("refuses %s", async (password, message) => {
    const owner = await app.owner();
    const answer = await owner.attempt(changePassword, { body: { currentPassword: PASSWORD, newPassword: password } });
    expect(answer).toMatchObject({ status: 400, body: { error: message, fields: { newPassword: message } } });
  });

  it("overlooks white space around the current and the new one", async () => {
    const owner = await app.owner("pasted-password");
    const [currentPassword, newPassword] = [` ${PASSWORD}`, "Better-Dog-2026!\n"];
    await owner.call(changePassword, { body: { currentPassword, newPassword } });
    await app.visitor().call(login, { body: { username: "pasted-password", password: "Better-Dog-2026!" } });
  });

  it("refuses a wrong current password and changes nothing [T11]", async () => {
    const owner = await app.owner("keeps-password");
    const answer = await owner.attempt(changePassword, {
      body: { currentPassword: "Wrong-2026!", newPassword: "Better-Dog-2026!" },
    });
    expect(answer).toMatchObject({ status: 400, body: { fields: { currentPassword: expect.any(String) } } });
    await app.visitor().call(login, { body: { username: "keeps-password", password: PASSWORD } });
  });

  it("takes 64 characters with letters of any script whole [T7]", async () => {
    const owner = await app.owner("long-password");
    const long = `Hündchen-1!${"犬".repeat(26)}${"é".repeat(26)}🐶`;
    await owner.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: long } });
    const cut = await app
      .visitor()
      .attempt(login, { body: { username: "long-password", password: long.slice(0, -2) } });
    expect(cut.status).toBe(401);
    await app.visitor().call(login, { body: { username: "long-password", password: long } });
  });
});

describe("a temporary password", () => {
  it("satisfies every rule and is never the same [T13]", () => {
    const passwords = Array.from({ length: 200 }, temporaryPassword);
    for (const password of passwords) expect(newPassword.safeParse(password).success).toBe(true);
    expect(new Set(passwords).size).toBe(200);
    // 2,800 characters out of 66: of the four kinds, each is drawn from all of its own.
    expect(new Set(passwords.join("")).size).toBeGreaterThan(60);
  });
});

import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resetPassword, updateUser } from "#shared/api/admin/users.ts";
import { changePassword, login, logout, me, validatePromo } from "#shared/api/auth.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { PASSWORD, PROMO_CODE } from "#tests/support/first-start.ts";
import { type Visitor, visit } from "#tests/support/visitor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const keeping = { path: validatePromo.path, input: { promoCode: PROMO_CODE } };
const renewing = { path: changePassword.path, input: { currentPassword: PASSWORD, newPassword: "Renewed-2026!x" } };

/** Sends the head of a call, and half of its body. Its session keeps something of the one, and is renewed by the other. */
async function holdOpen(stolen: Visitor, { path, input }: typeof keeping | typeof renewing) {
  const body = JSON.stringify(input);
  const cookie = [...stolen.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body), Cookie: cookie };
  const held = httpRequest(`${app.url}${path}`, { method: "POST", headers });
  const status = new Promise<number>((resolve, reject) => {
    held.once("response", (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    held.once("error", reject);
  });
  await new Promise((resolve) => held.write(body.slice(0, 5), resolve));
  // Another answer to the same cookie shows that the server has read the head of the held call.
  for (let round = 0; round < 5; round++) await withCookiesOf(stolen).attempt(me, {});
  return {
    finish() {
      held.end(body.slice(5));
      return status;
    },
  };
}

/** Someone with a copy of the cookies. */
function withCookiesOf({ cookies }: Visitor): Visitor {
  const thief = visit(app.url);
  for (const [name, value] of cookies) thief.cookies.set(name, value);
  return thief;
}

describe("a session that ended while one of its requests was held open [T122]", () => {
  it.each([
    ["sign-out [T19]", (owner: Visitor) => owner.call(logout, {})],
    [
      "a switch-off by an administrator [T22]",
      async (owner: Visitor) => {
        const { user } = await owner.call(me, {});
        await (await app.admin()).call(updateUser, { params: { userId: user.id }, body: { isActive: false } });
      },
    ],
    [
      "a reset by an administrator [T23]",
      async (owner: Visitor) => {
        const { user } = await owner.call(me, {});
        await (await app.admin()).call(resetPassword, { params: { userId: user.id } });
      },
    ],
    [
      "a new password [T20]",
      (owner: Visitor) =>
        owner.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: "Another-2026!x" } }),
    ],
  ])("stays dead after %s", async (_how, end) => {
    const owner = await app.owner();
    const thief = withCookiesOf(owner);
    const held = await holdOpen(thief, keeping);
    await end(owner);
    expect(await held.finish()).toBe(200);
    expect(await thief.attempt(me, {})).toMatchObject({ status: 401 });
  });

  it("is followed by no new one, and keeps the password, where that call was to change it", async () => {
    const owner = await app.owner();
    const thief = withCookiesOf(owner);
    const { user } = await owner.call(me, {});
    const held = await holdOpen(thief, renewing);
    await owner.call(logout, {});
    expect(await held.finish()).toBe(401);
    const body = { username: user.username ?? "", password: PASSWORD };
    expect(await app.visitor().attempt(login, { body })).toMatchObject({ status: 200 });
  });
});

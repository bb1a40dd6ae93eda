import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resetPassword, updateUser } from "../../../shared/api/admin/users.ts";
import { changePassword, logout, me, validatePromo } from "../../../shared/api/auth.ts";
import { startTestApp, type TestApp } from "../../../tests/support/app.ts";
import { PASSWORD, PROMO_CODE } from "../../../tests/support/first-start.ts";
import { type Visitor, visit } from "../../../tests/support/visitor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Sends the head of a call that keeps something in the session, and half of its body. */
async function holdOpen(stolen: Visitor): Promise<{ finish(): Promise<number> }> {
  const body = JSON.stringify({ promoCode: PROMO_CODE });
  const cookie = [...stolen.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body), Cookie: cookie };
  const held = httpRequest(`${app.url}${validatePromo.path}`, { method: "POST", headers });
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
    const held = await holdOpen(thief);
    await end(owner);
    expect(await held.finish()).toBe(200);
    expect(await thief.attempt(me, {})).toMatchObject({ status: 401 });
  });
});

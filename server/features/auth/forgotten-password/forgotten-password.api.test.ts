import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { jobHandlers } from "#server/background.ts";
import { createUser, resetPassword, updateUser } from "#shared/api/admin/users.ts";
import {
  changePassword,
  checkResetLink,
  forgotPassword,
  login,
  me,
  register,
  resetForgotten,
  validatePromo,
} from "#shared/api/auth.ts";
import { getConfig } from "#shared/api/config.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { PASSWORD, PROMO_CODE } from "#tests/support/first-start.ts";
import { SMTP_PASSWORD, startSmtpServer, type TestSmtpServer } from "#tests/support/smtp-server.ts";
import { registrationOf, userIdOf, type Visitor } from "#tests/support/visitor.ts";
import { forgottenPasswordJobs } from "./service.ts";

const NEW = "Squirrel-Chaser-2026!";
const PUBLIC_URL = "https://pets.example.com";

let smtp: TestSmtpServer;
let app: TestApp;
let log = "";
beforeAll(async () => {
  smtp = await startSmtpServer();
  app = await startTestApp({
    env: { SMTP_URL: smtp.url, PUBLIC_URL, PRODUCT_NAME: "Walk & Talk", LOG_LEVEL: "trace" },
    logTo: { write: (line) => (log += line) },
  });
});
afterAll(async () => {
  await app.stop();
  await smtp.stop();
});
beforeEach(() => {
  smtp.mails = [];
  smtp.behavior = "take";
  smtp.lost = 0;
});

const emailOf = (username: string) => registrationOf(username).email;
/** Asks, and waits until what follows on the answer has made its job. */
async function ask(email: string) {
  const enqueue = vi.spyOn(app.deps.jobs, "enqueue");
  const answer = await app.visitor().attempt(forgotPassword, { body: { email } });
  await expect.poll(() => enqueue.mock.settledResults.length).toBe(1);
  enqueue.mockRestore();
  return answer;
}
const tokensIn = (content: string) => [
  ...new Set([...content.matchAll(/https:\/\/pets\.example\.com\/reset-password#([\w-]+)/g)].map(([, token]) => token)),
];
const check = (token: string) => app.visitor().attempt(checkResetLink, { body: { token } });
const reset = (token: string, newPassword = NEW) =>
  app.visitor().attempt(resetForgotten, { body: { token, newPassword } });
const signIn = (username: string, password: string) => app.visitor().attempt(login, { body: { username, password } });

/** The link of the next mail. */
async function linkFor(username: string): Promise<string> {
  const before = smtp.mails.length;
  expect(await ask(emailOf(username))).toEqual({ status: 200, body: { success: true } });
  await expect.poll(() => smtp.mails.length).toBe(before + 1);
  return tokensIn(smtp.mails.at(-1)?.content ?? "")[0] ?? "";
}

/** Until every job that was added is done. */
const jobsDone = () =>
  expect
    .poll(async () => {
      const { rows } = await app.deps.pool.query("select 1 from graphile_worker.jobs where attempts < max_attempts");
      return rows.length;
    })
    .toBe(0);

const refused = { status: 404, body: { code: "link_not_valid" } };

describe("a forgotten password [T136]", () => {
  it("is replaced by a mailed link, once, and all sessions of the account end", async () => {
    const owner = await app.owner("forgetful-owner");
    const token = await linkFor("forgetful-owner");
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await check(token)).toEqual({ status: 200, body: { username: "forgetful-owner" } });
    expect(await reset(token)).toEqual({ status: 200, body: { success: true } });
    expect(await owner.attempt(me, {})).toMatchObject({ status: 401 });
    expect(await signIn("forgetful-owner", PASSWORD)).toMatchObject({ status: 401 });
    expect(await signIn("forgetful-owner", NEW)).toMatchObject({ status: 200, body: { requirePasswordChange: false } });
    expect(await check(token)).toMatchObject(refused);
    expect(await reset(token)).toMatchObject(refused);
  });

  it("comes as a plain mail that names the product, the account and the time, as text and as HTML", async () => {
    await app.owner("curious-owner");
    const token = await linkFor("curious-owner");
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({ from: "no-reply@pets.example.com", to: [emailOf("curious-owner")] });
    const content = mail?.content ?? "";
    expect(content).toContain('From: "Pet Walk & Talk" <no-reply@pets.example.com>');
    expect(content).toContain("Subject: Your new password for Pet Walk & Talk");
    expect(content).toContain("Choose a new password for 'curious-owner':");
    expect(content).toContain("The link works once, for 30 minutes.");
    expect(content).toContain(`<a href="${PUBLIC_URL}/reset-password#${token}">`);
    expect(content).toContain("for Pet Walk &amp; Talk.");
    expect(content).not.toContain("<img");
  });

  it("has no words in its mail that somebody else chose, who registered with the address", async () => {
    const stranger = app.visitor();
    await stranger.call(validatePromo, { body: { promoCode: PROMO_CODE } });
    const words = "Win https://evil.example.com, ";
    const name = { firstName: `${words}\r\nBcc: all@example.com`, lastName: "<b>Prize</b>" };
    await stranger.call(register, { body: { ...registrationOf("stranger-owner"), ...name } });
    await linkFor("stranger-owner");
    const content = smtp.mails[0]?.content ?? "";
    expect(content).toContain("Hello,");
    expect(content).not.toMatch(/evil|Bcc|Prize/);
  });

  it("is answered before the account is looked for, and with an unknown address the same is done after it", async () => {
    await app.owner("known-owner");
    await app.deps.jobs.stop();
    const done: string[] = [];
    const noteAnswer = () => void done.push("answered");
    subscribe("http.server.response.finish", noteAnswer);
    const { pool } = app.deps;
    const ofPool = pool.query.bind(pool);
    const query = vi.spyOn(pool, "query").mockImplementation((...statement: unknown[]) => {
      done.push(JSON.stringify(Object(statement[0]).text ?? statement[0]));
      return Reflect.apply(ofPool, pool, statement);
    });
    const doneFor = async (email: string) => {
      done.length = 0;
      const answer = await ask(email);
      return { answer, done: [...done] };
    };
    const known = await doneFor(emailOf("known-owner"));
    const unknown = await doneFor("nobody-at-all@example.com");
    expect(unknown).toEqual(known);
    const at = known.done.indexOf("answered");
    expect(known.done.slice(0, at).join()).not.toMatch(/users|job/);
    expect(known.done.slice(at).join()).toMatch(/users.*job/s);
    unsubscribe("http.server.response.finish", noteAnswer);
    query.mockRestore();
    await app.deps.jobs.start(jobHandlers(app.deps));
    await jobsDone();
  });

  it("is answered though the mail server is not; a later attempt of the job brings the mail", async () => {
    await app.owner("patient-owner");
    smtp.behavior = "refuse";
    expect(await ask(emailOf("patient-owner"))).toMatchObject({ status: 200 });
    await expect.poll(() => smtp.lost).toBe(1);
    const { rows } = await app.deps.pool.query<{ text: string }>(
      "select payload::text || coalesce(last_error, '') as text from graphile_worker._private_jobs",
    );
    expect(JSON.stringify(rows)).not.toMatch(/@example\.com|on fire|reset-password/);
    smtp.behavior = "take";
    await app.deps.pool.query("update graphile_worker._private_jobs set run_at = now()");
    await expect.poll(() => smtp.mails.length).toBe(1);
  });

  it("sends nothing to an unknown address, nor to an account that is switched off", async () => {
    const owner = await app.owner("retired-owner");
    const admin = await app.admin();
    await admin.call(updateUser, { params: { userId: await userIdOf(owner) }, body: { isActive: false } });
    expect(await ask(emailOf("retired-owner"))).toMatchObject({ status: 200 });
    expect(await ask("nobody-at-all@example.com")).toMatchObject({ status: 200 });
    await jobsDone();
    expect(smtp.mails).toEqual([]);
  });

  it("is found by the address in any case, with a link for each account that has it", async () => {
    const admin = await app.admin();
    for (const username of ["shared-first", "shared-second"])
      await admin.call(createUser, {
        body: { username, email: "Family@example.com", firstName: "Kim", lastName: "Lane" },
      });
    expect(await ask("fAMILY@example.com")).toMatchObject({ status: 200 });
    await expect.poll(() => smtp.mails.length).toBe(1);
    const tokens = tokensIn(smtp.mails[0]?.content ?? "");
    expect(await Promise.all(tokens.map((token) => check(token ?? "")))).toEqual([
      { status: 200, body: { username: "shared-first" } },
      { status: 200, body: { username: "shared-second" } },
    ]);
    // A temporary password that was never used is replaced as well.
    expect(await reset(tokens[0] ?? "")).toMatchObject({ status: 200 });
    expect(await signIn("shared-first", NEW)).toMatchObject({ body: { requirePasswordChange: false } });
  });

  it("brings at most five mails to one account in an hour, with the same answer to all", async () => {
    await app.owner("wanted-owner");
    for (let round = 0; round < 5; round++) await linkFor("wanted-owner");
    expect(await ask(emailOf("wanted-owner"))).toEqual({ status: 200, body: { success: true } });
    await jobsDone();
    expect(smtp.mails.length).toBe(5);
  });

  it("brings no more than five, asked for at once, or where one did not arrive [T146]", async () => {
    const userIds = [await userIdOf(await app.owner("headlong-owner"))];
    const { mail_password_reset: mail } = forgottenPasswordJobs(app.deps);
    await mail({ userIds });
    smtp.behavior = "refuse";
    await expect(mail({ userIds })).rejects.toThrow();
    smtp.behavior = "take";
    await Promise.all(Array.from({ length: 12 }, () => mail({ userIds })));
    expect(smtp.mails.length).toBe(5);
  });

  it("can be asked for, and its links tried, only so often [T129]", async () => {
    const slow = await startTestApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL, RATE_LIMIT_SCALE: "0.1" } });
    const visitor = slow.visitor();
    expect(await visitor.attempt(forgotPassword, { body: { email: "a@example.com" } })).toMatchObject({ status: 200 });
    expect(await visitor.attempt(forgotPassword, { body: { email: "b@example.com" } })).toMatchObject({ status: 429 });
    const tryLink = () => visitor.attempt(checkResetLink, { body: { token: "guess" } });
    expect(await tryLink()).toMatchObject(refused);
    expect(await visitor.attempt(resetForgotten, { body: { token: "guess", newPassword: NEW } })).toMatchObject(
      refused,
    );
    expect(await tryLink()).toMatchObject({ status: 429 });
    await slow.stop();
  });
});

describe("a mailed link [T136]", () => {
  it("ends when a newer one is made", async () => {
    await app.owner("hasty-owner");
    const first = await linkFor("hasty-owner");
    const second = await linkFor("hasty-owner");
    expect(await reset(first)).toMatchObject(refused);
    expect(await check(second)).toMatchObject({ status: 200 });
  });

  it.each([
    [
      "a new password",
      (owner: Visitor) => owner.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: NEW } }),
    ],
    [
      "a reset by an administrator",
      async (owner: Visitor) => (await app.admin()).call(resetPassword, { params: { userId: await userIdOf(owner) } }),
    ],
    [
      "a switch-off, and stays dead after it",
      async (owner: Visitor) => {
        const [admin, userId] = [await app.admin(), await userIdOf(owner)];
        await admin.call(updateUser, { params: { userId }, body: { isActive: false } });
        await admin.call(updateUser, { params: { userId }, body: { isActive: true } });
      },
    ],
    [
      "half an hour",
      async () => {
        await app.deps.pool.query("update password_resets set expires_at = now() where expires_at > now()");
      },
    ],
  ])("ends by %s", async (how, end) => {
    const username = `link-${how.length}-owner`;
    const owner = await app.owner(username);
    const token = await linkFor(username);
    expect(await check(token)).toMatchObject({ status: 200 });
    await end(owner);
    expect(await check(token)).toMatchObject(refused);
    expect(await reset(token, "Never-Mind-2026!")).toMatchObject(refused);
    expect(await signIn(username, "Never-Mind-2026!")).toMatchObject({ status: 401 });
  });

  it("lives for thirty minutes, and its digest alone is stored", async () => {
    await app.owner("stored-owner");
    const token = await linkFor("stored-owner");
    const { rows } = await app.deps.pool.query<{ row: string; minutes: number }>(
      `select to_jsonb(r)::text as row, extract(epoch from expires_at - created_at)::float / 60 as minutes
        from password_resets r order by created_at desc limit 1`,
    );
    expect(Math.round(rows[0]?.minutes ?? 0)).toBe(30);
    expect(rows[0]?.row).toMatch(/"digest": "[0-9a-f]{64}"/);
    expect(rows[0]?.row).not.toContain(token);
  });

  it("is good for one of several that use it at the same time", async () => {
    await app.owner("double-owner");
    const token = await linkFor("double-owner");
    const answers = await Promise.all([1, 2, 3].map((number) => reset(token, `Squirrel-${number}-Chaser!`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 404, 409].includes(status))).toBe(true);
  });

  it("takes no password that is easy to guess, nor the forgotten one, and can still be used then", async () => {
    await app.owner("weak-owner");
    const token = await linkFor("weak-owner");
    for (const weak of ["short", "P@ssw0rd", PASSWORD])
      expect(await reset(token, weak)).toMatchObject({
        status: 400,
        body: { fields: { newPassword: expect.any(String) } },
      });
    expect(await reset(token)).toMatchObject({ status: 200 });
  });

  it("leads to a page whose address a browser gives to nobody", async () => {
    const answer = await app.visitor().fetch("/api/config");
    expect(answer.headers.get("referrer-policy")).toBe("same-origin");
  });
});

describe("what is written down", () => {
  it("is in the audit log, and no link, address or password of the mail server is in the log [T117] [T118] [T136]", async () => {
    await app.owner("noted-owner");
    const token = await linkFor("noted-owner");
    await reset(token);
    const { rows } = await app.deps.pool.query<{ entry: string }>(
      "select action || ' ' || target_name as entry from audit_log where target_name = 'noted-owner' order by id",
    );
    const entries = rows.map(({ entry }) => entry);
    expect(entries).toEqual(expect.arrayContaining(["auth.reset_mail noted-owner", "auth.reset_password noted-owner"]));
    expect(log).toContain("/api/auth/forgot-password");
    for (const secret of [token, emailOf("noted-owner"), NEW, SMTP_PASSWORD, encodeURIComponent(SMTP_PASSWORD)])
      expect(log.replaceAll("\\/", "/")).not.toContain(secret);
  });
});

describe("without a mail server", () => {
  let plain: TestApp;
  beforeAll(async () => {
    plain = await startTestApp({ env: { PUBLIC_URL } });
  });
  afterAll(() => plain.stop());

  it("only an administrator can help, and the client knows it", async () => {
    expect(await plain.visitor().call(getConfig, {})).toMatchObject({ mailsPasswords: false });
    expect(await app.visitor().call(getConfig, {})).toMatchObject({ mailsPasswords: true });
    expect(await plain.visitor().attempt(forgotPassword, { body: { email: "a@example.com" } })).toMatchObject({
      status: 403,
      body: { code: "mail_not_set_up", error: expect.stringContaining("administrator") },
    });
  });
});

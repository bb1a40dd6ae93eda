import { createServer, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp, type Deps } from "#server/app.ts";
import { connect } from "#server/platform/db/client.ts";
import { resetPassword, updateUser } from "#shared/api/admin/users.ts";
import { changePassword, login, logout, me, validatePromo } from "#shared/api/auth.ts";
import { type ChatEvent, chatStream } from "#shared/api/chat.ts";
import { type Chat, startChat } from "../support/chat.ts";
import { PASSWORD, PROMO_CODE } from "../support/first-start.ts";
import { userIdOf, type Visitor, visit } from "../support/visitor.ts";

const COOKIE = "pettalk.sid";
let talk: Chat;
let admin: Visitor;
beforeAll(async () => {
  talk = await startChat();
  admin = await talk.app.admin();
});
afterAll(() => talk.stop());

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** The application once more, as after a restart, or with other things under it. */
async function startAgain(changes: Partial<Deps> = {}): Promise<string> {
  const server = createServer(createApp({ ...talk.app.deps, ...changes }).app);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

const signIn = async (username: string, password = PASSWORD) => {
  const visitor = talk.app.visitor();
  await visitor.call(login, { body: { username, password } });
  return visitor;
};
/** The id in a cookie's value, `s:{id}.{signature}`. */
const sidOf = (visitor: Visitor) =>
  decodeURIComponent(visitor.cookies.get(COOKIE) ?? "").replace(/^s:([^.]+)\..*$/, "$1");
const query = (text: string, values: unknown[] = []) => talk.app.deps.pool.query(text, values);

describe("the session cookie", () => {
  it("can't be read by scripts, stays on this site, and has a name of its own [T17]", async () => {
    const response = await talk.app.visitor().fetch("/api/auth/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username: "administrator", password: PASSWORD }),
    });
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^pettalk\.sid=s%3A/);
    expect(cookie).toContain("; HttpOnly");
    expect(cookie).toContain("; SameSite=Lax");
    expect(cookie).toContain("; Path=/");
    expect(cookie).not.toContain("Domain=");
    expect(cookie).not.toContain("; Secure");
  });

  it("is for TLS alone where there is TLS [T17]", async () => {
    const url = await startAgain({ env: { ...talk.app.deps.env, TRUST_PROXY: 1 } });
    const response = await fetch(`${url}/api/auth/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-Proto": "https" },
      body: JSON.stringify({ username: "administrator", password: PASSWORD }),
    });
    expect(response.headers.getSetCookie()[0]).toContain("; Secure");
  });

  it.each([
    ["a changed signature", (value: string) => `${value.slice(0, -4)}AAAA`],
    ["another id under the same signature", (value: string) => value.replace(/^s%3A..../, "s%3AAAAA")],
    ["no signature", (value: string) => value.replace(/^s%3A([^.]+)\..*$/, "$1")],
    ["nonsense", () => "nonsense"],
    ["nothing", () => ""],
    ["JSON", () => 'j:{"passport":{"user":"1"}}'],
  ])("with %s signs nobody in [T21]", async (_kind, tamper) => {
    const visitor = await signIn("administrator");
    visitor.cookies.set(COOKIE, tamper(visitor.cookies.get(COOKIE) ?? ""));
    expect(await visitor.attempt(me, {})).toMatchObject({ status: 401, body: { code: "not_signed_in" } });
  });
});

describe("a session", () => {
  it("of before the sign-in has another id after it, and is worth nothing then [T18]", async () => {
    const visitor = talk.app.visitor();
    await visitor.call(validatePromo, { body: { promoCode: PROMO_CODE } });
    const before = visitor.cookies.get(COOKIE) ?? "";
    await visitor.call(login, { body: { username: "administrator", password: PASSWORD } });
    expect(visitor.cookies.get(COOKIE)).not.toBe(before);
    const thief = talk.app.visitor();
    thief.cookies.set(COOKIE, before);
    expect(await thief.attempt(me, {})).toMatchObject({ status: 401 });
  });

  it("is dead once somebody signs in in its place [T18]", async () => {
    const visitor = await talk.app.owner();
    const before = visitor.cookies.get(COOKIE) ?? "";
    await visitor.call(login, { body: { username: "administrator", password: PASSWORD } });
    visitor.cookies.set(COOKIE, before);
    expect(await visitor.attempt(me, {})).toMatchObject({ status: 401 });
  });

  it("is dead on the server after sign-out [T19]", async () => {
    const visitor = await signIn("administrator");
    const cookie = visitor.cookies.get(COOKIE) ?? "";
    const sid = sidOf(visitor);
    await visitor.call(logout, {});
    visitor.cookies.set(COOKIE, cookie);
    expect(await visitor.attempt(me, {})).toMatchObject({ status: 401 });
    expect((await query("select 1 from auth_sessions where sid = $1", [sid])).rowCount).toBe(0);
  });

  it("is renewed by a change of the password, which ends the others [T20]", async () => {
    const here = await talk.app.owner("renewing-owner");
    const there = await signIn("renewing-owner");
    const before = here.cookies.get(COOKIE) ?? "";
    await here.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: "Better-Dog-2026!" } });
    expect(here.cookies.get(COOKIE)).not.toBe(before);
    expect(await here.attempt(me, {})).toMatchObject({ status: 200 });
    expect(await there.attempt(me, {})).toMatchObject({ status: 401 });
    const thief = talk.app.visitor();
    thief.cookies.set(COOKIE, before);
    expect(await thief.attempt(me, {})).toMatchObject({ status: 401 });
  });

  it("ends on the next request after the account is switched off [T22]", async () => {
    const owner = await talk.app.owner();
    await admin.call(updateUser, { params: { userId: await userIdOf(owner) }, body: { isActive: false } });
    expect(await owner.attempt(me, {})).toMatchObject({ status: 401 });
  });

  it("opens nothing for an account that is switched off, though it is still there [T22]", async () => {
    const owner = await talk.app.owner();
    await query("update users set is_active = false where id = $1", [await userIdOf(owner)]);
    expect(await owner.attempt(me, {})).toMatchObject({ status: 401 });
  });

  it("ends with a reset by an administrator, and the new password must be changed [T23]", async () => {
    const owner = await talk.app.owner("reset-owner");
    const elsewhere = await signIn("reset-owner");
    const { defaultPassword } = await admin.call(resetPassword, { params: { userId: await userIdOf(owner) } });
    for (const visitor of [owner, elsewhere]) expect(await visitor.attempt(me, {})).toMatchObject({ status: 401 });
    const back = await signIn("reset-owner", defaultPassword);
    expect(await back.attempt(me, {})).toMatchObject({ status: 403, body: { requirePasswordChange: true } });
  });

  it("is not made for a visitor who only reads [T25]", async () => {
    const before = (await query("select count(*)::int as count from auth_sessions")).rows[0].count;
    const visitor = talk.app.visitor();
    for (const path of ["/api/config", "/api/auth/me", "/api/auth/promo/check", "/api/openapi.json", "/api/agents"])
      await visitor.fetch(path);
    await visitor.attempt(login, { body: { username: "nobody-here", password: "Wrong-2026!" } });
    expect(visitor.cookies.size).toBe(0);
    expect((await query("select count(*)::int as count from auth_sessions")).rows[0].count).toBe(before);
  });

  it("lasts seven days without use, counted anew when it is used [T26]", async () => {
    const visitor = await signIn("administrator");
    const sid = sidOf(visitor);
    const { rows } = await query(
      "select extract(epoch from expire - localtimestamp) / 86400 as days from auth_sessions where sid = $1",
      [sid],
    );
    expect(Number(rows[0].days)).toBeCloseTo(7, 1);
    await query("update auth_sessions set expire = localtimestamp + interval '1 hour' where sid = $1", [sid]);
    // A process that did not see it lately writes its use down.
    const again = visit(await startAgain());
    again.cookies.set(COOKIE, visitor.cookies.get(COOKIE) ?? "");
    const answer = await again.fetch(me.path);
    expect(answer.status).toBe(200);
    const [, kept = ""] = /; Expires=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? "") ?? [];
    expect((Date.parse(kept) - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
    await expect
      .poll(async () =>
        Number(
          (
            await query(
              "select extract(epoch from expire - localtimestamp) as left from auth_sessions where sid = $1",
              [sid],
            )
          ).rows[0].left,
        ),
      )
      .toBeGreaterThan(6 * 86_400);
    await query("update auth_sessions set expire = localtimestamp - interval '1 s' where sid = $1", [sid]);
    expect(await visitor.attempt(me, {})).toMatchObject({ status: 401 });
  });

  it("ends after thirty days, however much it is used [T26]", async () => {
    const visitor = await signIn("administrator");
    const age = (days: number) =>
      query(
        "update auth_sessions set sess = jsonb_set(sess::jsonb, '{startedAt}', to_jsonb($2::bigint))::json where sid = $1",
        [sidOf(visitor), Date.now() - days * 86_400_000],
      );
    await age(29.9);
    expect(await visitor.attempt(me, {})).toMatchObject({ status: 200 });
    await age(30.1);
    expect(await visitor.attempt(me, {})).toMatchObject({ status: 401 });
    expect(await visitor.attempt(me, {})).toMatchObject({ status: 401 });
  });

  it("that has run out is removed from the store by the store itself [T26]", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    try {
      const visitor = visit(await startAgain());
      await visitor.call(login, { body: { username: "administrator", password: PASSWORD } });
      await visitor.call(me, {});
      await query("update auth_sessions set expire = localtimestamp - interval '1 day' where sid = $1", [
        sidOf(visitor),
      ]);
      // Others set timers that are as long.
      const prune = timers.mock.calls.map(([run]) => run).find((run) => `${run}`.includes("pruneSessions"));
      expect(prune).toBeTypeOf("function");
      prune?.();
      await expect
        .poll(async () => (await query("select 1 from auth_sessions where expire < localtimestamp")).rowCount)
        .toBe(0);
    } finally {
      timers.mockRestore();
    }
  });

  it("outlives a restart of the server [T27]", async () => {
    const visitor = await signIn("administrator");
    const afterwards = visit(await startAgain());
    afterwards.cookies.set(COOKIE, visitor.cookies.get(COOKIE) ?? "");
    expect((await afterwards.call(me, {})).user.username).toBe("administrator");
  });
});

describe("while the sessions can't be read", () => {
  it("nobody is told that they are signed out, and nobody is signed in [T28]", async () => {
    const visitor = await signIn("administrator");
    const away = connect("postgres://nobody@127.0.0.1:1/none", { max: 2, log: () => {} });
    try {
      const there = visit(await startAgain({ pool: away.pool, db: away.db }));
      there.cookies.set(COOKIE, visitor.cookies.get(COOKIE) ?? "");
      for (const path of ["/api/auth/me", "/api/agents", "/api/admin/users"]) {
        const response = await there.fetch(path);
        expect(response.status).toBe(503);
        expect(await response.json()).toMatchObject({ code: "unavailable", error: expect.any(String) });
      }
      const stranger = visit(await startAgain({ pool: away.pool, db: away.db }));
      expect(await stranger.attempt(login, { body: { username: "administrator", password: PASSWORD } })).toMatchObject({
        status: 503,
      });
      expect(await stranger.attempt(me, {})).toMatchObject({ status: 401 });
    } finally {
      await away.close();
    }
    expect(await visitor.attempt(me, {})).toMatchObject({ status: 200 });
  });
});

describe("a reply under way", () => {
  it.each([
    ["is switched off", (userId: string) => admin.call(updateUser, { params: { userId }, body: { isActive: false } })],
    ["gets another password", (userId: string) => admin.call(resetPassword, { params: { userId } })],
  ])("ends when its reader %s [T22]", async (_what, deed) => {
    const owner = await talk.app.owner();
    const userId = await userIdOf(owner);
    const { id: pet } = await (
      await owner.fetch("/api/agents", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name: "Felix" }),
      })
    ).json();
    talk.model.behave({ kind: "endless", everyMs: 5 });
    const events: ChatEvent[] = [];
    const doing: Promise<unknown>[] = [];
    for await (const event of owner.stream(chatStream, { params: { id: pet }, body: { message: "Tell me all" } })) {
      events.push(event);
      if (event.type === "content" && doing.length === 0) doing.push(deed(userId));
    }
    await Promise.all(doing);
    expect(events.at(-1)).toMatchObject({ type: "error" });
    expect(await talk.model.calls.at(-1)?.left).toBe(true);
  });
});

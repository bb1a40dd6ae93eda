import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scopesOfCalls } from "#server/platform/http/token-scopes.ts";
import { createAccessToken, listAccessTokens, revokeAccessToken, type TokenScope } from "#shared/api/access-tokens.ts";
import { resetPassword, updateUser } from "#shared/api/admin/users.ts";
import { limits } from "#shared/limits.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { newPet, userIdOf, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let owner: Visitor;
let log = "";
beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: "trace" }, logTo: { write: (line) => (log += line) } });
  owner = await app.owner("token-owner");
});
afterAll(() => app.stop());

const make = (visitor: Visitor, scopes: TokenScope[], days: number | null = 30) =>
  visitor.call(createAccessToken, { body: { name: "Feeding script", scopes, days } });

/** A call of a script: no cookie, the token alone. */
async function send(token: string, method: string, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
    ...(method === "GET" ? {} : { body: "{}" }),
  });
  const body: unknown = await response.json().catch(() => undefined);
  return { status: response.status, body, headers: response.headers };
}

describe("an access token [T136]", () => {
  it("does for a script what its owner may do, and shows when it was used last", async () => {
    const visitor = await app.owner();
    const id = await newPet(visitor);
    const { token, accessToken } = await make(visitor, ["read"]);
    expect(token).toMatch(/^pettalk_[\w-]{43}$/);
    expect(accessToken).toMatchObject({ name: "Feeding script", scopes: ["read"], lastUsedAt: null });
    expect(await send(token, "GET", "/api/agents")).toMatchObject({ status: 200, body: { agents: [{ id }] } });
    const { tokens } = await visitor.call(listAccessTokens, {});
    expect(tokens).toEqual([{ ...accessToken, lastUsedAt: expect.any(String) }]);
  });

  it("sees nothing of others", async () => {
    const id = await newPet(owner);
    const { token } = await make(await app.owner(), ["read"]);
    expect(await send(token, "GET", `/api/agents/${id}`)).toMatchObject({ status: 404 });
  });

  it("is stored as a digest alone, and in no log", async () => {
    const { token } = await make(owner, ["read"]);
    await send(token, "GET", "/api/agents");
    const { rows } = await app.deps.pool.query<{ row: string }>("select to_jsonb(t)::text as row from access_tokens t");
    expect(rows.map(({ row }) => row).join()).toMatch(/"digest": "[0-9a-f]{64}"/);
    expect(rows.map(({ row }) => row).join()).not.toContain(token);
    expect(log).toContain("/api/access-tokens");
    expect(log).not.toContain(token);
  });

  it.each([
    [
      "revoked",
      async (visitor: Visitor, id: string) => void (await visitor.call(revokeAccessToken, { params: { id } })),
    ],
    [
      "that has expired",
      async (_visitor: Visitor, id: string) =>
        void (await app.deps.pool.query("update access_tokens set expires_at = now() where id = $1", [id])),
    ],
    [
      "of an account that is switched off",
      async (visitor: Visitor) => {
        const admin = await app.admin();
        await admin.call(updateUser, { params: { userId: await userIdOf(visitor) }, body: { isActive: false } });
      },
    ],
    [
      "of an account whose password an administrator reset",
      async (visitor: Visitor) => {
        const userId = await userIdOf(visitor);
        await (await app.admin()).call(resetPassword, { params: { userId } });
        await app.deps.pool.query("update users set is_default_password = false where id = $1", [userId]);
      },
    ],
    [
      "of an account with a default password",
      async (visitor: Visitor) =>
        void (await app.deps.pool.query("update users set is_default_password = true where id = $1", [
          await userIdOf(visitor),
        ])),
    ],
  ])("%s is refused at once, like one that never was", async (_how, end) => {
    const visitor = await app.owner();
    const { token, accessToken } = await make(visitor, ["read"], null);
    expect(await send(token, "GET", "/api/agents")).toMatchObject({ status: 200 });
    await end(visitor, accessToken.id);
    const refused = await send(token, "GET", "/api/agents");
    expect(refused).toMatchObject({ status: 401, body: { code: "token_not_valid" } });
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
    expect((await send("pettalk_nonsense", "GET", "/api/agents")).body).toEqual(refused.body);
  });

  it("counts alone: a cookie beside it opens nothing, and is not renewed", async () => {
    const { token } = await make(owner, ["chat"]);
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const both = await send(token, "GET", "/api/my-data", { Cookie: cookie });
    expect(both).toMatchObject({ status: 403, body: { code: "token_scope" } });
    expect(both.headers.get("set-cookie")).toBeNull();
    expect(await send("wrong", "GET", "/api/my-data", { Cookie: cookie })).toMatchObject({ status: 401 });
  });

  it("needs no check of where a call comes from, for no browser adds it by itself", async () => {
    const { token } = await make(owner, ["read"]);
    const foreign = { "Sec-Fetch-Site": "cross-site", Origin: "https://elsewhere.example" };
    expect(await send(token, "POST", "/api/sessions", foreign)).toMatchObject({ body: { code: "token_scope" } });
  });

  it("is its owner's to revoke", async () => {
    const { token, accessToken } = await make(owner, ["read"]);
    const other = await app.owner();
    expect(await other.attempt(revokeAccessToken, { params: { id: accessToken.id } })).toMatchObject({ status: 404 });
    expect(await send(token, "GET", "/api/agents")).toMatchObject({ status: 200 });
    expect((await other.call(listAccessTokens, {})).tokens).toEqual([]);
  });

  it("is one of a bounded number, also when many are made at once", async () => {
    const visitor = await app.owner();
    const attempts = Array.from({ length: limits.tokensPerAccount + 3 }, () =>
      visitor.attempt(createAccessToken, { body: { name: "Script", scopes: ["read"] } }),
    );
    const made = (await Promise.all(attempts)).filter(({ status }) => status === 200);
    expect(made).toHaveLength(limits.tokensPerAccount);
    expect((await visitor.call(listAccessTokens, {})).tokens).toHaveLength(limits.tokensPerAccount);
  });

  it.each([
    [{ name: " ", scopes: ["read"] }],
    [{ name: "Script", scopes: [] }],
    [{ name: "Script", scopes: ["admin"] }],
    [{ name: "Script", scopes: ["read"], days: 0 }],
    [{ name: "Script", scopes: ["read"], days: 1e9 }],
  ])("is not made of %j", async (body) => {
    const response = await owner.fetch("/api/access-tokens", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
  });

  it("is written down when it is made and revoked [T117]", async () => {
    const visitor = await app.owner();
    const { accessToken } = await make(visitor, ["chat"]);
    await visitor.call(revokeAccessToken, { params: { id: accessToken.id } });
    const { rows } = await app.deps.pool.query<{ action: string }>(
      "select action from audit_log where target_id = $1 order by id",
      [accessToken.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(["access_token.create", "access_token.revoke"]);
  });

  it("may be wrong twenty times a minute, and a right one still passes then", async () => {
    const slow = await startTestApp({ env: { RATE_LIMIT_SCALE: "0.1" } });
    const { token } = await make(await slow.owner(), ["read"]);
    const knock = async (one: string) =>
      (await fetch(`${slow.url}/api/agents`, { headers: { Authorization: `Bearer ${one}` } })).status;
    expect([await knock("a"), await knock("b"), await knock("c")]).toEqual([401, 401, 429]);
    expect(await knock(token)).toBe(200);
    await slow.stop();
  });
});

describe("the scopes of access tokens", () => {
  it("are named for calls that exist, and for none of accounts, passwords, tokens, settings or administrators", () => {
    const calls = app.registered.map(({ contract }) => `${contract.method} ${contract.path}`);
    expect(Object.keys(scopesOfCalls).filter((call) => !calls.includes(call))).toEqual([]);
    const closed = /\/api\/(auth|admin|access-tokens|my-data|settings)/;
    expect(Object.keys(scopesOfCalls).filter((call) => closed.test(call))).toEqual([]);
    const isRead = ([call, scopes]: [string, readonly TokenScope[]]) =>
      scopes.includes("read") && !call.startsWith("GET ");
    expect(Object.entries(scopesOfCalls).filter(isRead)).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent } from "#shared/api/agents.ts";
import { me } from "#shared/api/auth.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";

const GIVEN = "proxy-1234.abcd_0";
const lines: Record<string, unknown>[] = [];
const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };
let app: TestApp;
let behindProxy: TestApp;
beforeAll(async () => {
  const env = { LOG_LEVEL: "debug", SLOW_QUERY_MS: "150" };
  app = await startTestApp({ env, logTo });
  behindProxy = await startTestApp({ env: { TRUST_PROXY: "loopback" } });
});
afterAll(() => Promise.all([app.stop(), behindProxy.stop()]));
beforeEach(() => {
  lines.length = 0;
});

const idFrom = async ({ url }: TestApp, given: string) =>
  (await fetch(`${url}/healthz`, { headers: { "X-Request-Id": given } })).headers.get("x-request-id");
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe("the id of a request", () => {
  it("is told in the answer, and never the visitor's choice", async () => {
    const response = await fetch(`${app.url}/healthz`);
    expect(response.headers.get("x-request-id")).toMatch(uuid);
    expect(await idFrom(app, GIVEN)).toMatch(uuid);
  });

  it("is the one that a trusted proxy gave, if it is one", async () => {
    expect(await idFrom(behindProxy, GIVEN)).toBe(GIVEN);
    for (const odd of ["short", "a".repeat(65), '"},{"level":60', "two words here"])
      expect(await idFrom(behindProxy, odd)).toMatch(uuid);
  });
});

describe("the log of a request", () => {
  it("has its id, route, status and user, and nothing of what was sent", async () => {
    const owner = await app.owner();
    lines.length = 0;
    const response = await owner.fetch("/api/agents?search=private-words", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "Biscuit" }),
    });
    const { user } = await owner.call(me, {});
    await expect
      .poll(() => lines.find(({ route }) => route === createAgent.path))
      .toMatchObject({
        request: response.headers.get("x-request-id"),
        user: user.id,
        req: { method: "POST", path: "/api/agents" },
        res: { status: 200 },
      });
    expect(JSON.stringify(lines)).not.toContain("private-words");
    expect(JSON.stringify(lines)).not.toContain("Biscuit");
  });

  it("is told apart from what happens at the same time", async () => {
    const [one, two] = await Promise.all([app.owner(), app.owner()]);
    lines.length = 0;
    const names = await Promise.all(
      [one, two].map(async (by) => (await by.fetch("/api/agents")).headers.get("x-request-id") ?? ""),
    );
    await expect.poll(() => lines.filter(({ route }) => route === "/api/agents").length).toBe(2);
    const users = names.map((name) => lines.find(({ request }) => request === name)?.user);
    expect(new Set(users).size).toBe(2);
  });
});

describe("a slow query", () => {
  const slow = () =>
    lines.find(({ msg, statement }) => msg === "slow query" && String(statement).startsWith("select "));

  it("is logged with its statement and without its values [T118]", async () => {
    await app.deps.pool.query("select pg_sleep(0.2), $1::text as given, 'written-secret'", ["given-secret"]);
    expect(slow()).toMatchObject({ level: 40, statement: "select pg_sleep(0.2), $1::text as given, '…'" });
    expect(Number(slow()?.ms)).toBeGreaterThan(150);
    expect(JSON.stringify(lines)).not.toContain("-secret");
  });

  it("is logged where it fails, and inside a transaction", async () => {
    const client = await app.deps.pool.connect();
    await expect(client.query("select 1 / length(pg_sleep(0.2)::text)")).rejects.toThrow("zero");
    client.release();
    expect(slow()).toMatchObject({ statement: "select 1 / length(pg_sleep(0.2)::text)" });
  });

  it("is not what is fast", async () => {
    await app.deps.pool.query("select 1");
    expect(slow()).toBeUndefined();
  });
});

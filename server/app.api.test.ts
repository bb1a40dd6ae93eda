import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getConfig } from "#shared/api/config.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const json = { "Content-Type": "application/json" };
const post = (path: string, body: string, headers: Record<string, string> = json) =>
  fetch(`${app.url}${path}`, { method: "POST", body, headers });

describe("the server", () => {
  it("says that it lives, and whether its database does [T119]", async () => {
    expect(await (await fetch(`${app.url}/healthz`)).json()).toEqual({ status: "ok" });
    expect(await (await fetch(`${app.url}/readyz`)).json()).toEqual({ status: "ready" });
  });

  it("answers an unknown call with 404 and a sentence", async () => {
    const response = await fetch(`${app.url}/api/nothing`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "not_found", error: expect.any(String) });
  });

  it("tells everybody which engines are set up, and their names to whoever may see the settings", async () => {
    const nameless = { kind: "embedded", name: null };
    for (const by of [app.visitor(), await app.owner()])
      expect(await by.call(getConfig, {})).toMatchObject({
        productName: "Talk",
        engines: { database: { name: null }, model: nameless, speech: nameless, files: nameless },
      });
    for (const by of [await app.admin(), await app.holderOf("manage_settings")])
      expect(await by.call(getConfig, {})).toMatchObject({
        engines: { model: { kind: "embedded", name: "Diary voice" } },
      });
  });

  it("has a page of its API to read, without a script", async () => {
    const response = await fetch(`${app.url}/api/docs`);
    const page = await response.text();
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(page).toContain("/api/agents/{id}/chat/stream");
    expect(page).not.toContain("<script");
  });

  it.each(["{", "nonsense", '{"username":}', "[1,2", "\u0000"])("refuses the broken JSON %j", async (body) => {
    const response = await post("/api/auth/login", body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.any(String), code: "invalid_input" });
  });

  it.each([
    ["no body", undefined, 400],
    ["an array", "[]", 400],
    ["numbers for words", '{"username":1,"password":2}', 400],
    ["nesting without end", `${'{"username":'.repeat(2000)}1${"}".repeat(2000)}`, 400],
    ["300 kB", JSON.stringify({ username: "a".repeat(300_000), password: "b" }), 413],
  ])("refuses %s with %s", async (_kind, body, status) => {
    const response = await fetch(`${app.url}/api/auth/login`, {
      method: "POST",
      headers: json,
      ...(body === undefined ? {} : { body }),
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: expect.any(String) });
  });

  it("wants JSON to be called JSON", async () => {
    expect(
      (await post("/api/auth/login", '{"username":"a","password":"b"}', { "Content-Type": "text/plain" })).status,
    ).toBe(415);
  });

  it.each([
    [{ "Sec-Fetch-Site": "cross-site" }],
    [{ "Sec-Fetch-Site": "same-site" }],
    [{ Origin: "https://evil.example" }],
    [{ Origin: "null" }],
  ])("refuses a write that another site sends: %o", async (headers) => {
    const response = await post("/api/auth/logout", "{}", { ...json, ...headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "cross_site" });
  });

  it("takes a write from its own pages, and from what is no browser", async () => {
    expect((await post("/api/auth/logout", "{}", { ...json, Origin: app.url })).status).toBe(200);
    expect((await post("/api/auth/logout", "{}", { ...json, "Sec-Fetch-Site": "same-origin" })).status).toBe(200);
    expect((await post("/api/auth/logout", "{}")).status).toBe(200);
  });

  it("keeps private answers out of caches and does not say what it is made with", async () => {
    const { headers } = await fetch(`${app.url}/api/config`);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("script-src 'self';");
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });
});

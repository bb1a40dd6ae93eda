import { request as sendRaw } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getAgent } from "#shared/api/agents.ts";
import { login, me } from "#shared/api/auth.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { ADMIN, PASSWORD } from "../support/first-start.ts";
import { newPet, type Visitor } from "../support/visitor.ts";

let app: TestApp;
let owner: Visitor;
let agentId: string;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: "1", METRICS_TOKEN: "metrics-token-of-the-requests-01234" } });
  owner = await app.owner("careful-owner");
  agentId = await newPet(owner);
});
afterAll(() => app.stop());

const json = { "Content-Type": "application/json" };
const foreign = { Origin: "https://evil.example" };

/** A request line as it is, which `fetch` would tidy up. */
function raw(method: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const sent = sendRaw({ hostname, port, method, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe("a write from another site", () => {
  const form = () => {
    const data = new FormData();
    data.set("file", new Blob(["text"], { type: "text/plain" }), "a.txt");
    return data;
  };
  const rename = '{"name":"Stolen"}';
  it.each<[string, string, string, () => RequestInit]>([
    ["JSON", "PUT", "/api/agents/:pet", () => ({ headers: json, body: rename })],
    ["text/plain", "PUT", "/api/agents/:pet", () => ({ headers: { "Content-Type": "text/plain" }, body: rename })],
    [
      "a form",
      "POST",
      "/api/sessions",
      () => ({
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: `agentId=${agentId}`,
      }),
    ],
    ["a multipart form", "POST", "/api/agents/:pet/documents", () => ({ body: form() })],
    ["no body", "DELETE", "/api/agents/:pet", () => ({})],
    [
      "credentials",
      "POST",
      "/api/auth/login",
      () => ({ headers: json, body: JSON.stringify({ username: ADMIN.username, password: ADMIN.password }) }),
    ],
  ])("with %s is refused and changes nothing [T29]", async (_kind, method, path, init) => {
    const before = owner.cookies.get("pettalk.sid");
    const { headers = {}, ...rest } = init();
    const response = await owner.fetch(path.replace(":pet", agentId), {
      method,
      ...rest,
      headers: { ...Object.fromEntries(new Headers(headers)), ...foreign },
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "cross_site" });
    expect((await owner.call(getAgent, { params: { id: agentId } })).name).toBe("Biscuit");
    expect((await owner.call(me, {})).user.username).toBe("careful-owner");
    expect(owner.cookies.get("pettalk.sid")).toBe(before);
    const { rows } = await app.deps.pool.query("select count(*)::int as count from documents");
    expect(rows[0].count).toBe(0);
  });

  const lookAlikes = (host: string) => [
    "null",
    "",
    `http://${host}.evil.example`,
    `http://evil-${host}`,
    `http://evil.example/${host}`,
    `http://${host}@evil.example`,
    `http://user@evil.example:80`,
    `http://${host.replace(/:\d+$/, "")}`,
    `http://${host.replace(/:\d+$/, ":1")}`,
    `//${host}`,
    host,
    "file://",
    "chrome-extension://abcdefgh",
    `chrome-extension://${host}`,
    `ftp://${host}`,
  ];
  it("is not let through by an origin that looks like ours [T30]", async () => {
    const { host } = new URL(app.url);
    const origins = lookAlikes(host);
    for (const origin of origins) {
      // An empty Origin can't be sent by fetch; Node takes it as given.
      const status = await raw("POST", "/api/auth/logout", { Origin: origin });
      expect(status, origin).toBe(403);
    }
  });

  it("is not let through over https from a page of the same name that came without it [T30]", async () => {
    const { host } = new URL(app.url);
    const byHttps = { "X-Forwarded-Proto": "https" };
    expect(await raw("POST", "/api/auth/logout", { ...byHttps, Origin: `http://${host}` })).toBe(403);
    expect(await raw("POST", "/api/auth/logout", { ...byHttps, Origin: `https://${host}` })).toBe(200);
  });

  it.each(["cross-site", "same-site"])(
    "is refused by what the browser says of it, whatever its Origin: %s [T29]",
    async (site) => {
      for (const origin of [{}, { Origin: app.url }])
        expect(await raw("POST", "/api/auth/logout", { "Sec-Fetch-Site": site, ...origin })).toBe(403);
    },
  );

  it("is refused from an older browser, which has no Sec-Fetch-Site, by its Origin alone [T30]", async () => {
    expect(await raw("POST", "/api/auth/logout", foreign)).toBe(403);
    expect(await raw("POST", "/api/auth/logout", { Origin: app.url })).toBe(200);
  });

  it("is let through from what is no browser: neither header is there [T30]", async () => {
    expect(await raw("POST", "/api/auth/logout")).toBe(200);
  });
});

describe("reading", () => {
  it.each([
    ["X-HTTP-Method-Override", ""],
    ["X-HTTP-Method", ""],
    ["X-Method-Override", ""],
    ["X-Nothing", "?_method=DELETE"],
  ])("changes nothing, whatever %s and %s ask for [T31]", async (header, query) => {
    for (const method of ["GET", "HEAD"])
      expect(
        (await owner.fetch(`/api/agents/${agentId}${query}`, { method, headers: { [header]: "DELETE" } })).status,
      ).toBe(200);
    expect((await owner.call(getAgent, { params: { id: agentId } })).name).toBe("Biscuit");
  });

  it("signs nobody in by an address [T31]", async () => {
    const visitor = app.visitor();
    const response = await visitor.fetch(`/api/auth/login?username=${ADMIN.username}&password=${ADMIN.password}`);
    expect(response.status).toBe(405);
    expect(visitor.cookies.size).toBe(0);
  });
});

describe("a method that a path does not have", () => {
  it.each([
    ["GET", "/api/auth/login", "POST"],
    ["PATCH", "/api/agents", "GET, HEAD, POST"],
    ["POST", "/api/agents/1", "GET, HEAD, PUT, DELETE"],
    ["DELETE", "/API/Agents/", "GET, HEAD, POST"],
    ["PROPFIND", "/api/config", "GET, HEAD"],
    ["POST", "/", "GET, HEAD"],
    ["DELETE", "/login", "GET, HEAD"],
  ])("is refused: %s %s [T33] [T38]", async (method, path, allow) => {
    const response = await app.visitor().fetch(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(allow);
    expect(await response.json()).toMatchObject({ code: "method_not_allowed", error: expect.any(String) });
  });

  it("is 404 where the path is unknown too, as JSON [T33]", async () => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const response = await app.visitor().fetch("/api/nothing/here", { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "not_found" });
    }
  });
});

describe("an address", () => {
  it.each([
    ["a lone percent sign", "/api/agents/%"],
    ["an escape that is none", "/api/agents/%zz"],
    ["an overlong dot", "/api/agents/%c0%ae"],
    ["half a letter", "/api/agents/%E0%A4%A"],
    ["a zero byte", "/api/agents/%00"],
    ["escaped dots and slashes", "/api/avatars/%2e%2e%2f%2e%2e%2fetc%2fpasswd"],
    ["escaped slashes", "/api/avatars/..%2f..%2f.env"],
    ["a way up to the sources", "/api/video/..%2f..%2fmain.ts"],
    ["escaped dots", "/api/video/%2e%2e/%2e%2e/package.json"],
    ["backslashes", "/api/voice-samples/..%5c..%5c.env"],
    ["8,000 letters for an id", `/api/agents/${"a".repeat(8_000)}`],
    ["4,000 folders", `/api/${"a/".repeat(4_000)}`],
    ["dots to .env", "/api/../.env"],
    ["dots to .git", "/api/agents/../../.git/config"],
    ["another host", "//evil.example/api/agents"],
    ["a parameter of a segment", "/api/agents;jsessionid=1"],
  ])("with %s is refused [T35]", async (_kind, path) => {
    const anonymous = await raw("GET", path);
    expect(anonymous).toBeGreaterThanOrEqual(400);
    expect(anonymous).toBeLessThan(500);
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const signedIn = await raw("GET", path, { Cookie: cookie });
    expect(signedIn).toBeLessThan(500);
    expect((await owner.fetch("/api/agents")).status).toBe(200);
  });

  it("or a header that is too long is refused [T35]", async () => {
    expect(await raw("GET", `/api/${"a".repeat(20_000)}`)).toBe(431);
    expect(await raw("GET", "/api/config", { "X-Long": "a".repeat(20_000) })).toBe(431);
  });
});

describe("every answer", () => {
  const answers = [
    ["a call", "/api/config"],
    ["an error", "/api/agents"],
    ["an unknown call", "/api/nothing"],
    ["an unknown page", "/nothing"],
    ["the API's page", "/api/docs"],
    ["figures", "/metrics"],
    ["health", "/healthz"],
  ] as const;
  it.each(answers)("carries the security headers: %s [T32] [T96] [T147]", async (_kind, path) => {
    const { headers } = await app.visitor().fetch(path);
    const policy = Object.fromEntries(
      (headers.get("content-security-policy") ?? "")
        .split(";")
        .map((directive) => directive.split(/ (.*)/s).slice(0, 2)),
    );
    expect(policy).toMatchObject({
      "default-src": "'self'",
      "script-src": "'self'",
      "script-src-attr": "'none'",
      "object-src": "'none'",
      "frame-ancestors": "'none'",
      "base-uri": "'self'",
      "form-action": "'self'",
      "connect-src": "'self'",
      "img-src": "'self' data: blob:",
      "media-src": "'self' blob:",
    });
    expect(headers.get("content-security-policy")).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toContain("microphone=(self), screen-wake-lock=(self)");
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("x-powered-by")).toBeNull();
    expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });

  it("of the API is kept out of caches [T32]", async () => {
    for (const path of ["/api/config", "/api/agents", "/api/nothing", `/api/agents/${agentId}`])
      expect((await owner.fetch(path)).headers.get("cache-control")).toBe("no-store");
  });

  it("promises TLS only where there is some [T32]", async () => {
    const plain = await app.visitor().fetch("/api/config");
    expect(plain.headers.get("strict-transport-security")).toBeNull();
    const secure = await app.visitor().fetch("/api/config", { headers: { "X-Forwarded-Proto": "https" } });
    expect(secure.headers.get("strict-transport-security")).toBe("max-age=31536000");
  });

  it("tells no other site that it may read it [T32]", async () => {
    const preflight = await app.visitor().fetch("/api/auth/login", {
      method: "OPTIONS",
      headers: { ...foreign, "Access-Control-Request-Method": "POST" },
    });
    expect([...preflight.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });
});

describe("a WebSocket", () => {
  it.each(["/", "/healthz", "/api/agents"])(
    "is opened nowhere but where there is one: %s answers as to any request [T135]",
    async (path) => {
      const handshake = { "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13" };
      const asked = await raw("GET", path, { Connection: "Upgrade", Upgrade: "websocket", ...handshake });
      expect(asked).toBe(await raw("GET", path));
    },
  );
});

describe("a body", () => {
  it.each([
    ["text/plain", '{"username":"a","password":"b"}', 415],
    ["application/x-www-form-urlencoded", "username=a&password=b", 415],
    ["application/json; charset=iso-8859-1", "{}", 415],
    ["", '{"username":"a","password":"b"}', 415],
    ["application/json", JSON.stringify({ username: "a".repeat(300_000), password: "b" }), 413],
  ])("called '%s' is refused with its status [T102]", async (type, body, status) => {
    const response = await app.visitor().fetch("/api/auth/login", {
      method: "POST",
      headers: type === "" ? {} : { "Content-Type": type },
      body: type === "" ? Buffer.from(body) : body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) });
  });

  it("that is nobody's to send is not read: access comes first", async () => {
    const response = await app
      .visitor()
      .fetch("/api/sessions", { method: "POST", headers: json, body: "{ this is no JSON" });
    expect(response.status).toBe(401);
  });

  it("leaves the visitor who sent it signed in", async () => {
    const visitor = app.visitor();
    await visitor.call(login, { body: { username: "careful-owner", password: PASSWORD } });
    await visitor.fetch("/api/sessions", { method: "POST", headers: json, body: "{" });
    expect(await visitor.attempt(me, {})).toMatchObject({ status: 200 });
  });
});

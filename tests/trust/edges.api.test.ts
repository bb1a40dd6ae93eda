import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { login } from "#shared/api/auth.ts";
import { listen } from "#shared/api/listen.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { ADMIN, PASSWORD } from "../support/first-start.ts";
import { exchange } from "../support/raw-http.ts";
import { type Visitor, visit } from "../support/visitor.ts";

let app: TestApp;
let port: number;
let host: string;
beforeAll(async () => {
  app = await startTestApp({ env: { METRICS_TOKEN: "metrics-token-of-the-edges-0123456789" } });
  ({ host } = new URL(app.url));
  port = Number(new URL(app.url).port);
});
afterAll(() => app.stop());

const ask = (method: string, path: string, headers: readonly string[] = [], body = "") =>
  `${[`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...headers].join("\r\n")}\r\n\r\n${body}`;
const closing = ["Connection: close"];
const handshake = ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"];
const webSocket = ["Connection: Upgrade", "Upgrade: websocket"];
const cookiesOf = ({ cookies }: Visitor) => `Cookie: ${[...cookies].map((pair) => pair.join("=")).join("; ")}`;

/** Those of the first answer in a text. */
function headersOf(text: string): Headers {
  const [head = ""] = text.split("\r\n\r\n");
  const lines = head.split("\r\n").slice(1);
  return new Headers(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]));
}

describe("what never reaches a page or a call has the security headers of every answer [T147]", () => {
  const names = [
    ...["content-security-policy", "cross-origin-opener-policy", "cross-origin-resource-policy", "permissions-policy"],
    ...["referrer-policy", "x-content-type-options", "x-frame-options"],
  ];
  it.each<[string, number, () => string]>([
    ["metrics without their token", 401, () => ask("GET", "/metrics", closing)],
    ["a WebSocket for nobody", 403, () => ask("GET", listen.path, [...webSocket, ...handshake])],
    ["another protocol", 404, () => ask("GET", "/nothing", ["Connection: Upgrade, close", "Upgrade: h2c"])],
    ["no HTTP", 400, () => "nonsense\r\n\r\n"],
    ["a length that is none", 400, () => ask("POST", "/api/auth/login", ["Content-Length: x"])],
    ["too long an address", 431, () => ask("GET", `/${"a".repeat(20_000)}`)],
  ])("%s: %i", async (_kind, status, request) => {
    const { headers: usual } = await app.visitor().fetch("/api/config");
    const answer = await exchange(port, request());
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const headers = headersOf(answer);
    for (const name of names) expect([name, headers.get(name)]).toEqual([name, usual.get(name)]);
    expect(usual.get("x-frame-options")).toBe("DENY");
  });

  it("a handshake that is none: 426, as JSON", async () => {
    const admin = visit(app.url);
    await admin.call(login, { body: { username: ADMIN.username, password: PASSWORD } });
    const own = [...webSocket, `Origin: ${app.url}`, cookiesOf(admin)];
    for (const wrong of [["Sec-WebSocket-Version: 13"], ["Sec-WebSocket-Key: x", "Sec-WebSocket-Version: 13"]]) {
      const answer = await exchange(port, ask("GET", listen.path, [...own, ...wrong]));
      expect(answer).toMatch(/^HTTP\/1\.1 426 /);
      expect(answer).toContain('"code":"upgrade_required"');
      expect(headersOf(answer).get("x-frame-options")).toBe("DENY");
    }
  });
});

describe("an address that can't be decoded", () => {
  it.each(["/api/%E0%A4%A", "/api/agents/%E0%A4%A", "/%E0%A4%A"])(
    "%s is a JSON error without pages [T35]",
    async (path) => {
      const answer = await exchange(port, ask("GET", path, closing));
      expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
      expect(headersOf(answer).get("content-type")).toContain("application/json");
    },
  );
});

/** The same numbers in every run. */
function chanceFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

describe("the edge of HTTP [T139]", () => {
  const pieces: readonly ((path: string) => string)[] = [
    (path) => ask("GET", path),
    (path) => ask("HEAD", path),
    (path) => ask("OPTIONS", path),
    (path) => ask("GET", path, webSocket),
    (path) => ask("GET", path, [...webSocket, ...handshake]),
    (path) => ask("GET", path, [...webSocket, "Content-Length: 5"], "hello"),
    (path) => ask("GET", path, ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMA"]),
    (path) => ask("POST", path, ["Connection: Upgrade", "Upgrade: h2c", "Content-Length: 5"], "hello"),
    (path) => ask("POST", path, ["Content-Type: application/json", "Content-Length: 2"], "{}"),
    (path) => ask("POST", path, ["Expect: 100-continue", "Content-Length: 2"], "{}"),
    (path) => ask("PUT", path, ["Transfer-Encoding: chunked"], "2\r\n{}\r\n0\r\n\r\n"),
    (path) => ask("DELETE", path, ["Transfer-Encoding: chunked"], "nonsense\r\n"),
    (path) => `GET ${path} HTTP/1.0\r\n\r\n`,
    () => `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    () => "nonsense\r\n\r\n",
    () => "\r\n\r\n",
  ];

  it("is answered, refused or closed on every path, in any order and in any pieces, and the server lives", async () => {
    const called = app.registered.map(({ contract }) => contract.path.replaceAll(/:\w+/g, () => randomUUID()));
    const paths = ["/", "*", "//", "/%", "/nothing", "/healthz", "/readyz", "/metrics", "/api/docs", ...called];
    const chance = chanceFrom(139);
    const from = <Value>(values: readonly Value[], fallback: Value) => values[chance(values.length)] ?? fallback;
    const tries = Array.from({ length: 600 }, () => {
      const sent = Array.from({ length: 1 + chance(4) }, () => from(pieces, () => "")(from(paths, "/")));
      const all = [...sent, ask("GET", from(paths, "/"), closing)];
      return chance(2) === 0 ? [all.join("")] : all;
    });
    // As many at once as a browser has connections.
    for (let at = 0; at < tries.length; at += 6)
      await Promise.all(tries.slice(at, at + 6).map((sent) => exchange(port, ...sent)));
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  });

  it("half a request, and a second one behind it or beside it, ends with its connection", async () => {
    const halves = [
      ask("POST", "/api/auth/login", ["Content-Length: 100"], "half"),
      `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nX-Half: `,
      ask("POST", "/api/auth/login", ["Transfer-Encoding: chunked"], "5\r\nhal"),
    ];
    for (const half of halves) {
      const held = connect(port, "127.0.0.1")
        .on("error", () => undefined)
        .resume();
      const closed = once(held, "close");
      held.write(half + ask("GET", "/healthz", closing));
      expect(await exchange(port, ask("GET", "/healthz", closing))).toMatch(/^HTTP\/1\.1 200 /);
      held.end();
      await closed;
    }
  });
});

import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { pipeline, Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { exchange } from "#tests/support/raw-http.ts";
import { createHttpServer } from "./connections.ts";

let server = createHttpServer();
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Answers by path: `/silent` never, any other at once. */
async function serving(answer: (path: string, response: ServerResponse) => void = () => {}): Promise<number> {
  server = createHttpServer().on("request", ({ url = "" }, response) => {
    answer(url, response);
    if (url === "/quick") response.end("quick");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

const get = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, "Host: here", ...headers].join("\r\n")}\r\n\r\n`;
const upgrade = (path: string, protocol: string) => get(path, "Connection: Upgrade", `Upgrade: ${protocol}`);
const last = (path: string) => get(path, "Connection: close");

describe("on one connection [T139]", () => {
  it("a WebSocket wished for behind a request without an answer closes it alone", async () => {
    const port = await serving();
    expect(await exchange(port, get("/silent") + upgrade("/quick", "websocket"))).toBe("");
    expect(await exchange(port, get("/silent"), upgrade("/quick", "websocket") + last("/quick"))).toBe("");
    expect(await exchange(port, last("/quick"))).toContain("quick");
  });

  it("another protocol wished for behind a request without an answer is passed over, or closes it", async () => {
    const port = await serving((path, response) => {
      if (path === "/slow") setImmediate(() => response.end("slow"));
    });
    const answers = await exchange(port, get("/slow") + upgrade("/quick", "h2c") + last("/quick"));
    expect(["", "slow quick"]).toContain((answers.match(/slow|quick/g) ?? []).join(" "));
  });

  it("another protocol wished for after an answer is answered", async () => {
    const port = await serving();
    const socket = connect(port, "127.0.0.1").setEncoding("utf8");
    for (const request of [get("/quick"), upgrade("/quick", "h2c")]) {
      socket.write(request);
      const [answer] = await once(socket, "data");
      expect(answer).toContain("quick");
    }
    socket.destroy();
  });

  it("an answer that waits behind another is told once that the connection is gone", async () => {
    const closed: string[] = [];
    const port = await serving((path, response) => response.on("close", () => closed.push(path)));
    const socket = connect(port, "127.0.0.1");
    socket.write(get("/silent") + get("/quick") + get("/silent?again"));
    await once(server, "request");
    socket.destroy();
    await expect.poll(() => closed.toSorted()).toEqual(["/quick", "/silent", "/silent?again"]);
    await new Promise(setImmediate);
    expect(closed).toHaveLength(3);
  });

  it("an answer larger than a socket takes at once is whole where a WebSocket was wished for", async () => {
    const megabyte = "x".repeat(1024 * 1024);
    const port = await serving((path, response) => {
      if (path === "/large") pipeline(Readable.from(new Array(16).fill(megabyte)), response, () => undefined);
    });
    const answer = await exchange(port, upgrade("/large", "websocket"));
    expect(answer.length).toBeGreaterThan(16 * megabyte.length);
  });

  it("an error in what answers an upgrade closes it alone", async () => {
    const port = await serving((path) => {
      if (path === "/broken") throw new Error("thrown in a listener");
    });
    expect(await exchange(port, upgrade("/broken", "websocket"))).toBe("");
    expect(await exchange(port, last("/quick"))).toContain("quick");
  });

  it("nonsense behind a request without an answer is not answered in its place", async () => {
    const port = await serving();
    expect(await exchange(port, `${get("/silent")}nonsense\r\n\r\n`)).toBe("");
    expect(await exchange(port, "nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  });
});

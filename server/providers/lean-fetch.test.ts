import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { bodyOf, leanFetch } from "./lean-fetch.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: RequestListener): Promise<string> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const address = started.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

const post = (url: string, init: RequestInit = {}) => leanFetch(url, { method: "POST", body: "{}", ...init });

describe("fetch for answers in many pieces", () => {
  it("sends the headers and the text, and gives the body in pieces", async () => {
    const url = await serve(async (request, response) => {
      let sent = "";
      for await (const piece of request) sent += String(piece);
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.end(`${request.headers.authorization} ${sent} ${request.headers["accept-encoding"]}`);
    });
    const answer = await post(url, { body: '{"word":"añ🐶"}', headers: { Authorization: "Bearer k" } });
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    let body = "";
    for await (const piece of bodyOf(answer)?.setEncoding("utf8") ?? []) body += String(piece);
    expect(body).toBe('Bearer k {"word":"añ🐶"} identity');
  });

  it("gives an error with its text, and follows no redirect", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/moved") response.writeHead(302, { Location: "/elsewhere" }).end();
      else response.writeHead(429, { "Retry-After": "7" }).end("busy");
    });
    const busy = await post(url);
    expect([busy.status, busy.headers.get("retry-after"), await busy.text()]).toEqual([429, "7", "busy"]);
    expect((await post(`${url}/moved`)).status).toBe(302);
  });

  it("ends the call where it is aborted, before the answer and amid it", async () => {
    let isLeft = Promise.resolve(false);
    const url = await serve((request, response) => {
      isLeft = new Promise((resolve) => response.once("close", () => resolve(!response.writableFinished)));
      if (request.url === "/silent") return;
      response.writeHead(200).write("first");
    });
    const early = new AbortController();
    const silent = post(`${url}/silent`, { signal: early.signal });
    early.abort();
    await expect(silent).rejects.toThrow();

    const late = new AbortController();
    const body = bodyOf(await post(url, { signal: late.signal }));
    const failed = new Promise((resolve) => body?.once("error", resolve));
    body?.resume();
    late.abort();
    expect(await failed).toBeInstanceOf(Error);
    expect(await isLeft).toBe(true);
  });

  it("rejects with the reason where nobody answers", async () => {
    await expect(post("http://127.0.0.1:1/")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});

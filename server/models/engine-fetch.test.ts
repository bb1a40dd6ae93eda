import { createServer, type RequestListener, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { engineFetch } from "./engine-fetch.ts";

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

const post = (url: string, init: RequestInit = {}) => engineFetch(url, { method: "POST", body: "{}", ...init });

describe("a call to an engine", () => {
  it("sends the headers and the text, and gives the answer in pieces", async () => {
    const url = await serve(async (request, response) => {
      const sent = await text(request);
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.end(`${request.headers.authorization} ${sent} ${request.headers["accept-encoding"]}`);
    });
    const answer = await post(url, { body: '{"word":"añ🐶"}', headers: { authorization: "Bearer k" } });
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    expect(await answer.text()).toBe('Bearer k {"word":"añ🐶"} identity');
  });

  it("gives an error with its text, and follows no redirect", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/moved") response.writeHead(302, { Location: "/elsewhere" }).end();
      else response.writeHead(429, { "Retry-After": "7" }).end("busy");
    });
    const busy = await post(url);
    expect([busy.status, busy.headers.get("retry-after"), await busy.text()]).toEqual([429, "7", "busy"]);
    const moved = await post(`${url}/moved`);
    expect(moved.status).toBe(302);
    await moved.body?.cancel();
  });

  it("ends where it is aborted, before the answer and amid it", async () => {
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
    const reading = (await post(url, { signal: late.signal })).text();
    late.abort();
    await expect(reading).rejects.toThrow();
    expect(await isLeft).toBe(true);
  });

  it("rejects with the reason where nobody answers", async () => {
    await expect(post("http://127.0.0.1:1/")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});

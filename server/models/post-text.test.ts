import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { type Post, postText } from "./post-text.ts";

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

const post = (url: string, options: Partial<Post> = {}) =>
  postText(new URL(url), { headers: {}, body: "{}", signal: new AbortController().signal, ...options });

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of answer.setEncoding("utf8")) text += String(piece);
  return text;
}

describe("a post whose answer comes in many pieces", () => {
  it("sends the headers and the text, and gives the answer in pieces", async () => {
    const url = await serve(async (request, response) => {
      const sent = await textOf(request);
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.end(`${request.headers.authorization} ${sent} ${request.headers["accept-encoding"]}`);
    });
    const answer = await post(url, { body: '{"word":"añ🐶"}', headers: { authorization: "Bearer k" } });
    expect(answer.headers["content-type"]).toBe("text/event-stream");
    expect(await textOf(answer)).toBe('Bearer k {"word":"añ🐶"} identity');
  });

  it("gives an error with its text, and follows no redirect", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/moved") response.writeHead(302, { Location: "/elsewhere" }).end();
      else response.writeHead(429, { "Retry-After": "7" }).end("busy");
    });
    const busy = await post(url);
    expect([busy.statusCode, busy.headers["retry-after"], await textOf(busy)]).toEqual([429, "7", "busy"]);
    const moved = await post(`${url}/moved`);
    expect(moved.statusCode).toBe(302);
    moved.resume();
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
    const answer = await post(url, { signal: late.signal });
    const failed = new Promise((resolve) => answer.once("error", resolve));
    answer.resume();
    late.abort();
    expect(await failed).toBeInstanceOf(Error);
    expect(await isLeft).toBe(true);
  });

  it("rejects with the reason where nobody answers", async () => {
    await expect(post("http://127.0.0.1:1/")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});

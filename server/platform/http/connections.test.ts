import { afterEach, describe, expect, it } from "vitest";
import { exchange } from "#tests/support/raw-http.ts";
import { createHttpServer } from "./connections.ts";

let server = createHttpServer();
afterEach(() => server.close());

/** What a client gets that sends just this and waits until the connection is closed. */
async function answerTo(sent: string): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return exchange(typeof address === "object" ? (address?.port ?? 0) : 0, sent);
}

/** Still long enough for a busy machine to read what does come. */
const impatient = { headersTimeout: 500, requestTimeout: 500, connectionsCheckingInterval: 20 };

describe("a connection", () => {
  it("is given up when its headers do not come", async () => {
    server = createHttpServer(impatient);
    expect(await answerTo("GET / HTTP/1.1\r\nHost: here\r\n")).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("is given up when its body does not come", async () => {
    server = createHttpServer(impatient).on("request", (request) => request.resume());
    expect(await answerTo("POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nabc")).toMatch(
      /^HTTP\/1\.1 408 /,
    );
  });

  it("that asks for another protocol is answered in this one, body and all, and what follows is answered or the connection closed [T135]", async () => {
    server = createHttpServer().on("request", (request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (text: string) => {
        body += text;
      });
      request.on("end", () => response.end(`${request.method} ${request.url} ${request.headers["x-who"]} ${body}`));
    });
    for (const protocol of ["h2c", "websocket"]) {
      const head = `POST /where HTTP/1.1\r\nHost: here\r\nX-Who: me\r\nContent-Length: 5\r\n`;
      const asked = `${head}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMA\r\n\r\nhello`;
      const next = "GET /next HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
      expect(await answerTo(`${asked}${next}`)).toContain("POST /where me hello");
      server.close();
    }
  });

  it.each(["", "Connection: Upgrade\r\nUpgrade: h2c\r\n"])(
    "keeps the body of a request with many headers apart from the next one [T135]: %j",
    async (upgrade) => {
      const seen: string[] = [];
      server = createHttpServer().on("request", (request, response) => {
        seen.push(`${request.method} ${request.url} ${request.headers["content-length"]}`);
        request.resume().on("end", () => response.end());
      });
      const many = Array.from({ length: 500 }, (_, number) => `X-${number}: a\r\n`).join("");
      const body = "GET /hidden HTTP/1.1\r\nHost: here\r\n\r\n";
      const first = `POST /first HTTP/1.1\r\nHost: here\r\n${upgrade}${many}Content-Length: ${body.length}\r\n\r\n${body}`;
      await answerTo(`${first}GET /next HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`);
      expect(seen.slice(0, 1)).toEqual([`POST /first ${body.length}`]);
      expect(["GET /next undefined", undefined]).toContain(seen[1]);
    },
  );

  it("that asks for a WebSocket where there is none is answered and closed", async () => {
    server = createHttpServer().on("request", (_request, response) => response.end("no socket"));
    const asked = "GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    const answer = await answerTo(asked);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/Connection: close/i);
    expect(answer).toContain("no socket");
  });

  it("is kept for an answer that takes longer than a request may", async () => {
    server = createHttpServer(impatient).on("request", (_request, response) => {
      response.write("first ");
      setTimeout(() => response.end("last"), 1_000);
    });
    const answer = await answerTo("GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
    expect(answer).toContain("first");
    expect(answer).toContain("last");
  });

  it.each([
    ["is no HTTP", "hello\r\n\r\n", 400, "bad_request"],
    ["has a length that is none", "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: x\r\n\r\n", 400, "bad_request"],
    [
      "says its length twice",
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      400,
      "bad_request",
    ],
    ["is too long", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: here\r\n\r\n`, 431, "headers_too_large"],
    ["does not come", "GET / HTTP/1.1\r\nHost: here\r\n", 408, "too_slow"],
  ])("is refused in words where its request %s", async (_kind, sent, status, code) => {
    server = createHttpServer(status === 408 ? impatient : {});
    const [head = "", body = ""] = (await answerTo(sent)).split("\r\n\r\n");
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(JSON.parse(body)).toEqual({ code, error: expect.any(String) });
  });

  it("is cut where nonsense follows while an answer is under way: no words get into it", async () => {
    server = createHttpServer().on("request", (_request, response) => {
      response.writeHead(200, { "Content-Length": "500" }).write("first ");
    });
    const answer = await answerTo("GET / HTTP/1.1\r\nHost: here\r\n\r\nnonsense\r\n\r\n");
    expect(answer).not.toContain("error");
  });

  it("has minutes for an upload, seconds for its headers, and outlives a proxy's idle time", () => {
    server = createHttpServer();
    expect(server.headersTimeout).toBeLessThanOrEqual(30_000);
    expect(server.requestTimeout).toBeGreaterThanOrEqual(10 * 60_000);
    expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
    expect(server.timeout).toBe(0);
  });
});

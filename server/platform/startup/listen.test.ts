import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { answerWhileStarting, listen } from "./listen.ts";

const addressOf = (server: ReturnType<typeof createServer>) => {
  const address = server.address();
  return typeof address === "object" ? `http://127.0.0.1:${address?.port}` : "";
};

it("answers while it starts: alive, and not ready yet", async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  const end = answerWhileStarting(server);
  await listen(server, { PORT: 0, HOST: "127.0.0.1" });
  expect((await fetch(`${addressOf(server)}/healthz`)).status).toBe(200);
  for (const path of ["/", "/readyz", "/api/auth/me"]) {
    const answer = await fetch(`${addressOf(server)}${path}`);
    expect([answer.status, answer.headers.get("Retry-After"), await answer.json()]).toEqual([
      503,
      "2",
      { error: "The server is just starting. Please try again in a moment.", code: "starting" },
    ]);
  }
  end();
  server.on("request", (_request, response) => response.end("here"));
  expect(await (await fetch(addressOf(server))).text()).toBe("here");
});

it.each([
  ["EADDRINUSE", "Port 80 of 10.1.1.1 is taken by another program: stop that one, or set PORT to another number."],
  ["EACCES", "This user may not listen on port 80: set PORT to 1024 or more, with a reverse proxy before it."],
  [
    "EADDRNOTAVAIL",
    "HOST is 10.1.1.1, which is no address of this machine: set it to 127.0.0.1, or to 0.0.0.0 for all.",
  ],
])("says what to set after %s", async (code, sentence) => {
  const server = createServer();
  server.listen = () => {
    queueMicrotask(() => server.emit("error", Object.assign(new Error("listen"), { code })));
    return server;
  };
  await expect(listen(server, { PORT: 80, HOST: "10.1.1.1" })).rejects.toThrow(sentence);
});

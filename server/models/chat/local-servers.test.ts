import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import { findLocalServers } from "./local-servers.ts";

let model: OpenAiServer;
beforeAll(async () => {
  model = await startOpenAiServer();
});
afterAll(() => model.stop());

it("finds the model servers of the machine, and nothing that is silent, absent or something else", async () => {
  const silent = createServer(() => undefined);
  const page = createServer((_request, response) => response.end("<h1>another program</h1>"));
  const urls = await Promise.all(
    [silent, page].map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/v1`;
    }),
  );
  const found = await findLocalServers(
    [
      { name: "Ollama", baseUrl: model.url },
      { name: "silent", baseUrl: urls[0] ?? "" },
      { name: "page", baseUrl: urls[1] ?? "" },
      { name: "absent", baseUrl: "http://127.0.0.1:9/v1" },
    ],
    300,
  );
  expect(found).toEqual([{ name: "Ollama", baseUrl: model.url, models: ["fake-large", "fake-small"] }]);
  for (const server of [silent, page]) {
    server.close();
    server.closeAllConnections();
  }
});

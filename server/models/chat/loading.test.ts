import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type PlayedOllama, startOllama } from "#tests/support/ollama-server.ts";
import { LanguageModelError, type ModelRequest } from "./llm.ts";
import { createLoadingReader } from "./loading.ts";
import { createOpenAiModel } from "./openai.ts";

let ollama: PlayedOllama;
beforeEach(async () => {
  ollama = await startOllama();
  ollama.loads = "slowly";
  onTestFinished(() => ollama.stop());
});

const account = (baseUrl = `${ollama.url}/v1`, model = "qwen3.5:4b") => ({ apiKey: undefined, baseUrl, model });

/** Its bound for the first words is short, unless the model is loaded first. */
const shortOfPatience = () => createOpenAiModel({ ...account(), timing: { firstToken: 500, loading: 20_000 } });

function ask(model = shortOfPatience()) {
  const told: string[] = [];
  const request: ModelRequest = {
    ...{ purpose: "chat", messages: [{ role: "user", content: "Hello!" }], maxTokens: 5 },
    onLoading: () => void told.push("loading"),
  };
  const read = async () => {
    let text = "";
    for await (const piece of model.stream(request, new AbortController().signal)) text += piece;
    return text;
  };
  const said = read().catch((error: unknown) => (error instanceof LanguageModelError ? error.code : "?"));
  return { told, said };
}

describe("a model that its server has to load first", () => {
  it("gets longer for its first words, and whoever waits is told once", async () => {
    const { told, said } = ask();
    await expect.poll(() => told).toEqual(["loading"]);
    // Of the same patience, and loaded: it is given up long before the other.
    ollama.inMemory.push("another:1b");
    const busy = createServer((request, response) => {
      if (request.method === "GET") response.end(JSON.stringify({ models: [{ name: "qwen3.5:4b" }] }));
    });
    await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void busy.close());
    onTestFinished(() => busy.closeAllConnections());
    const silent = createOpenAiModel({ ...account(addressOf(busy.address())), timing: { firstToken: 500 } });
    const other = ask(silent);
    expect(await other.said).toBe("timeout");
    expect(other.told).toEqual([]);
    ollama.release();
    expect(await said).toBe("Woof.");
    expect(told).toEqual(["loading"]);
  });

  it("is loading for others too, who ask meanwhile; and no more when it has answered", async () => {
    const model = shortOfPatience();
    const first = ask(model);
    await expect.poll(() => first.told).toEqual(["loading"]);
    // As Ollama lists it already.
    ollama.inMemory.push("qwen3.5:4b");
    ollama.calls.length = 0;
    const second = ask(model);
    expect(await second.said).toBe("Woof.");
    expect(second.told).toEqual(["loading"]);
    ollama.release();
    await first.said;
    const third = ask(model);
    expect(await third.said).toBe("Woof.");
    expect(third.told).toEqual([]);
  });

  it("is told apart from one in memory, also by its usual tag", async () => {
    ollama.inMemory = ["llama3.1:latest"];
    const isLoading = (model: string) => createLoadingReader(account(`${ollama.url}/v1`, model), 1).isLoading();
    expect(await isLoading("llama3.1")).toBe(false);
    expect(await isLoading("llama3.1:70b")).toBe(true);
    // It runs elsewhere.
    expect(await isLoading("gpt-oss:120b-cloud")).toBe(false);
  });
});

const addressOf = (address: AddressInfo | string | null): string =>
  typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}/v1` : "";

describe("another server", () => {
  async function answering(answers: Record<string, object>) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      const answer = answers[request.url ?? ""];
      response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const reader = createLoadingReader(account(addressOf(server.address()), "gemma"), 1);
    return { asked, reader };
  }

  it.each([
    ["not-loaded", true],
    ["loaded", false],
  ])("that is LM Studio tells that a model is %s", async (state, expected) => {
    const { reader } = await answering({ "/api/v0/models": { data: [{ id: "gemma", state }] } });
    expect(await reader.isLoading()).toBe(expected);
  });

  it("that tells nothing is believed to be ready, and not asked with every message", async () => {
    const { reader, asked } = await answering({});
    expect(await reader.isLoading()).toBe(false);
    expect(await reader.isLoading()).toBe(false);
    expect(asked.toSorted()).toEqual(["/api/ps", "/api/v0/models"]);
  });

  it("that can't be reached is believed to be ready", async () => {
    expect(await createLoadingReader(account("http://127.0.0.1:9/v1"), 1).isLoading()).toBe(false);
  });
});

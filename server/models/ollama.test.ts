import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { layer, type PlayedOllama, startOllama, whole } from "#tests/support/ollama-server.ts";
import { installedModels, OllamaError, ollamaRoot, type PullProgress, pullModel } from "./ollama.ts";

let ollama: PlayedOllama;
beforeEach(async () => {
  ollama = await startOllama();
});
afterEach(() => ollama.stop());

async function fetched(waits: readonly number[] = [1, 1]) {
  const progress: PullProgress[] = [];
  const signal = new AbortController().signal;
  const problem = await pullModel(ollama.url, "qwen3.5:4b", {
    ...{ signal, waits },
    onProgress: (now) => void progress.push(now),
  }).then(
    () => null,
    (error: unknown) => (error instanceof OllamaError ? error.sentence : error),
  );
  return { problem, progress, tries: ollama.calls.filter(({ path }) => path === "/api/pull").length };
}
const saying = (error: string) => ({ lines: [{ status: "pulling manifest" }, { error }], ends: "end" as const });

describe("a fetch by Ollama", () => {
  it("tells how far it is, over all layers", async () => {
    const config = { status: "pulling 5f", digest: "sha256:5f", total: 100 };
    ollama.pulls = [{ lines: [layer(10, 1000), config, layer(1000, 1000)], ends: "success" }];
    expect(await fetched()).toEqual({
      problem: null,
      progress: [
        { completed: 10, total: 1000 },
        { completed: 10, total: 1100 },
        { completed: 1000, total: 1100 },
      ],
      tries: 1,
    });
  });

  it.each([
    ["tears", "cut"],
    ["closes without success", "end"],
  ] as const)("goes on where it stopped after its connection %s", async (_, ends) => {
    ollama.pulls = [{ lines: [layer(10)], ends }, { lines: [layer(20)], ends }, whole];
    const { problem, tries } = await fetched();
    expect({ problem, tries }).toEqual({ problem: null, tries: 3 });
  });

  it("is given up where further tries bring nothing, with a sentence", async () => {
    ollama.pulls = [{ lines: [layer(10)], ends: "cut" }];
    const { problem, tries } = await fetched();
    expect(problem).toBe("The fetch broke off. Fetch it again: it goes on where it stopped.");
    expect(tries).toBe(3);
  });

  it("says that Ollama has gone where it vanishes", async () => {
    await ollama.stop();
    expect((await fetched()).problem).toBe("Ollama does not answer at that address. Is it running?");
  });

  it.each([
    [
      "max retries exceeded: write /root/.ollama/models/blobs/sha256-3e-partial: no space left on device",
      /disk .* is full/,
    ],
    ["pull model manifest: 412: The model you are attempting to pull requires a newer version of Ollama.", /too old/],
    ["pull model manifest: file does not exist", /knows no model of this name/],
    ["something new", /^Ollama refused\.$/],
  ])("is not tried again where that would not help: %s", async (error, sentence) => {
    ollama.pulls = [saying(error)];
    const { problem, tries } = await fetched();
    expect(problem).toMatch(sentence);
    expect(tries).toBe(1);
  });

  it("says that the internet can't be reached", async () => {
    ollama.pulls = [
      saying('pull model manifest: Get "https://registry.example": dial tcp: lookup registry: no such host'),
    ];
    expect((await fetched()).problem).toBe("Ollama can't reach the internet to fetch the model.");
  });
});

describe("what Ollama has", () => {
  it("is nothing where it answers null", async () => {
    expect(await installedModels(ollama.url)).toEqual([]);
  });

  it.each([
    ["an older version without the path", { status: 404, body: "404 page not found" }, /too old/],
    ["another program", { status: 502, body: "<h1>Bad gateway</h1>" }, /does not answer/],
    ["another list", { status: 200, body: { models: "many" } }, /no Ollama/],
  ])("can't be told by %s", async (_, refusal, sentence) => {
    ollama.refuse.set("/api/tags", refusal);
    await expect(installedModels(ollama.url)).rejects.toThrow(sentence);
  });
});

it.each([
  "http://127.0.0.1:11434",
  "http://127.0.0.1:11434/",
  "http://127.0.0.1:11434/v1",
  "http://127.0.0.1:11434/v1/",
])("finds Ollama's own API for %s", (address) => expect(ollamaRoot(address)).toBe("http://127.0.0.1:11434"));

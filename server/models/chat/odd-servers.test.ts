import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { oddAddresses, oddModelServers } from "#tests/support/odd-model-servers.ts";
import { type OpenAiServer, saying, startOpenAiServer } from "#tests/support/openai-server.ts";
import { createOpenAiClient } from "../openai-client.ts";
import { type LanguageModel, LanguageModelError, type LanguageModelFailure, type ModelRequest } from "./llm.ts";
import { createOpenAiModel } from "./openai.ts";
import { readChunks } from "./openai-chunks.ts";
import type { OpenAiOptions } from "./openai-endpoint.ts";
import { startWatch, timingFor } from "./openai-watch.ts";

let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.calls.length = 0;
});

const request: ModelRequest = {
  purpose: "chat",
  messages: [{ role: "user", content: "Who's a good boy?" }],
  maxTokens: 50,
};

const model = (options: Partial<OpenAiOptions> = {}) =>
  createOpenAiModel({
    apiKey: "sk-test",
    baseUrl: server.url,
    model: "fake",
    ...options,
    timing: { backoff: [1, 1], ...options.timing },
  });

/** What a person reads. */
async function seenOf(asked: LanguageModel) {
  let reply = "";
  try {
    for await (const piece of asked.stream(request, new AbortController().signal)) reply += piece;
    return { reply };
  } catch (error) {
    if (!(error instanceof LanguageModelError)) throw error;
    expect(error.sentence).toMatch(/^[A-Z].*\.$/);
    return { failure: error.code };
  }
}

describe("a question to", () => {
  it.each(oddModelServers)("$name", async ({ name, behaviors, sees, calls }) => {
    server.behave(...behaviors);
    expect(await seenOf(model(name.includes("how much to think") ? { reasoningEffort: "low" } : {}))).toEqual(sees);
    expect(server.calls).toHaveLength(calls);
  });
});

describe("what a person sees of each", () => {
  const seen = ({ sees }: { sees: { reply: string } | { failure: LanguageModelFailure } }) =>
    "reply" in sees ? `the reply: '${sees.reply}'` : new LanguageModelError(sees.failure, "").sentence;
  const rows = [...oddModelServers, ...oddAddresses].map((odd) => `| ${odd.name} | ${seen(odd)} |`);

  it("is written down, for whoever connects one (`vitest run FILE -u` writes it)", async () => {
    const page = [
      "# Model servers that answer in other ways",
      "",
      "Seen or documented ways of servers that speak the OpenAI API, or nearly; tests ask each, and write this page. *Test* in",
      "Settings > Engines says the same sentences ([decision 037](decisions/037-odd-model-servers.md)).",
      "",
      "| server | what a person sees in the chat |",
      "|---|---|",
      ...rows,
      "",
    ].join("\n");
    await expect(page).toMatchFileSnapshot("../../../docs/model-servers.md");
  });
});

describe("a model server", () => {
  it("is asked in the way that it takes from then on", async () => {
    const refusal = { kind: "status", status: 422, message: "extra field stream_options" } as const;
    server.behave(refusal, saying("Woof."));
    const asked = model();
    expect(await seenOf(asked)).toEqual({ reply: "Woof." });
    expect(await seenOf(asked)).toEqual({ reply: "Woof." });
    expect(server.calls.map(({ body }) => "stream_options" in body)).toEqual([true, false, false]);
  });

  it("is asked again also by a question that was under way when another one learned", async () => {
    const refusal = { kind: "status", status: 422, message: "extra field stream_options" } as const;
    server.behave(refusal, refusal, saying("Woof."));
    const asked = model();
    expect(await Promise.all([seenOf(asked), seenOf(asked)])).toEqual([{ reply: "Woof." }, { reply: "Woof." }]);
  });

  it("is told how much to think, with tokens for that", async () => {
    server.behave(saying("Woof."));
    await seenOf(model({ reasoningEffort: "low" }));
    await seenOf(model({ reasoningEffort: "none" }));
    await seenOf(model({ thinkingTokens: 500 }));
    expect(server.calls.map(({ body }) => [body.reasoning_effort, body.max_tokens])).toEqual([
      ["low", 8050],
      ["none", 50],
      [undefined, 550],
    ]);
  });

  it.each(oddAddresses)("is asked at its address, with the key as it takes it: $name", async (odd) => {
    server.behave(saying("Woof."));
    expect(await seenOf(model({ baseUrl: new URL(odd.address, server.url).href }))).toEqual(odd.sees);
    if (odd.azurePath !== undefined)
      expect(server.calls[0]).toMatchObject({ path: odd.azurePath, apiKey: "sk-test", authorization: undefined });
  });

  it("is told from no server at all", async () => {
    expect(await seenOf(model({ baseUrl: "http://no-such-host.invalid/v1" }))).toEqual({ failure: "wrong_address" });
  });

  it("lives as long as it sends anything, comments too", async () => {
    const client = createOpenAiClient({ apiKey: undefined, baseUrl: server.url, model: "fake", timeout: 1000 });
    const heard = vi.fn();
    const chunks = readChunks(client, new Response(": ping\n\n"), heard);
    expect(await chunks.next()).toEqual({ done: true, value: undefined });
    expect(heard).toHaveBeenCalledOnce();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const timing = timingFor(60);
      const watch = startWatch(new AbortController().signal, timing, performance.now() + timing.overall);
      vi.advanceTimersByTime(59_000);
      watch.heard();
      vi.advanceTimersByTime(59_000);
      expect(watch.signal.aborted).toBe(false);
      vi.advanceTimersByTime(2_000);
      expect(watch.signal.reason).toMatchObject({ code: "timeout" });
    } finally {
      vi.useRealTimers();
    }
  });
});

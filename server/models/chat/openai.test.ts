import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Behavior, type OpenAiServer, saying, startOpenAiServer } from "#tests/support/openai-server.ts";
import { LanguageModelError, type ModelRequest } from "./llm.ts";
import { createOpenAiModel } from "./openai.ts";
import type { OpenAiOptions } from "./openai-endpoint.ts";

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
  messages: [
    { role: "system", content: "You are a dog." },
    { role: "user", content: "Who's a good boy?" },
  ],
  maxTokens: 50,
};

const streamOf = (body: string): Behavior => ({ kind: "garbage", type: "text/event-stream", body });

const model = (options: Partial<OpenAiOptions> = {}) =>
  createOpenAiModel({
    apiKey: "sk-test",
    baseUrl: server.url,
    model: "fake",
    ...options,
    timing: { backoff: [1, 1], ...options.timing },
  });

async function read(pieces: AsyncIterable<string>, into: string[] = []): Promise<string[]> {
  for await (const piece of pieces) into.push(piece);
  return into;
}

const ask = (into?: string[], options?: Partial<OpenAiOptions>) =>
  read(model(options).stream(request, new AbortController().signal), into);

async function failureOf(asked: Promise<unknown>): Promise<string> {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LanguageModelError)) throw new Error(`no failure of a model: ${String(error)}`);
  expect(error.sentence).not.toContain("sk-secret");
  return error.code;
}

describe("a model behind the OpenAI API", () => {
  it("hands on each token as it comes, with the key and the limit [T85]", async () => {
    server.behave({ kind: "hang", after: ["I", " am", " ", "\n", "🐶", " \u2028 data: x\n\n"] });
    const controller = new AbortController();
    const heard: string[] = [];
    const reading = read(model().stream(request, controller.signal), heard);
    await expect.poll(() => heard.join("")).toBe("I am \n🐶 \u2028 data: x\n\n");
    controller.abort();
    await reading;
    expect(server.calls[0]?.authorization).toBe("Bearer sk-test");
    expect(server.calls[0]?.body).toMatchObject({
      model: "fake",
      max_tokens: 50,
      stream: true,
      messages: request.messages,
    });
  });

  it("reads every form of event stream that servers send", async () => {
    const chunk = (content: string) => JSON.stringify({ choices: [{ delta: { content }, finish_reason: "stop" }] });
    server.behave(streamOf(`: comment\r\nevent: x\r\ndata:${chunk("a")}\r\n\r\ndata: ${chunk("b")}\n\n\n`));
    expect(await ask()).toEqual(["a", "b"]);
    server.behave(streamOf(`data: ${chunk("no end of line")}`));
    expect(await ask()).toEqual(["no end of line"]);
    const open = JSON.stringify({ choices: [{ delta: { content: "c" } }] });
    server.behave(streamOf(`data: {"choices":[]}\n\ndata: {"usage":null}\n\ndata: ${open}\n\ndata: [DONE]\n\n`));
    expect(await ask()).toEqual(["c"]);
  });

  it("tells how many tokens were used", async () => {
    server.behave(saying("one two three"));
    const told: unknown[] = [];
    const { signal } = new AbortController();
    await read(model().stream({ ...request, onSpent: (tokens) => told.push(tokens) }, signal));
    expect(told).toEqual([{ promptTokens: 100, replyTokens: 3, isEstimate: false }]);
  });

  it("needs no key for a server that wants none", async () => {
    server.behave(saying("fine"));
    expect(await ask([], { apiKey: undefined })).toEqual(["fine"]);
  });

  it("asks with the limit's other name where the server wants that", async () => {
    const message = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.";
    server.behave({ kind: "status", status: 400, message }, saying("ok"));
    expect(await ask()).toEqual(["ok"]);
    expect(server.calls[1]?.body).toMatchObject({ max_completion_tokens: 50 });
    expect(server.calls[1]?.body).not.toHaveProperty("max_tokens");
  });

  it("never tells what the model thought, in the text or beside it", async () => {
    server.behave(
      { kind: "tokens", tokens: ["<th", "ink>They want", " food.</", "think>\n\n", "Cheese", "!"] },
      {
        kind: "deltas",
        deltas: [{ reasoning_content: "They want food." }, { reasoning: "Hm.", content: "" }, { content: "Cheese!" }],
      },
    );
    expect((await ask()).join("")).toBe("Cheese!");
    expect((await ask()).join("")).toBe("Cheese!");
  });

  const onlyThoughts: [string, Behavior][] = [
    ["in the text", { kind: "tokens", tokens: ["<think>", "Hm.", "</think>", "\n"] }],
    ["without an end", { kind: "tokens", tokens: ["<think>", "Hm."] }],
    ["beside the text", { kind: "deltas", deltas: [{ reasoning_content: "Hm.", content: null }] }],
  ];
  it.each(onlyThoughts)("counts a reply that only thinks %s as empty", async (_name, behavior) => {
    server.behave(behavior);
    expect(await failureOf(ask())).toBe("empty");
    expect(server.calls).toHaveLength(1);
  });

  const refusals: [string, Behavior, string][] = [
    ["a wrong key", { kind: "status", status: 401 }, "unauthorized"],
    ["a key without the right", { kind: "status", status: 403 }, "unauthorized"],
    ["an unknown model", { kind: "status", status: 404 }, "unknown_model"],
    ["an account without money", { kind: "status", status: 429, code: "insufficient_quota" }, "no_credit"],
    [
      "a page in place of an answer",
      { kind: "garbage", type: "text/html", body: "<html>hello</html>" },
      "wrong_address",
    ],
    ["a bad request", { kind: "status", status: 400 }, "unavailable"],
    ["a filtered question", { kind: "status", status: 400, code: "content_filter" }, "refused"],
    ["a long Retry-After", { kind: "status", status: 429, headers: { "Retry-After": "60" } }, "rate_limited"],
    ["an empty reply", { kind: "tokens", tokens: [] }, "empty"],
    ["a filtered reply", { kind: "tokens", tokens: [], finish: "content_filter" }, "refused"],
  ];
  it.each(refusals)("does not ask twice after %s [T86]", async (_name, behavior, code) => {
    server.behave(behavior);
    expect(await failureOf(ask())).toBe(code);
    expect(server.calls).toHaveLength(1);
  });

  const passing: [string, Behavior, string][] = [
    ["too many requests", { kind: "status", status: 429 }, "rate_limited"],
    ["a server error", { kind: "status", status: 500 }, "unavailable"],
    ["an overloaded server", { kind: "status", status: 503 }, "unavailable"],
    ["a stream that is torn before its first token", { kind: "cut", after: [], torn: true }, "unavailable"],
    ["a stream that ends before its first token", { kind: "cut", after: [], torn: false }, "unavailable"],
    ["plain text in place of an answer", { kind: "garbage", type: "text/plain", body: "hello" }, "unavailable"],
    ["an error within the stream", streamOf('data: {"error":{"message":"sk-secret"}}\n\n'), "unavailable"],
    ["a line without end", streamOf(`data: ${"woof ".repeat(50_000)}`), "unavailable"],
    ["a chunk that is none", streamOf("data: 7\n\n"), "unavailable"],
    ["broken JSON", { kind: "garbage", type: "text/event-stream", body: "data: {nope\n\n" }, "unavailable"],
  ];
  it.each(passing)("asks again after %s, and twice at most [T86]", async (_name, behavior, code) => {
    server.behave(behavior, saying("here I am"));
    expect((await ask()).join("")).toBe("here I am");
    server.behave(behavior);
    server.calls.length = 0;
    expect(await failureOf(ask())).toBe(code);
    expect(server.calls).toHaveLength(3);
  });

  it.each([true, false])("never begins anew once something was said (torn: %s)", async (torn) => {
    server.behave({ kind: "cut", after: ["I", " am"], torn });
    const heard: string[] = [];
    expect(await failureOf(ask(heard))).toBe("unavailable");
    expect(heard.join("")).toBe("I am");
    expect(server.calls).toHaveLength(1);
  });

  it("gives up on a server that says nothing", async () => {
    server.behave({ kind: "hang" });
    expect(await failureOf(ask([], { timing: { firstToken: 2_000 } }))).toBe("timeout");
    expect(server.calls).toHaveLength(1);
    expect(await server.calls[0]?.left).toBe(true);
  });

  it("gives up on a server that falls silent", async () => {
    server.behave({ kind: "hang", after: ["I"] });
    const heard: string[] = [];
    expect(await failureOf(ask(heard, { timing: { silence: 30 } }))).toBe("timeout");
    expect(heard).toEqual(["I"]);
  });

  it("gives up on a reply that never ends [T85]", async () => {
    server.behave({ kind: "endless", everyMs: 5 });
    expect(await failureOf(ask([], { timing: { overall: 2_000 } }))).toBe("timeout");
    expect(await server.calls[0]?.left).toBe(true);
  });

  it("says that the server can't be reached", async () => {
    expect(await failureOf(ask([], { baseUrl: "http://127.0.0.1:9/v1" }))).toBe("unavailable");
  });

  it("ends at once, at the server too, when it is aborted [T85]", async () => {
    server.behave({ kind: "endless", everyMs: 5 });
    const controller = new AbortController();
    const heard: string[] = [];
    for await (const piece of model().stream(request, controller.signal)) {
      heard.push(piece);
      if (heard.length === 3) controller.abort();
    }
    expect(heard).toHaveLength(3);
    expect(await server.calls[0]?.left).toBe(true);
  });

  it("ends quietly when it is aborted at its last piece, while its connection is about to be kept", async () => {
    server.behave({ kind: "tokens", tokens: ["a".repeat(8_000)] });
    const controller = new AbortController();
    for await (const _piece of model().stream(request, controller.signal)) controller.abort();
    expect(controller.signal.aborted).toBe(true);
  });

  it("ends quietly when it is aborted before the first token, or before it is asked", async () => {
    server.behave({ kind: "hang" });
    const controller = new AbortController();
    const asked = read(model().stream(request, controller.signal));
    await expect.poll(() => server.calls.length).toBe(1);
    controller.abort();
    expect(await asked).toEqual([]);
    expect(await read(model().stream(request, AbortSignal.abort()))).toEqual([]);
    expect(server.calls).toHaveLength(1);
  });
});

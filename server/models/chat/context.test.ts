import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createContextReader, readContext } from "./context.ts";

type Answers = Record<string, unknown>;

interface Call {
  path: string;
  body: string;
  key: string | undefined;
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A model server that knows these paths (`METHOD path`), and says 404 to the others, as each of them does in its way. */
async function play(answers: Answers, notFound = "404 page not found") {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const bytes of request) body += bytes;
    const path = `${request.method} ${request.url}`;
    calls.push({ path, body, key: request.headers.authorization });
    if (path in answers)
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answers[path]));
    else response.writeHead(404, { "Content-Type": "text/plain" }).end(notFound);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/v1`, calls, answers };
}

const accountAt = (baseUrl: string | undefined, model: string) => ({ apiKey: "k", baseUrl, model });

describe("the context of a model", () => {
  it.each<[string, string, Answers, number]>([
    [
      "vLLM",
      "Qwen/Qwen3-4B",
      { "GET /v1/models": { object: "list", data: [{ id: "Qwen/Qwen3-4B", max_model_len: 32_768 }] } },
      32_768,
    ],
    [
      "Ollama, whose model has one of its own",
      "gemma4:e2b",
      {
        "GET /v1/models": { object: "list", data: [{ id: "gemma4:e2b", object: "model" }] },
        "POST /api/show": {
          parameters: 'num_ctx                        16384\nstop                           "<end_of_turn>"',
          model_info: { "gemma4.context_length": 131_072 },
        },
      },
      16_384,
    ],
    [
      "Ollama, which runs it with its usual one",
      "gemma4:e2b",
      {
        "POST /api/show": { model_info: { "gemma4.context_length": 131_072 } },
        "GET /api/ps": {
          models: [
            { name: "other:1b", context_length: 32_768 },
            { name: "gemma4:e2b", model: "gemma4:e2b", context_length: 4096 },
          ],
        },
      },
      4096,
    ],
    [
      "llama.cpp, not what the model was trained with",
      "model.gguf",
      {
        "GET /props": { default_generation_settings: { n_ctx: 12_288 }, total_slots: 4 },
        "GET /v1/models": { data: [{ id: "model.gguf", meta: { n_ctx_train: 262_144 } }] },
      },
      12_288,
    ],
    [
      "LM Studio, as it is loaded",
      "qwen3.5-4b",
      {
        "GET /api/v0/models": {
          data: [{ id: "qwen3.5-4b", state: "loaded", loaded_context_length: 20_000, max_context_length: 262_144 }],
        },
        "GET /v1/models": { data: [{ id: "qwen3.5-4b" }] },
      },
      20_000,
    ],
    [
      "a service with a field of its own",
      "llama-70b",
      { "GET /v1/models": { data: [{ id: "llama-70b", context_window: 65_536 }] } },
      65_536,
    ],
  ])("is told by %s", async (_server, model, answers, tokens) => {
    const { url, calls } = await play(answers);
    expect(await readContext(accountAt(url, model))).toBe(tokens);
    expect(new Set(calls.map(({ key }) => key))).toEqual(new Set(["Bearer k"]));
    const shown = calls.find(({ path }) => path === "POST /api/show");
    expect(JSON.parse(shown?.body ?? "{}")).toEqual({ model });
  });

  it("is known of the usual services, which are not asked", async () => {
    const { url, calls } = await play({});
    expect(await readContext(accountAt(undefined, "gpt-4o-mini"))).toBe(128_000);
    expect(await readContext(accountAt(url, "openai/gpt-4.1-mini"))).toBe(200_000);
    expect(await readContext(accountAt(url, "claude-sonnet-4-5"))).toBe(200_000);
    expect(await readContext(accountAt(undefined, "something-new"))).toBeNull();
    expect(calls).toEqual([]);
  });

  it.each<[string, Answers]>([
    [
      "says nothing of it",
      { "GET /v1/models": { data: [{ id: "m" }] }, "POST /api/show": {}, "GET /api/ps": { models: null } },
    ],
    ["has no model", { "GET /v1/models": { object: "list", data: null } }],
    ["tells nonsense", { "GET /v1/models": { data: [{ id: "m", max_model_len: "many" }] }, "GET /props": [1] }],
    ["has none of this", {}],
  ])("is not known where the server %s", async (_what, answers) => {
    const { url } = await play(answers);
    expect(await readContext(accountAt(url, "m"))).toBeNull();
    expect(await createContextReader(accountAt(url, "m"), undefined)()).toBe(8192);
  });

  it("is not known where no server is, or one that says nothing", async () => {
    expect(await readContext(accountAt("http://127.0.0.1:1/v1", "m"))).toBeNull();
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    stops.push(() => {
      silent.close();
      silent.closeAllConnections();
    });
    const address = silent.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    expect(await readContext(accountAt(`http://127.0.0.1:${port}/v1`, "m"), 100)).toBeNull();
  });

  it("is what the operator sets, whatever the server tells, who is asked once otherwise", async () => {
    const { url, calls } = await play({ "GET /v1/models": { data: [{ id: "m", max_model_len: 32_768 }] } });
    expect(await createContextReader(accountAt(url, "m"), 9000)()).toBe(9000);
    expect(calls).toEqual([]);
    const read = createContextReader(accountAt(url, "m"), undefined);
    expect(await Promise.all([read(), read()])).toEqual([32_768, 32_768]);
    expect(await read()).toBe(32_768);
    expect(calls.filter(({ path }) => path === "GET /v1/models")).toHaveLength(1);
  });

  it("has bounds, because a prompt needs room and somebody waits for it", async () => {
    for (const [told, used] of [
      [2048, 4096],
      [1_000_000, 131_072],
    ]) {
      const { url } = await play({ "GET /v1/models": { data: [{ id: "m", max_model_len: told }] } });
      expect(await createContextReader(accountAt(url, "m"), undefined)()).toBe(used);
    }
  });
});

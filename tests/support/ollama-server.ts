import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** How a fetch goes: its lines, and how it ends. */
export interface PlayedPull {
  lines: readonly object[];
  /** `cut`: the connection breaks. `end`: it closes without a word. `wait`: until `release` is called. */
  ends: "success" | "cut" | "end" | "wait";
}

export interface PlayedOllama {
  /** Without `/v1`. */
  url: string;
  models: string[];
  /** Those that are in memory. */
  inMemory: string[];
  /** Whether a model that is not in memory answers only after `release`. */
  loads: "at once" | "slowly";
  /** The next fetches, in their order; the last one stays. */
  pulls: PlayedPull[];
  /** Refusals of paths of its own API: a text is no JSON, as of a path that an older version has not. */
  refuse: Map<string, { status: number; body: object | string }>;
  /** The bodies of the calls, by their path. */
  calls: { path: string; body: Record<string, unknown> }[];
  /** Tokens that it reads of a prompt; without it all. */
  reads: number | undefined;
  /** A prompt of more tokens is not read before anybody gives up; without it all are. */
  readsInTime: number | undefined;
  /** Ends the fetches, and the loading of models, that wait. */
  release(): void;
  /** As a program that is killed: nobody hears a last word. */
  vanish(): Promise<void>;
  stop(): Promise<void>;
}

export const layer = (completed: number, total = 3_400_000_000) => ({
  status: "pulling 3e4cb1417446",
  digest: "sha256:3e4cb1417446",
  total,
  completed,
});
export const whole: PlayedPull = { lines: [{ status: "pulling manifest" }, layer(3_400_000_000)], ends: "success" };

/** A server that speaks as Ollama does: its own API, lines of JSON, errors in words, and the API of OpenAI. */
export async function startOllama(atPort = 0): Promise<PlayedOllama> {
  const waiting: (() => void)[] = [];
  const contexts = new Map<string, number>();
  const played: Omit<PlayedOllama, "url"> = {
    ...{ models: [], inMemory: [], loads: "at once", pulls: [whole], refuse: new Map(), calls: [], reads: undefined },
    readsInTime: undefined,
    release() {
      for (const end of waiting.splice(0)) end();
    },
    async vanish() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async stop() {
      played.release();
      await played.vanish();
    },
  };
  const answers: Record<string, (body: Record<string, unknown>, response: ServerResponse) => unknown> = {
    "/api/tags": () => ({
      // An empty one answers null.
      models:
        played.models.length === 0 ? null : played.models.map((name) => ({ name, size: 3_400_000_000, details: {} })),
    }),
    "/v1/models": () => ({
      object: "list",
      data: played.models.length === 0 ? null : played.models.map((id) => ({ id, object: "model" })),
    }),
    "/api/show": ({ model }) => ({
      ...(contexts.has(String(model)) && { parameters: `num_ctx    ${contexts.get(String(model))}` }),
      model_info: { "general.architecture": "qwen35", "qwen35.context_length": 262_144 },
    }),
    "/api/create"({ model, parameters }) {
      played.models.push(String(model));
      const { num_ctx: tokens }: { num_ctx?: unknown } = Object(parameters);
      if (typeof tokens === "number") contexts.set(String(model), tokens);
      return { status: "success" };
    },
    "/api/delete"({ model }) {
      played.models = played.models.filter((name) => name !== model);
    },
    "/api/ps": () => ({ models: played.inMemory.map((name) => ({ name, model: name, context_length: 16_384 })) }),
    async "/api/generate"({ model }) {
      await load(String(model));
      return { model, done: true, done_reason: "load" };
    },
    "/v1/embeddings": ({ input }) => ({
      data: [input].flat().map((_, index) => ({ index, embedding: [0.1, 0.2, 0.3] })),
    }),
    async "/v1/chat/completions"({ model, messages }, response) {
      await load(String(model));
      const { length } = JSON.stringify(messages);
      if (length / 4 <= (played.readsInTime ?? Number.POSITIVE_INFINITY)) speak(length, response);
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    "/api/pull": ({ model }, response) => pull(String(model), response),
  };

  async function load(model: string): Promise<void> {
    if (played.inMemory.includes(model)) return;
    if (played.loads === "slowly") await new Promise<void>((resolve) => waiting.push(resolve));
    played.inMemory.push(model);
  }

  function speak(length: number, response: ServerResponse): void {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const events = [
      { choices: [{ delta: { content: "Woof." }, finish_reason: "stop" }] },
      { choices: [], usage: { prompt_tokens: played.reads ?? Math.round(length / 4), completion_tokens: 2 } },
    ];
    response.end(`${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`);
  }

  function pull(model: string, response: ServerResponse): void {
    const play = (played.pulls.length > 1 ? played.pulls.shift() : played.pulls[0]) ?? whole;
    response.writeHead(200, { "Content-Type": "application/x-ndjson" });
    for (const line of play.lines) response.write(`${JSON.stringify(line)}\n`);
    const succeed = () => {
      played.models.push(model);
      response.end(`${JSON.stringify({ status: "success" })}\n`);
    };
    if (play.ends === "success") succeed();
    else if (play.ends === "end") response.end();
    else if (play.ends === "wait") waiting.push(succeed);
    // After what was written has gone.
    else setImmediate(() => response.destroy());
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    const text = Buffer.concat(await request.toArray()).toString();
    const body = text === "" ? {} : JSON.parse(text);
    played.calls.push({ path, body });
    const refusal = played.refuse.get(path);
    const handler = answers[path];
    if (refusal !== undefined)
      response
        .writeHead(refusal.status)
        .end(typeof refusal.body === "string" ? refusal.body : JSON.stringify(refusal.body));
    else if (handler === undefined) response.writeHead(404).end("404 page not found");
    else {
      const result = await handler(body, response);
      if (!response.headersSent)
        response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(result ?? null));
    }
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(atPort, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return Object.assign(played, { url: `http://127.0.0.1:${port}` });
}

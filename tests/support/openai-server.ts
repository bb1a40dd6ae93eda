import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** How the server answers a chat completion. */
export type Behavior =
  | { kind: "tokens"; tokens: readonly string[]; everyMs?: number; finish?: string; reads?: number }
  /** Says what comes of the messages, which may take minutes: comments keep the connection meanwhile. */
  | { kind: "played"; reply: (messages: readonly PromptMessage[]) => string | Promise<string> }
  /** Pieces with other fields than text, such as `reasoning_content`. */
  | { kind: "deltas"; deltas: readonly Record<string, unknown>[]; finish?: string }
  /** Goes on until the caller ends the call. */
  | { kind: "endless"; everyMs: number }
  | {
      kind: "status";
      status: number;
      code?: string;
      message?: string;
      headers?: Record<string, string>;
      /** The whole body, in place of an error in the form of OpenAI. */
      raw?: string;
    }
  /** Takes the call and says nothing; with `after`, once these tokens are sent. */
  | { kind: "hang"; after?: readonly string[] }
  /** The connection breaks after these tokens; politely ended (no finish reason), or torn. */
  | { kind: "cut"; after: readonly string[]; torn: boolean }
  /** Bytes that are no answer. */
  | { kind: "garbage"; type: string; body: string };

export type PromptMessage = { role: string; content: string };

interface CompletionCall {
  /** With its query. */
  path: string;
  body: { model: string; messages: PromptMessage[] } & Record<string, unknown>;
  authorization: string | undefined;
  /** As Azure wants the key. */
  apiKey: string | undefined;
  /** Resolves when the caller has gone, or the answer was complete; true where the caller left early. */
  left: Promise<boolean>;
}

/** How the server answers a transcription. */
export type TranscriptionBehavior =
  | { kind: "text"; text: string }
  | Extract<Behavior, { kind: "status" | "garbage" }>
  /** Takes the call and says nothing. */
  | { kind: "hang" };

/** How the server answers an embeddings call. */
export type EmbeddingBehavior =
  /** Texts that hold words of the same concept are near; those that share no concept are far. */
  | { kind: "meaning"; concepts: readonly (readonly string[])[] }
  | Extract<Behavior, { kind: "status" | "garbage" }>
  /** Takes the call and says nothing. */
  | { kind: "hang" };

interface EmbeddingCall {
  model: string;
  input: string[];
  authorization: string | undefined;
}

interface TranscriptionCall {
  /** `recording.wav` */
  name: string;
  type: string;
  bytes: Uint8Array;
  fields: Record<string, string>;
  authorization: string | undefined;
  left: Promise<boolean>;
}

export interface OpenAiServer {
  /** With `/v1`, as OPENAI_BASE_URL wants it. */
  url: string;
  calls: CompletionCall[];
  /** The behaviors of the next calls; the last one stays. */
  behave(...behaviors: Behavior[]): void;
  embeddings: EmbeddingCall[];
  /** The answers to the next embeddings calls; the last one stays. */
  embed(...behaviors: EmbeddingBehavior[]): void;
  transcriptions: TranscriptionCall[];
  /** The answers to the next recordings; the last one stays. */
  hear(...behaviors: TranscriptionBehavior[]): void;
  /** The names that its list of models has. */
  models: string[];
  /** The keys with which that list was asked for. */
  listed: (string | undefined)[];
  stop(): Promise<void>;
}

export const saying = (text: string, everyMs = 0): Behavior => ({
  kind: "tokens",
  tokens: text.match(/\s*\S+|\s+$/g) ?? [],
  everyMs,
});

/** A server that speaks the OpenAI API (chat completions, embeddings and transcriptions), well or badly. */
export async function startOpenAiServer(): Promise<OpenAiServer> {
  const calls: CompletionCall[] = [];
  const transcriptions: TranscriptionCall[] = [];
  const embeddings: EmbeddingCall[] = [];
  const models = ["fake-large", "fake-small"];
  const listed: (string | undefined)[] = [];
  let embedding: EmbeddingBehavior[] = [{ kind: "meaning", concepts: [] }];
  let hearing: TranscriptionBehavior[] = [{ kind: "text", text: "Who is a good dog?" }];
  let behaviors: Behavior[] = [saying("Woof, says the fake model.")];

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "POST" && request.url === "/v1/audio/transcriptions") {
      const left = new Promise<boolean>((resolve) => response.once("close", () => resolve(!response.writableFinished)));
      transcriptions.push({ ...(await recordingOf(request)), authorization: request.headers.authorization, left });
      const behavior = hearing.length > 1 ? hearing.shift() : hearing[0];
      if (behavior?.kind === "text") response.writeHead(200, JSON_TYPE).end(JSON.stringify({ text: behavior.text }));
      else if (behavior !== undefined) await play(behavior, response);
      return;
    }
    if (request.method === "POST" && request.url === "/v1/embeddings") {
      const { model, input } = JSON.parse(await textOf(request));
      embeddings.push({ model, input, authorization: request.headers.authorization });
      const behavior = embedding.length > 1 ? embedding.shift() : embedding[0];
      if (behavior?.kind === "meaning")
        response.writeHead(200, JSON_TYPE).end(JSON.stringify(embeddingsOf(input, behavior.concepts)));
      else if (behavior !== undefined) await play(behavior, response);
      return;
    }
    const { headers, url: path = "" } = request;
    if (request.method === "GET" && path === "/v1/models") {
      listed.push(headers.authorization);
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ object: "list", data: models.map((id) => ({ id })) }));
      return;
    }
    if (request.method !== "POST" || !/^\/(v1|openai\/deployments\/[^/]+)\/chat\/completions(\?|$)/.test(path)) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("404 page not found");
      return;
    }
    const left = new Promise<boolean>((resolve) => response.once("close", () => resolve(!response.writableFinished)));
    const body = JSON.parse(await textOf(request));
    const apiKey = headers["api-key"]?.toString();
    calls.push({ path, body, authorization: headers.authorization, apiKey, left });
    const behavior = behaviors.length > 1 ? behaviors.shift() : behaviors[0];
    if (behavior !== undefined) await play(behavior, response, body.messages);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The fake model has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    calls,
    behave(...next) {
      behaviors = next;
    },
    models,
    listed,
    embeddings,
    embed(...next) {
      embedding = next;
    },
    transcriptions,
    hear(...next) {
      hearing = next;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A dimension for each concept, and one that all texts share a little, since no text is nothing. */
function embeddingsOf(input: readonly string[], concepts: readonly (readonly string[])[]) {
  const vectorOf = (text: string) => {
    const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
    return [0.1, ...concepts.map((concept) => concept.filter((word) => words.has(word)).length)];
  };
  return {
    object: "list",
    // The order of the list is the server's; only the index counts.
    data: input.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) })).reverse(),
    usage: { prompt_tokens: 1, total_tokens: 1 },
  };
}

const usageOf = ({ tokens, reads = 100 }: Extract<Behavior, { kind: "tokens" }>) => ({
  prompt_tokens: reads,
  completion_tokens: tokens.length,
});

async function play(
  behavior: Behavior,
  response: ServerResponse,
  messages: readonly PromptMessage[] = [],
): Promise<void> {
  switch (behavior.kind) {
    case "tokens":
      await sendTokens(response, behavior.tokens, behavior.everyMs);
      response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: behavior.finish ?? "stop" }] }));
      response.write(chunk({ choices: [], usage: usageOf(behavior) }));
      response.end("data: [DONE]\n\n");
      return;
    case "played": {
      const heartbeat = setInterval(() => {
        openStream(response);
        response.write(": wait\n\n");
      }, HEARTBEAT_MS);
      const text = await Promise.resolve(behavior.reply(messages)).finally(() => clearInterval(heartbeat));
      await play(saying(text), response);
      return;
    }
    case "deltas":
      openStream(response);
      for (const fields of behavior.deltas) response.write(delta(fields));
      response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: behavior.finish ?? "stop" }] }));
      response.end("data: [DONE]\n\n");
      return;
    case "endless":
      openStream(response);
      while (!response.destroyed) {
        response.write(token("woof "));
        await sleep(behavior.everyMs);
      }
      return;
    case "status":
      response.writeHead(behavior.status, { "Content-Type": "application/json", ...behavior.headers });
      response.end(
        behavior.raw ??
          JSON.stringify({
            error: { message: behavior.message ?? "inner detail: sk-secret", code: behavior.code ?? null },
          }),
      );
      return;
    case "hang":
      if (behavior.after !== undefined) await sendTokens(response, behavior.after);
      return;
    case "cut":
      await sendTokens(response, behavior.after);
      // A torn connection may take with it what the other side has not read yet.
      await sleep(20);
      if (behavior.torn) response.socket?.destroy();
      else response.end();
      return;
    case "garbage":
      response.writeHead(200, { "Content-Type": behavior.type }).end(behavior.body);
      return;
  }
}

async function sendTokens(response: ServerResponse, tokens: readonly string[], everyMs = 0): Promise<void> {
  openStream(response);
  for (const text of tokens) {
    if (everyMs > 0) await sleep(everyMs);
    if (response.destroyed) return;
    response.write(token(text));
  }
}

function openStream(response: ServerResponse): void {
  if (response.headersSent) return;
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.write(chunk({ choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }] }));
}

const token = (content: string) => delta({ content });
const delta = (fields: object) => chunk({ choices: [{ index: 0, delta: fields, finish_reason: null }] });
const chunk = (fields: object) =>
  `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 0, model: "fake", ...fields })}\n\n`;

const HEARTBEAT_MS = 10_000;
const JSON_TYPE = { "Content-Type": "application/json" };

async function recordingOf(request: IncomingMessage) {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const headers = { "Content-Type": request.headers["content-type"] ?? "" };
  const form = await new Response(Buffer.concat(parts), { headers }).formData();
  const fields: Record<string, string> = {};
  let file = new File([], "");
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] = value;
    else file = value;
  }
  return { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()), fields };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

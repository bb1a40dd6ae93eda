import type OpenAI from "openai";
import { APIError } from "openai";
import { Stream } from "openai/streaming";
import { beginningOf } from "../openai-client.ts";
import { LanguageModelError } from "./llm.ts";

/**
 * The fields of a chat completion, or of a chunk of one, that are read. Servers differ in which of them they leave out.
 */
export interface Chunk {
  choices?:
    | readonly {
        delta?: Words | null;
        message?: Words | null;
        finish_reason?: string | null;
      }[]
    | null;
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
}

/** `refusal`: what the model says in place of an answer. */
interface Words {
  content?: unknown;
  refusal?: unknown;
}

/** In characters: a longer line, or a longer answer that is no stream, is taken for a broken server. */
const LONGEST_LINE = 200_000;
const LONGEST_ANSWER = 1_000_000;

/**
 * The chunks of a completion as they arrive. A completion that comes whole, as JSON, is one chunk.
 * @param heard called for whatever arrives, such as the comments that keep a connection alive
 * @throws LanguageModelError or APIError where the answer is anything else
 */
export async function* readChunks(client: OpenAI, response: Response, heard: () => void): AsyncGenerator<Chunk> {
  const { headers } = response;
  const type = headers.get("content-type") ?? "";
  if (/\bhtml\b/.test(type)) {
    await response.body?.cancel();
    throw new LanguageModelError("wrong_address", "a page in place of an answer");
  }
  let { body } = response;
  if (/\bjson\b/.test(type) && !/ndjson|jsonl/.test(type)) {
    const text = await beginningOf(response, LONGEST_ANSWER);
    if (!/^\s*(data:|event:|:)/.test(text)) return yield checked(JSON.parse(text));
    body = new Response(text).body;
  }
  const events = new Response(body?.pipeThrough(wellFormed(heard)), { headers });
  for await (const chunk of Stream.fromSSEResponse<unknown>(events, new AbortController(), client))
    yield checked(chunk);
}

/**
 * Events as the client reads them: some servers leave out the blank lines between them or the last end of line, and some give no
 * finish reason but `[DONE]`, of which the client does not tell.
 */
function wellFormed(heard: () => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = "";
  const eventsOf = (lines: readonly string[]) =>
    encoder.encode(
      lines.flatMap((line) => (line.startsWith("data:") ? [`${isDone.test(line) ? end : line}\n\n`] : [])).join(""),
    );
  return new TransformStream({
    transform(bytes, controller) {
      heard();
      const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? "";
      if (rest.length > LONGEST_LINE) throw new LanguageModelError("unavailable", "a line without end");
      controller.enqueue(eventsOf(lines));
    },
    flush: (controller) => controller.enqueue(eventsOf([rest])),
  });
}

const isDone = /^data:\s*\[DONE\]/;
const end = `data: ${JSON.stringify({ choices: [{ finish_reason: "stop" }] } satisfies Chunk)}`;

function checked(chunk: unknown): Chunk {
  if (typeof chunk !== "object" || chunk === null) throw new LanguageModelError("unavailable", "not a chunk");
  if ("error" in chunk && chunk.error) throw new APIError(undefined, Object(chunk.error), undefined, undefined);
  return chunk;
}

/** The text of a message, which may come in parts; parts of other kinds, such as thoughts, are left out. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) => {
      const { type, text }: { type?: unknown; text?: unknown } = Object(part);
      return (type === "text" || type === undefined) && typeof text === "string" ? text : "";
    })
    .join("");
}

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

/** In bytes: a longer line, or a longer answer that is no stream, is taken for a broken server. */
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
  const bytes = watchedBytes(heard);
  let stream = new Response(response.body?.pipeThrough(bytes.through), { headers });
  if (/\bjson\b/.test(type) && !/ndjson|jsonl/.test(type)) {
    const text = await beginningOf(stream, LONGEST_ANSWER);
    if (!/^\s*(data:|event:|:)/.test(text)) return yield checked(JSON.parse(text));
    stream = new Response(text);
  }
  for await (const chunk of Stream.fromSSEResponse<unknown>(stream, new AbortController(), client))
    yield checked(chunk);
  // Some servers give no finish reason but this.
  if (bytes.isDone()) yield { choices: [{ finish_reason: "stop" }] };
}

/** Counts what comes through, ends the last event where the server did not, and tells whether `[DONE]` was the last. */
function watchedBytes(heard: () => void) {
  const decoder = new TextDecoder();
  let line = 0;
  let tail = "";
  const through = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      heard();
      const end = bytes.lastIndexOf(NEW_LINE);
      line = end === -1 ? line + bytes.length : bytes.length - end;
      if (line > LONGEST_LINE) throw new LanguageModelError("unavailable", "a line without end");
      tail = (tail + decoder.decode(bytes, { stream: true })).slice(-TAIL_LENGTH);
      controller.enqueue(bytes);
    },
    flush: (controller) => controller.enqueue(new Uint8Array([NEW_LINE, NEW_LINE])),
  });
  return { through, isDone: () => /(^|[\r\n])data:\s*\[DONE\]\s*$/.test(tail) };
}

const NEW_LINE = 10;
const TAIL_LENGTH = 100;

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

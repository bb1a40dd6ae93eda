import type { Readable } from "node:stream";
import { LanguageModelError } from "./llm.ts";
import { failureOf } from "./openai-errors.ts";

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

/** In UTF-16 units: a longer line is taken for a broken server. */
const LONGEST_LINE = 1_000_000;

/** An answer of a model server. */
export interface Answer {
  body: Readable;
  /** Its `Content-Type`. */
  type: string;
}

/**
 * Gives the chunks of a streamed completion as they arrive, those that arrive together in one list, and an empty list for
 * what has no chunk, such as the comments that keep a connection alive. A completion that comes whole, as JSON, is one
 * chunk. Read here and not by the client package, which takes several times as long for each token.
 * @returns once all was given; rejects with a LanguageModelError where the answer is anything else
 */
export async function readChunks(answer: Answer, give: (chunks: readonly Chunk[]) => void): Promise<void> {
  const { body, type } = answer;
  if (/\bhtml\b/.test(type)) {
    body.destroy();
    throw new LanguageModelError("wrong_address", "a page in place of an answer");
  }
  // By line only where it is a stream: JSON may have line breaks anywhere.
  const isWhole = /\bjson\b/.test(type) && !/ndjson|jsonl/.test(type);
  let rest = "";
  await readText(answer, (text) => {
    rest += text;
    const lines = isWhole ? [] : rest.split("\n");
    if (!isWhole) rest = lines.pop() ?? "";
    if (rest.length > LONGEST_LINE) throw new LanguageModelError("unavailable", "a line without end");
    give(lines.flatMap(toChunk));
  });
  const isJson = isWhole && !/^\s*(data:|event:|:)/.test(rest);
  give(isJson ? [checked(rest)] : rest.split("\n").flatMap(toChunk));
}

/** Reads by events: an iteration over the body would cost several promises for each token. */
function readText({ body }: Answer, give: (text: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    // Aborted before anybody listened: then no event comes any more.
    if (body.destroyed) return reject(new LanguageModelError("unavailable", "the connection was lost"));
    let isFirst = true;
    body.setEncoding("utf8");
    body.on("data", (text: string) => {
      const isMarked = isFirst && text.startsWith(BYTE_ORDER_MARK);
      isFirst = false;
      try {
        give(isMarked ? text.slice(1) : text);
      } catch (error) {
        body.destroy();
        reject(error);
      }
    });
    body.on("end", resolve);
    body.on("error", reject);
    body.on("close", () => {
      // An error with its stack is dear, and most connections close after their end.
      if (!body.readableEnded) reject(new LanguageModelError("unavailable", "the connection was lost"));
    });
  });
}

const BYTE_ORDER_MARK = "\uFEFF";

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

/**
 * None for comments, other fields and blank lines. `[DONE]` counts as an end, because some servers give no finish reason.
 */
function toChunk(line: string): Chunk[] {
  if (!line.startsWith("data:")) return [];
  const data = line.slice("data:".length).trim();
  return [data === "[DONE]" ? end : checked(data)];
}

const end: Chunk = { choices: [{ finish_reason: "stop" }] };

function checked(json: string): Chunk {
  const chunk = parse(json);
  if (typeof chunk !== "object" || chunk === null) throw new LanguageModelError("unavailable", "not a chunk");
  if ("error" in chunk && chunk.error) throw failureOf(chunk.error);
  return chunk;
}

function parse(data: string): Chunk | null {
  try {
    return JSON.parse(data);
  } catch {
    // Without the cause, whose message quotes the text.
    throw new LanguageModelError("unavailable", "not JSON");
  }
}

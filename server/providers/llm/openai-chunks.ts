import { LanguageModelError } from "./llm.ts";
import { failureOf } from "./openai-errors.ts";

/**
 * The fields of a chat completion, or of a chunk of one, that are read. Servers differ in which of them they leave out.
 */
export interface Chunk {
  choices?:
    | readonly {
        delta?: { content?: unknown } | null;
        message?: { content?: unknown } | null;
        finish_reason?: string | null;
      }[]
    | null;
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
}

/** In UTF-16 units: a longer line is taken for a broken server. */
const LONGEST_LINE = 1_000_000;

/**
 * The chunks of a streamed completion; those that arrive together are yielded together, and an empty list for what has no
 * chunk, such as the comments that keep a connection alive. A completion that comes whole, as JSON, is one chunk. Read here
 * and not by the client package, which takes several times as long for each token.
 * @throws LanguageModelError where the answer is anything else
 */
export async function* readChunks({ body, headers }: Response): AsyncGenerator<Chunk[], void> {
  if (body === null) throw new LanguageModelError("empty", "an answer without a body");
  const type = headers.get("Content-Type") ?? "";
  if (/\bhtml\b/.test(type)) throw new LanguageModelError("wrong_address", "a page in place of an answer");
  // By line only where it is a stream: JSON may have line breaks anywhere.
  const isWhole = /\bjson\b/.test(type) && !/ndjson|jsonl/.test(type);
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = isWhole ? [] : rest.split("\n");
      rest = isWhole ? rest : (lines.pop() ?? "");
      if (rest.length > LONGEST_LINE) throw new LanguageModelError("unavailable", "a line without end");
      if (done)
        yield isWhole && !/^\s*(data:|event:|:)/.test(rest)
          ? [checked(rest)]
          : [...lines, ...rest.split("\n")].flatMap(toChunk);
      else yield lines.flatMap(toChunk);
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
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

import { LanguageModelError } from "./llm.ts";

/** The fields of a chat completion chunk that are read. Servers differ in which of them they leave out. */
export interface Chunk {
  choices?: readonly { delta?: { content?: unknown } | null; finish_reason?: string | null }[] | null;
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
}

/** In UTF-16 units: a longer line is taken for a broken server. */
const LONGEST_LINE = 1_000_000;

/**
 * The chunks of a streamed completion; those that arrive together are yielded together. Read here and not by the client
 * package, which takes several times as long for each token.
 * @throws LanguageModelError where the stream holds anything else
 */
export async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Chunk[], void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      if (done) lines.push(rest);
      if (rest.length > LONGEST_LINE) throw new LanguageModelError("unavailable", "a line without end");
      const chunks = lines.flatMap(toChunk);
      if (chunks.length > 0) yield chunks;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * None for comments, other fields and blank lines. `[DONE]` counts as an end, because some servers give no finish reason.
 */
function toChunk(line: string): Chunk[] {
  if (!line.startsWith("data:")) return [];
  const data = line.slice("data:".length).trim();
  if (data === "[DONE]") return [end];
  const chunk = parse(data);
  if (typeof chunk !== "object" || chunk === null) throw new LanguageModelError("unavailable", "not a chunk");
  if ("error" in chunk && chunk.error) throw new LanguageModelError("unavailable", "an error within the stream");
  return [chunk];
}

const end: Chunk = { choices: [{ finish_reason: "stop" }] };

function parse(data: string): Chunk | null {
  try {
    return JSON.parse(data);
  } catch {
    // Without the cause, whose message quotes the text.
    throw new LanguageModelError("unavailable", "not JSON");
  }
}

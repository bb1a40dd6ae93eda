import type { Log } from "#server/platform/observe/log.ts";
import { type LanguageModel, LanguageModelError, type ModelRequest } from "./llm.ts";

interface JsonRequest extends Omit<ModelRequest, "onEnding"> {
  timeoutMs: number;
}

/** What a model answers as one JSON object; undefined where it fails, is slow, or answers none. */
export async function askForJson(
  { llm, log }: { llm: LanguageModel; log: Log },
  { timeoutMs, ...request }: JsonRequest,
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  let text = "";
  try {
    for await (const piece of llm.stream(request, signal)) text += piece;
  } catch (error) {
    if (!(error instanceof LanguageModelError)) throw error;
    log.warn({ code: error.code, reason: error.message, purpose: request.purpose }, "a model's judgment failed");
    return undefined;
  }
  return signal.aborted ? undefined : jsonIn(text);
}

/** Models put a sentence or a fence around it. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}

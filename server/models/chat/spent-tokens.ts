import type { PromptMessage } from "./llm.ts";
import { estimateTokens } from "./tokens.ts";

interface Exchange {
  /** The engine's own count; undefined where it does not count, or was stopped before it did. */
  counted: { prompt: number; reply: number } | undefined;
  messages: readonly PromptMessage[];
  reply: string;
}

/** The tokens read and written for a reply, estimated where the engine did not count. None where the model said nothing. */
export function spentTokens({ counted, messages, reply }: Exchange): { promptTokens: number; replyTokens: number } {
  if (counted !== undefined) return { promptTokens: counted.prompt, replyTokens: counted.reply };
  if (reply === "") return { promptTokens: 0, replyTokens: 0 };
  const promptTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  return { promptTokens, replyTokens: estimateTokens(reply) };
}

import type { PromptMessage } from "./llm.ts";
import { estimateTokens } from "./tokens.ts";

interface Exchange {
  /** As the engine counted it; undefined where it did not, or was ended before it could. */
  counted: { prompt: number; reply: number } | undefined;
  messages: readonly PromptMessage[];
  reply: string;
}

/** What was read and written for a reply, estimated where nobody counted. A model that said nothing is not paid. */
export function spentTokens({ counted, messages, reply }: Exchange): { promptTokens: number; replyTokens: number } {
  if (counted !== undefined) return { promptTokens: counted.prompt, replyTokens: counted.reply };
  if (reply === "") return { promptTokens: 0, replyTokens: 0 };
  const promptTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  return { promptTokens, replyTokens: estimateTokens(reply) };
}

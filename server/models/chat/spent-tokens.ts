import type { PromptMessage, SpentTokens } from "./llm.ts";
import { estimateTokens } from "./tokens.ts";

export type TokenCount = Omit<SpentTokens, "isEstimate">;

/**
 * The tokens read and written for a reply; null where the model said nothing.
 * @param counted by the server; undefined where it does not count, or was stopped before it did
 */
export function spentTokens(
  messages: readonly PromptMessage[],
  reply: string,
  counted: TokenCount | undefined,
): SpentTokens | null {
  if (counted !== undefined) return { ...counted, isEstimate: false };
  if (reply === "") return null;
  const promptTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  return { promptTokens, replyTokens: estimateTokens(reply), isEstimate: true };
}

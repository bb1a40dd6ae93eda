import type { TokenScope } from "#shared/api/access-tokens.ts";

/** The scopes as the screen calls them. */
export const scopeNames: Record<TokenScope, string> = { read: "Read", chat: "Chat", knowledge: "Teach" };

export const scopeTexts: Record<TokenScope, string> = {
  read: "see your pets, their diary and documents, and your chats",
  chat: "talk with your pets",
  knowledge: "answer diary questions, add and delete documents",
};

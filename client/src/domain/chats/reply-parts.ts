import type { Message } from "#shared/api/chat.ts";

interface ReplyParts {
  /** Emergency help: said by the product, not in the pet's voice. */
  help: string | null;
  /** The pet's own words. */
  own: string;
}

/** Splits a reply: where it has emergency help, its content begins with that. */
export function replyParts({ content, help }: Pick<Message, "content" | "help">): ReplyParts {
  if (!help || !content.startsWith(help)) return { help: null, own: content };
  return { help, own: content.slice(help.length).trimStart() };
}

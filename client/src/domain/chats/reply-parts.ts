import type { Message } from "../../../../shared/api/chat.ts";

interface ReplyParts {
  /** Said for the product in an emergency, not as the pet. */
  help: string | null;
  /** The pet's own words. */
  own: string;
}

/** A reply's content begins with its help, where it has one. */
export function replyParts({ content, help }: Pick<Message, "content" | "help">): ReplyParts {
  if (!help || !content.startsWith(help)) return { help: null, own: content };
  return { help, own: content.slice(help.length).trimStart() };
}

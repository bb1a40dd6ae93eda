import type { Message } from "#shared/api/chat.ts";

const endings: Partial<Record<Message["status"], string>> = {
  stopped: "Stopped",
  cut_off: "Cut off",
  refused: "Declined by the AI",
};

/** How a reply ended that is no whole one, in words; undefined for a whole one. */
export const endingOf = ({ status }: Pick<Message, "status">): string | undefined => endings[status];

/** Whether a whole reply to a question was taken from nothing that the pet knows: neither remembered nor help. */
export const isOwnWords = ({ role, status, help, sources, choices }: Message): boolean =>
  role === "assistant" && status === "complete" && !help && sources?.length === 0 && !choices?.length;

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

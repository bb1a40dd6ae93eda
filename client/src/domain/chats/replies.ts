import { t } from "@lingui/core/macro";
import type { Message } from "#shared/api/chat.ts";

const endings: Partial<Record<Message["status"], string>> = {
  stopped: t`Stopped`,
  cut_off: t`… I was cut off`,
  refused: t`Declined by the AI`,
};

/** Where the model has to be loaded into memory before it answers. */
export const LOADING = t`The model is being loaded … The first answer may take minutes.`;

/** Undefined for a whole reply. */
export const endingOf = ({ status }: Pick<Message, "status">): string | undefined => endings[status];

/** A whole reply to what the pet does not know of itself. */
export const isUnknown = ({ role, status, help, sources, choices }: Message): boolean =>
  role === "assistant" && status === "complete" && !help && sources?.length === 0 && !choices?.length;

interface ReplyParts {
  /** Emergency help: said by the product, not in the pet's voice. */
  help: string | null;
  own: string;
}

/** A reply with emergency help begins with it. */
export function replyParts({ content, help }: Pick<Message, "content" | "help">): ReplyParts {
  if (!help || !content.startsWith(help)) return { help: null, own: content };
  return { help, own: content.slice(help.length).trimStart() };
}

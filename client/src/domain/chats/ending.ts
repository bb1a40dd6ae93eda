import type { Message } from "#shared/api/chat.ts";

const endings: Partial<Record<Message["status"], string>> = {
  stopped: "Stopped",
  cut_off: "Cut off",
  refused: "Declined by the AI",
};

/** How a reply ended that is no whole one, in words; undefined for a whole one. */
export const endingOf = ({ status }: Pick<Message, "status">): string | undefined => endings[status];

import type { Message } from "#shared/api/chat.ts";

/** Whether a whole reply to a question was taken from nothing that the pet knows: neither remembered nor help. */
export const isOwnWords = ({ role, status, help, sources, choices }: Message): boolean =>
  role === "assistant" && status === "complete" && !help && sources?.length === 0 && !choices?.length;

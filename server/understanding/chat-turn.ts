import type { Choice, ReplyMark, Source } from "#shared/api/chat.ts";

/** What the person or the pet said. */
export interface Turn {
  /** Of the stored message; left out where none is. */
  id?: string;
  role: "user" | "assistant";
  content: string;
  /** What a reply was taken from. */
  sources?: readonly Source[] | null;
  mark?: ReplyMark | null;
  /** False where only the beginning of a reply is kept. */
  isWhole?: boolean;
  /** What a reply asked the person to choose between. */
  choices?: readonly Choice[] | null;
}

import type { Source } from "#shared/api/chat.ts";

export interface Evidence {
  kind: "diary" | "memory" | "document";
  /** The diary question, the document's name, or how a memory begins. */
  about: string;
  text: string;
  page: number | null;
  /** First name of whoever of the family gave it. */
  author?: string | null;
  /** The key of the seeded question; null or left out for the owner's own and for documents. */
  key?: string | null;
  /** The position of the best sentence; null or left out where none stands out. */
  focus?: number | null;
  /** The message words its question: whatever was said before, it is asked for. */
  isDirect?: boolean;
}

/** As a reply names what it took from the diary, or from a memory beside it. */
export const entrySource = (entry: { id?: string; question: string; answer: string; isMemory?: boolean }): Source =>
  entry.isMemory === true
    ? { kind: "memory", filename: "Pet memory", memoryId: entry.id ?? "", text: entry.answer }
    : { kind: "diary", filename: "Pet diary", question: entry.question, answer: entry.answer };

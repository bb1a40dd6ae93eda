/** A diary answer or a passage of a document, in its own words. */
export interface Evidence {
  kind: "diary" | "document";
  /** The diary question, or the document's name. */
  about: string;
  text: string;
  page: number | null;
  /** Of the seeded diary question; null or left out for the owner's own questions and for documents. */
  key?: string | null;
  /** The position of the sentence that fits the question best; null or left out where none does more than others. */
  focus?: number | null;
}

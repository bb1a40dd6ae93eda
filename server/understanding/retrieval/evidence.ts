export interface Evidence {
  kind: "diary" | "document";
  /** The diary question, or the document's name. */
  about: string;
  text: string;
  page: number | null;
  /** The key of the seeded question; null or left out for the owner's own and for documents. */
  key?: string | null;
  /** The position of the best sentence; null or left out where none stands out. */
  focus?: number | null;
}

import type { BookArrangement, BookEntry, BookPart } from "./api/book.ts";

/** What stands in the book, in its order. */
export const arrangeEntries = (
  entries: Readonly<Record<BookPart, readonly BookEntry[]>>,
  { parts, leftOut, order }: BookArrangement,
): { part: BookPart; entries: readonly BookEntry[] }[] => {
  const isLeftOut = new Set(leftOut);
  return parts
    .map((part) => ({ part, entries: inOrder(entries[part], order).filter(({ id }) => !isLeftOut.has(id)) }))
    .filter((part) => part.entries.length > 0);
};

/** What came since the order was chosen stands behind what it follows by nature. */
export function inOrder(entries: readonly BookEntry[], order: readonly string[]): BookEntry[] {
  const place = new Map(order.map((id, index) => [id, index]));
  const at = ({ id }: BookEntry) => place.get(id) ?? -1;
  const sorted = entries.filter(({ id }) => place.has(id)).toSorted((one, other) => at(one) - at(other));
  for (const [index, entry] of entries.entries()) {
    if (place.has(entry.id)) continue;
    const before = entries[index - 1];
    sorted.splice(before === undefined ? 0 : sorted.indexOf(before) + 1, 0, entry);
  }
  return sorted;
}

/** Each text goes its own way: an owner may answer English questions in Arabic. */
export interface SheetText {
  text: string;
  rtl: boolean;
}

/** What the template of the PDF reads (server/features/book/template.ts). */
export interface BookSheet {
  format: "a5" | "square";
  /** Of the pet. */
  lang: string;
  region: string;
  rtl: boolean;
  title: string;
  lead: string;
  name: SheetText;
  dates: string;
  contents: string;
  avatarUrl: string | null;
  parts: readonly {
    title: string;
    entries: readonly {
      group: SheetText | null;
      heading: SheetText | null;
      text: SheetText;
      note: SheetText | null;
    }[];
  }[];
}

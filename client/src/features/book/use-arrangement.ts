import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import {
  arrangeBook,
  type Book,
  type BookArrangement,
  type BookEntry,
  type BookPart,
  bookPart,
} from "#shared/api/book.ts";
import { inOrder } from "#shared/book.ts";
import { call } from "@/lib/api.ts";
import { toastError } from "@/lib/toast-error.ts";

export type Direction = -1 | 1;

/** Every change is shown at once, and stored in the order in which it was made. */
export function useArrangement(agentId: string, { entries, arrangement }: Pick<Book, "entries" | "arrangement">) {
  const [now, setNow] = useState(arrangement);
  const save = useMutation({
    scope: { id: `book ${agentId}` },
    mutationFn: (body: BookArrangement) => call(arrangeBook, { params: { id: agentId }, body }),
    onError: (error) => toastError(t`The book was not saved`, error, t`Please try again.`),
  });
  const change = (changes: Partial<BookArrangement>) => {
    const next = { ...now, ...changes };
    setNow(next);
    save.mutate(next);
  };
  const { parts, leftOut, order } = now;
  const shownIn = (part: BookPart): BookEntry[] => inOrder(entries[part], order);
  return {
    now,
    isSaving: save.isPending,
    /** Those that are left out come last. */
    parts: [...parts, ...bookPart.options.filter((part) => !parts.includes(part))],
    shownIn,
    setFormat: (format: BookArrangement["format"]) => change({ format }),
    choosePart: (part: BookPart, isIn: boolean) =>
      change({ parts: isIn ? [...parts, part] : parts.filter((each) => each !== part) }),
    movePart: (part: BookPart, by: Direction) => change({ parts: moved(parts, parts.indexOf(part), by) }),
    chooseEntry: (id: string, isIn: boolean) =>
      change({ leftOut: isIn ? leftOut.filter((each) => each !== id) : [...leftOut, id] }),
    moveEntry: (part: BookPart, id: string, by: Direction) => {
      const ids = shownIn(part).map((entry) => entry.id);
      const others = order.filter((each) => !ids.includes(each));
      change({ order: [...others, ...moved(ids, ids.indexOf(id), by)] });
    },
  };
}

export type Arrangement = ReturnType<typeof useArrangement>;

function moved<Item>(items: readonly Item[], at: number, by: Direction): Item[] {
  const [item, other] = [items[at], items[at + by]];
  if (item === undefined || other === undefined) return [...items];
  return items.with(at, other).with(at + by, item);
}

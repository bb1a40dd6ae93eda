import { expect, it } from "vitest";
import type { BookEntry } from "./api/book.ts";
import { arrangeEntries, inOrder } from "./book.ts";

const entry = (id: string): BookEntry => ({
  ...{ id, group: null, heading: null, text: id, date: null, toldBy: null },
});
const entries = ["a", "b", "c", "d"].map(entry);
const ids = (order: readonly string[]) =>
  inOrder(entries, order)
    .map(({ id }) => id)
    .join("");

it("keeps the order that was chosen, and puts what came since behind what it follows", () => {
  expect(ids([])).toBe("abcd");
  expect(ids(["d", "c", "b", "a"])).toBe("dcba");
  expect(ids(["c", "a", "gone"])).toBe("cdab");
  expect(ids(["d", "b"])).toBe("adbc");
});

it("leaves out entries, parts, and parts of which nothing is left", () => {
  const book = { diary: entries, memories: [entry("m")], talks: [entry("t")] };
  const parts = arrangeEntries(book, { format: "a5", parts: ["talks", "diary"], leftOut: ["t", "b"], order: [] });
  expect(parts.map(({ part, entries: chosen }) => [part, chosen.map(({ id }) => id).join("")])).toEqual([
    ["diary", "acd"],
  ]);
});

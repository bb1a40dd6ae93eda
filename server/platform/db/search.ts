import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { hasAccents } from "#shared/search-words.ts";
import type { Db } from "./client.ts";

/** A text as a search reads it: without accents, case and kinds of quotes (migration fold_text, decision 071). */
export const foldedText = (text: SQLWrapper): SQL => sql`fold_text(${text})`;

/** The condition that a folded text contains every word; undefined (no condition) where there are no words. */
export function containsWords(folded: SQLWrapper, words: readonly string[]): SQL | undefined {
  // Matches literally: `%` and `_` in a word are no wildcards, also those of full width, which folding makes plain.
  const pattern = (word: string) => sql`'%' || regexp_replace(fold_text(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
  return and(...words.map((word) => sql`${folded} like ${pattern(word)}`));
}

/**
 * The same in a form that no index serves: for the few messages of one chat, where PostgreSQL would else search the index
 * over all messages once for each chat. Of `<> 0` PostgreSQL expects that most texts fulfil it, of `> 0` that few do: it
 * would then read all messages of a chat at once where the first ones that are found are enough.
 */
export function containsWordsUnindexed(folded: SQLWrapper, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => sql`strpos(${folded}, fold_text(${word})) <> 0`));
}

/** The condition that a text has the words with the accents that they were typed with; undefined where none has any. */
export function containsAccents(text: SQLWrapper, words: readonly string[]): SQL | undefined {
  return and(
    ...words.filter(hasAccents).map((word) => sql`strpos(fold_text(${text}, true), fold_text(${word}, true)) <> 0`),
  );
}

/** An order by text in which what has the words with their accents comes first; as it is where none was typed. */
export function accentsFirst(
  order: SQL<string>,
  { text, words, down = false }: { text: SQLWrapper; words: readonly string[]; down?: boolean },
): SQL<string> {
  const exact = containsAccents(text, words);
  return exact === undefined ? order : sql<string>`((${exact}) <> ${!down})::int || ${order}`;
}

/** What PostgreSQL expects a query to cost, in its own unit: the reading of a page of a table, one after the other, is 1. */
export async function estimateCost(db: Db, query: SQLWrapper): Promise<number> {
  const { rows } = await db.execute(sql`explain (format json) ${query}`);
  const [row] = z.tuple([explained]).parse(rows);
  return row["QUERY PLAN"][0].Plan["Total Cost"];
}

const explained = z.object({
  "QUERY PLAN": z.tuple([z.object({ Plan: z.object({ "Total Cost": z.number() }) })]),
});

/** A moment as text that keeps its microseconds, which a `Date` does not: for the cursor of a list. */
export const exactTime = (moment: SQLWrapper): SQL<string> =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

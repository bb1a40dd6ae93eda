import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "./client.ts";

/** The condition that a text contains every word, in any case; undefined (no condition) where there are no words. */
export function containsWords(text: SQLWrapper, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => sql`${text} ilike ${likePattern(word)}`));
}

/**
 * The same in a form that no index serves: for the few messages of one chat, where PostgreSQL would else search the index
 * over all messages once for each chat. It takes a fifth less time than `ilike`, and for a number, which is looked for in
 * the text as it is, two thirds less. Of `<> 0` PostgreSQL expects that most texts fulfil it, of `> 0` that few do: it would
 * then read all messages of a chat at once where the first ones that are found are enough.
 */
export function containsWordsUnindexed(text: SQLWrapper, words: readonly string[]): SQL | undefined {
  return and(
    ...words.map((word) =>
      hasCase(word) ? sql`strpos(lower(${text}), lower(${word})) <> 0` : sql`strpos(${text}, ${word}) <> 0`,
    ),
  );
}

/** Whether the word has letters with capitals; numbers and Chinese have none. */
const hasCase = (word: string): boolean => word.toLowerCase() !== word.toUpperCase();

/** What PostgreSQL expects a query to cost, in its own unit: the reading of a page of a table, one after the other, is 1. */
export async function estimateCost(db: Db, query: SQLWrapper): Promise<number> {
  const { rows } = await db.execute(sql`explain (format json) ${query}`);
  const [row] = z.tuple([explained]).parse(rows);
  return row["QUERY PLAN"][0].Plan["Total Cost"];
}

const explained = z.object({
  "QUERY PLAN": z.tuple([z.object({ Plan: z.object({ "Total Cost": z.number() }) })]),
});

/** Matches the word literally: `%` and `_` in it are no wildcards. */
const likePattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** A moment as text that keeps its microseconds, which a `Date` does not: for the cursor of a list. */
export const exactTime = (moment: SQLWrapper): SQL<string> =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

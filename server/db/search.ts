import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** The condition that a text contains every word, in any case; undefined (no condition) where there are no words. */
export function containsWords(text: SQLWrapper, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => sql`${text} ilike ${likePattern(word)}`));
}

/** Matches the word literally: `%` and `_` in it are no wildcards. */
const likePattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** A moment as text that keeps its microseconds, which a `Date` does not: for the cursor of a list. */
export const exactTime = (moment: SQLWrapper): SQL<string> =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

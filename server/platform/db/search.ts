import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { foldText } from "#shared/fold-text.ts";
import { hasAccents } from "#shared/search-words.ts";
import type { Db } from "./client.ts";

/** Without accents, case and kinds of quotes (decision 071). */
export const foldedText = (text: SQLWrapper): SQL => sql`fold_text(${text})`;

export function containsWords(folded: SQLWrapper, words: readonly string[]): SQL | undefined {
  // `%` and `_` in a word are no wildcards, also those of full width.
  const pattern = (word: string) => sql`'%' || regexp_replace(fold_text(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
  return and(...words.map((word) => sql`${folded} like ${pattern(word)}`));
}

const isPair = (word: string): boolean => /^[^\0-\x7f]{1,2}$/u.test(foldText(word));

/** Where the text has an index of `letter_pairs`: it finds words that are too short for the other index. */
export function containsPairs(folded: SQLWrapper, words: readonly string[]): SQL | undefined {
  return and(...words.filter(isPair).map((word) => sql`letter_pairs(${folded}) @> array[fold_text(${word})]`));
}

/** For other words an index of three letters in a row would read nearly every text. A word in it begins after two spaces. */
export const isIndexed = (word: string): boolean => isPair(word) || /.[\p{L}\p{N}]{2}/u.test(foldText(word));

/** For the few messages of one chat. PostgreSQL expects most texts to fulfil `<> 0`, and so stops early. */
export function containsWordsUnindexed(folded: SQLWrapper, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => sql`strpos(${folded}, fold_text(${word})) <> 0`));
}

export function containsAccents(text: SQLWrapper, words: readonly string[]): SQL | undefined {
  return and(
    ...words.filter(hasAccents).map((word) => sql`strpos(fold_text(${text}, true), fold_text(${word}, true)) <> 0`),
  );
}

export function accentsFirst(
  order: SQL<string>,
  { text, words, down = false }: { text: SQLWrapper; words: readonly string[]; down?: boolean },
): SQL<string> {
  const exact = containsAccents(text, words);
  return exact === undefined ? order : sql<string>`((${exact}) <> ${!down})::int || ${order}`;
}

/** In PostgreSQL's unit: reading a page of a table in order is 1. */
export async function estimateCost(db: Db, query: SQLWrapper): Promise<number> {
  const { rows } = await db.execute(sql`explain (format json) ${query}`);
  const [row] = z.tuple([explained]).parse(rows);
  return row["QUERY PLAN"][0].Plan["Total Cost"];
}

const explained = z.object({
  "QUERY PLAN": z.tuple([z.object({ Plan: z.object({ "Total Cost": z.number() }) })]),
});

/** Keeps microseconds, which a `Date` does not, for cursors. */
export const exactTime = (moment: SQLWrapper): SQL<string> =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

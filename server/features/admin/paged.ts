import { z } from "zod";
import { decodeCursor, encodeCursor } from "#server/platform/http/cursor.ts";
import { moment } from "#shared/api/common.ts";

export type Place = [string, string];

export interface Page {
  q?: string | undefined;
  after?: Place | undefined;
  limit: number;
}

export const byText = z.tuple([z.string(), z.uuid()]);
export const byTime = z.tuple([moment(), z.uuid()]);

/** Reads one row more than is shown, to know whether there is another page. */
export async function readPage<Row extends { id: string; sortKey: string }>(
  { q, cursor, limit }: { q?: string | undefined; cursor?: string | undefined; limit: number },
  place: z.ZodType<Place>,
  read: (page: Page) => Promise<{ rows: Row[]; total: number }>,
) {
  const after = decodeCursor(cursor, place);
  const { rows, total } = await read({ q, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { rows: shown, total, nextCursor: last === undefined ? null : encodeCursor([last.sortKey, last.id]) };
}

import { Readable } from "node:stream";
import { z } from "zod";
import type { Db } from "#server/platform/db/client.ts";
import { can } from "#server/platform/http/access.ts";
import { decodeCursor, encodeCursor } from "#server/platform/http/cursor.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { type Media, media } from "#server/platform/http/media.ts";
import * as contract from "#shared/api/audit.ts";
import { csvHeader, csvLine } from "./csv.ts";
import * as queries from "./queries.ts";

/** Some 20 MB; for more, the period has to be narrowed. */
const CSV_ENTRIES = 100_000;
const CSV_BATCH = 5_000;
/** Where a page of entries ended: the id of the last one. */
const place = z.tuple([z.number().int()]);

export function auditRoutes(context: RouteContext, { db }: { db: Db }): void {
  const reader = can("manage_users");

  handle(context, contract.listAuditLog, {
    access: reader,
    run: async ({ query: { cursor, limit, ...filter } }) => {
      const [before] = decodeCursor(cursor, place) ?? [];
      const { rows, ...counted } = await queries.pageOfEntries(db, filter, { before, limit: limit + 1 });
      const entries = rows.slice(0, limit);
      const last = rows.length > limit ? entries.at(-1) : undefined;
      return {
        entries,
        ...counted,
        nextCursor: last === undefined ? null : encodeCursor([last.id]),
      };
    },
  });

  media(context, contract.downloadAuditLog, {
    access: reader,
    run: ({ query }) => writeCsv(db, query),
  });
}

async function writeCsv(db: Db, filter: queries.AuditFilter): Promise<Media> {
  // Excel recognizes UTF-8 only by a byte order mark.
  const parts = [`\uFEFF${csvHeader()}`];
  let before: number | undefined;
  for (let count = 0; count < CSV_ENTRIES; count += CSV_BATCH) {
    const rows = await queries.listEntries(db, filter, { before, limit: CSV_BATCH });
    parts.push(...rows.map(csvLine));
    before = rows.at(-1)?.id;
    if (rows.length < CSV_BATCH) break;
  }
  const bytes = Buffer.from(parts.join(""));
  return {
    size: bytes.length,
    contentType: contract.downloadAuditLog.media,
    caching: "private",
    open: async (range) =>
      Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)], { objectMode: false }),
  };
}

import { Readable } from "node:stream";
import { z } from "zod";
import type { Db } from "#server/platform/db/client.ts";
import { can } from "#server/platform/http/access.ts";
import { decodeCursor, encodeCursor } from "#server/platform/http/cursor.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { type Media, media } from "#server/platform/http/media.ts";
import type { AuditEntry } from "#shared/api/audit.ts";
import * as contract from "#shared/api/audit.ts";
import * as queries from "./queries.ts";

/** Some 20 MB; for more, the period has to be narrowed. */
const CSV_ENTRIES = 100_000;
const CSV_BATCH = 5_000;
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

type Row = Omit<AuditEntry, "at"> & { at: Date };

const columns: readonly [string, (row: Row) => string | null][] = [
  ["When (UTC)", (row) => row.at.toISOString()],
  ["Who", (row) => row.actorName],
  ["Who (id)", (row) => row.actorId],
  ["What", (row) => row.action],
  ["Kind", (row) => row.targetKind],
  ["Whom", (row) => row.targetName],
  ["Whom (id)", (row) => row.targetId],
  ["From", (row) => row.ip],
  ["Details", (row) => (Object.keys(row.details).length === 0 ? null : JSON.stringify(row.details))],
];

const csvHeader = (): string => line(columns.map(([title]) => title));
export const csvLine = (row: Row): string => line(columns.map(([, read]) => read(row) ?? ""));

const line = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;

/** Spreadsheets take such a cell for a formula; an apostrophe makes it text. */
const cell = (text: string): string => `"${text.replace(/^(?=[=+\-@\t\r\n])/, "'").replaceAll('"', '""')}"`;

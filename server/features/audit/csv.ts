import type { AuditEntry } from "#shared/api/audit.ts";

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

export const csvHeader = (): string => line(columns.map(([title]) => title));
export const csvLine = (row: Row): string => line(columns.map(([, read]) => read(row) ?? ""));

/** RFC 4180. */
const line = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;

/** Spreadsheets take a cell that begins with one of these characters for a formula; an apostrophe makes it text. */
const cell = (text: string): string => `"${text.replace(/^(?=[=+\-@\t\r\n])/, "'").replaceAll('"', '""')}"`;

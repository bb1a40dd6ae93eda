import type { UsageCounts } from "#shared/api/admin/settings/usage.ts";

export const figureNames = ["messages", "tokens", "characters", "seconds", "storedBytes"] as const;
export type FigureName = (typeof figureNames)[number];

interface Figure {
  label: string;
  /** The words after a number in a sentence, as in '12 messages'. */
  unit: string;
  valueIn: (counts: UsageCounts) => number;
  format: (value: number) => string;
}

const plain = (value: number): string => value.toLocaleString();

/** In the order of the screen. */
export const figures: Record<FigureName, Figure> = {
  messages: { label: "Messages", unit: "messages", valueIn: ({ messages }) => messages, format: plain },
  tokens: {
    label: "Model tokens",
    unit: "model tokens",
    valueIn: ({ promptTokens, replyTokens }) => promptTokens + replyTokens,
    format: plain,
  },
  characters: {
    label: "Spoken characters",
    unit: "spoken characters",
    valueIn: ({ characters }) => characters,
    format: plain,
  },
  seconds: {
    label: "Recognized speech",
    unit: "of recognized speech",
    valueIn: ({ seconds }) => seconds,
    format: duration,
  },
  storedBytes: {
    label: "Stored files",
    unit: "of stored files",
    valueIn: ({ storedBytes }) => storedBytes,
    format: size,
  },
};

/** Seconds as '45 s', '12 min' or '3.5 h'. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${rounded(seconds / 60)} min`;
  return `${rounded(seconds / 3600)} h`;
}

/** Bytes as '0 B', '12.5 KB' or '4.1 MB'. */
export function size(bytes: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  const step = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${rounded(bytes / 1024 ** step)} ${units[step]}`;
}

const rounded = (value: number): string => value.toLocaleString(undefined, { maximumFractionDigits: 1 });

const shortDay = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** In UTC, so that a day such as `2026-05-04` is the same for every reader. */
export const shortDayOf = (day: string): string => shortDay.format(new Date(`${day}T00:00:00Z`));
export const longDayOf = (day: string): string => longDay.format(new Date(`${day}T00:00:00Z`));

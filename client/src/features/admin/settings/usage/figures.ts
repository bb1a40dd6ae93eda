import { t } from "@lingui/core/macro";
import type { UsageCounts } from "#shared/api/admin/settings/usage.ts";
import { numberOf } from "@/lib/formats.ts";

export const figureNames = ["messages", "tokens", "characters", "seconds", "storedBytes"] as const;
export type FigureName = (typeof figureNames)[number];

interface Figure {
  label: string;
  /** The words after a number in a sentence, as in '12 messages'. */
  unit: string;
  valueIn: (counts: UsageCounts) => number;
  format: (value: number) => string;
}

/** In the order of the screen. */
export const figures: Record<FigureName, Figure> = {
  messages: { label: t`Messages`, unit: t`messages`, valueIn: ({ messages }) => messages, format: numberOf },
  tokens: {
    label: t`Model tokens`,
    unit: t`model tokens`,
    valueIn: ({ promptTokens, replyTokens }) => promptTokens + replyTokens,
    format: numberOf,
  },
  characters: {
    label: t`Spoken characters`,
    unit: t`spoken characters`,
    valueIn: ({ characters }) => characters,
    format: numberOf,
  },
  seconds: {
    label: t`Recognized speech`,
    unit: t`of recognized speech`,
    valueIn: ({ seconds }) => seconds,
    format: duration,
  },
  storedBytes: {
    label: t`Stored files`,
    unit: t`of stored files`,
    valueIn: ({ storedBytes }) => storedBytes,
    format: size,
  },
};

/** Seconds as '45 s', '12 min' or '3.5 h'. */
export function duration(seconds: number): string {
  if (seconds < 60) return t`${seconds} s`;
  if (seconds < 3600) return t`${{ minutes: rounded(seconds / 60) }} min`;
  return t`${{ hours: rounded(seconds / 3600) }} h`;
}

/** Bytes as '0 B', '12.5 KB' or '4.1 MB'. */
export function size(bytes: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  const step = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${rounded(bytes / 1024 ** step)} ${units[step]}`;
}

const rounded = (value: number): string => numberOf(value, { maximumFractionDigits: 1 });

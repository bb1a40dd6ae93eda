import type { Line } from "./timeline.ts";

/** `key` is that of its last line, or `newest`. */
export interface Block {
  key: string;
  lines: readonly Line[];
}

/** One line in this many ends a block. */
const LINES_A_BLOCK = 16;

/**
 * The ids of messages, which are random, decide where to cut: so a block stays the same when lines are added before or
 * after it.
 */
export function blocksOf(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  for (const [index, line] of lines.entries()) {
    if (!endsBlock(line)) continue;
    blocks.push({ key: line.key, lines: lines.slice(from, index + 1) });
    from = index + 1;
  }
  if (from < lines.length) blocks.push({ key: "newest", lines: lines.slice(from) });
  return blocks;
}

/** A line that was asked on this page has another key, and stays in the newest block. */
const endsBlock = ({ kind, key }: Line): boolean =>
  kind === "message" && Number.parseInt(key.slice(-4), 16) % LINES_A_BLOCK === 0;

// The lines of tables and lists, told by how they look.

export const LONGEST_HEADING = 100;
const MOST_ROWS = 100;

export const isEnded = (text: string): boolean => /[.!?…。！？।؟♥❤:：][)\]"'”»」』]*$/u.test(text);

export const isItem = (line: string): boolean => /^(?:[-–—•*◦▪·]|\p{N}{1,3}[.)]|\p{L}[.)])\s/u.test(line);

/** A line with a number that is no sentence. */
export const isRow = (line: string): boolean => isItem(line) || (!isEnded(line) && /\p{N}/u.test(line));

export const isHeading = (line: string): boolean =>
  line.length <= LONGEST_HEADING && !isRow(line) && (!isEnded(line) || /[:：]$/u.test(line));

/** The line above a row that names its columns or its list; null where there is none. */
export function headingOf(row: number, lines: readonly string[]): number | null {
  if (!isRow(lines[row] ?? "")) return null;
  for (let at = row - 1; at >= Math.max(0, row - MOST_ROWS); at -= 1) {
    const line = lines[at] ?? "";
    if (isHeading(line)) return at;
    if (!isRow(line)) return null;
  }
  return null;
}

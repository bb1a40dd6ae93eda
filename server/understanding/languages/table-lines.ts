export const LONGEST_HEADING = 100;
const MOST_ROWS = 100;

export const isEnded = (text: string): boolean => /[.!?…。！？।؟♥❤:：][)\]"'”»」』]*$/u.test(text);

export const isItem = (line: string): boolean => /^(?:[-–—•*◦▪·]|\p{N}{1,3}[.)]|\p{L}[.)])\s/u.test(line);

export const isRow = (line: string): boolean => isItem(line) || (!isEnded(line) && /\p{N}/u.test(line));

/** 'Weight' of 'Weight: 4.2 kg'; null where a line has no label. */
export const labelOf = (line: string): string | null => LABELED.exec(line)?.[1]?.trim() ?? null;

const LABELED =
  /^\s*(?:[-–—•*◦▪·]\s+)?(\p{L}(?:(?!\. )[^\n!?;:：。]){0,40})(?::\s|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー）)]):|：)\s*\S/u;

export const isHeading = (line: string): boolean =>
  line.length <= LONGEST_HEADING && !isRow(line) && labelOf(line) === null && (!isEnded(line) || /[:：]$/u.test(line));

/** Null where none is above the row. */
export function headingOf(row: number, lines: readonly string[]): number | null {
  if (!isRow(lines[row] ?? "")) return null;
  for (let at = row - 1; at >= Math.max(0, row - MOST_ROWS); at -= 1) {
    const line = lines[at] ?? "";
    if (isHeading(line)) return at;
    if (!isRow(line)) return null;
  }
  return null;
}

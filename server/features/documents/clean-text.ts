import { isEnded, labelOf } from "#server/understanding/languages/table-lines.ts";

/** Lines of these scripts are joined without a space. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\u3001-\u303f\uff01-\uff60]/u;
/** Ligatures and presentation forms of PDF fonts. */
const PRESENTATION_FORMS = /[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufb4f\ufb50-\ufdfb\ufe70-\ufefc]+/g;
const LIST_ITEM = /^([-–—•*◦▪·]|\p{N}{1,3}[.)]|\p{L}[.)])\s/u;

/** If most lines have such a width, a program wrapped them. */
const WRAPPED_FROM = 40;
const WRAPPED_TO = 200;

/** Full-width forms stay: they are ordinary characters in Chinese and Japanese. */
export function cleanText(raw: string): string {
  const text = raw
    .replace(/\r\n?|[\v\u0085\u2028]/g, "\n")
    .replace(/[\f\u2029]/g, "\n\n")
    .replace(/[^\P{Cc}\n\t]|[\p{Cs}\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff]/gu, "")
    // Marks of direction would part numbers.
    .replace(/[\u061c\u200e\u200f]/g, "")
    .replace(PRESENTATION_FORMS, (forms) => forms.normalize("NFKC"))
    .normalize("NFC")
    .replace(/[^\S\n]+/g, " ");
  return unwrap(text)
    .replace(/\u00ad/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Chinese, Japanese and Korean letters say as much as two Latin ones, and count twice. */
export function textWidth(text: string): number {
  let width = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    width +=
      (code >= 0x2e80 && code < 0xd7b0) || (code >= 0xf900 && code < 0xfaff) || (code >= 0xff00 && code < 0xff61)
        ? 2
        : 1;
  }
  return width;
}

export const isUnspaced = (character: string): boolean => UNSPACED.test(character);

function unwrap(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const typical = typicalWidth(lines);
  const wrapped = typical >= WRAPPED_FROM && typical <= WRAPPED_TO;
  const isFull = (line: string) => wrapped && textWidth(line) >= typical * 0.7;
  const parts: string[] = [];
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    parts.push(next === undefined ? line : joined(line, next, isFull(line), isFull(next)));
  }
  return parts.join("");
}

function joined(line: string, next: string, isFull: boolean, isNextFull: boolean): string {
  if (line === "" || next === "") return `${line}\n`;
  if (/\p{L}[-\u2010\u00ad]$/u.test(line) && /^\p{Ll}/u.test(next)) return line.slice(0, -1);
  if (!isFull || LIST_ITEM.test(next) || labelOf(next) !== null) return `${line}\n`;
  // Text without a full stop after one with it is a heading or the first line of a table.
  if (isEnded(line) && !isEnded(next) && !isNextFull) return `${line}\n`;
  return isUnspaced(line.slice(-1)) && isUnspaced(next.slice(0, 1)) ? line : `${line} `;
}

function typicalWidth(lines: readonly string[]): number {
  const widths = lines.filter((line) => line !== "").map(textWidth);
  widths.sort((a, b) => a - b);
  return widths[Math.floor(widths.length * 0.9)] ?? 0;
}

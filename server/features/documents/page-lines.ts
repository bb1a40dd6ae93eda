import type { PdfItem, Viewport } from "./pdf-page.ts";
import { type Direction, directionOf, holdsRightToLeft, readingOrder, shownOrder } from "./reading-order.ts";

/** In points from the page's upper left corner; `y` is the baseline. */
export interface Piece {
  text: string;
  left: number;
  right: number;
  y: number;
  height: number;
  /** Typed text is in reading order already. */
  isTyped?: boolean;
}

export type Line = Piece[];

/** In points, as the next. */
const LINE_HEIGHT = 4.6;
const COLUMN_GAP = 7;
/** In heights of letters. */
const SPACE = 0.15;

/** In the order of drawing; an empty line parts paragraphs. */
export function linesOf(items: readonly PdfItem[], viewport: Viewport): Line[] {
  const lines: Line[] = [];
  let line: Line = [];
  let height = 0;
  let lastY: number | undefined;
  const end = () => {
    lines.push(line);
    line = [];
    height = 0;
  };
  for (const item of items) {
    const piece = pieceOf(item, viewport);
    if (piece === null) continue;
    const isLineEnd = item.hasEOL === true;
    const distance = Math.abs(piece.y - (lastY ?? piece.y));
    const isBelow = distance > Math.max(LINE_HEIGHT, height + 1);
    if (isBelow && line.length > 0 && !(isLineEnd && piece.text.trim() === "")) end();
    if (piece.text !== "") line.push(piece);
    lastY = piece.y;
    height = Math.max(height, piece.height);
    if (isLineEnd) end();
  }
  end();
  return lines;
}

function pieceOf({ str, dir, transform = [], width = 0, height = 0 }: PdfItem, viewport: Viewport): Piece | null {
  if (str === undefined) return null;
  const [left = 0, y = 0] = viewport.convertToViewportPoint(transform[4] ?? 0, transform[5] ?? 0);
  const text = holdsRightToLeft(str) ? shownOrder(str, dir === "rtl" ? "rtl" : "ltr") : str;
  return { text, left, right: left + width, y, height };
}

export function textOf(lines: readonly Line[]): string {
  const all = lines.flat().map(({ text }) => text);
  const direction = directionOf(all.join(" ")) ?? "ltr";
  if (!all.some(holdsRightToLeft)) return lines.map(drawnText).join("\n");
  return lines.map((line) => readText(line, direction)).join("\n");
}

function drawnText(line: Line): string {
  let text = "";
  for (const [at, piece] of line.entries()) {
    const before = line[at - 1];
    const isSameLine = before !== undefined && Math.abs(before.y - piece.y) < LINE_HEIGHT;
    if (isSameLine && Math.abs(piece.left - before.right) > COLUMN_GAP) text += "\t";
    text += piece.text;
  }
  return text;
}

interface Cell {
  text: string;
  isTyped: boolean;
}

function readText(line: Line, page: Direction): string {
  const cells = cellsOf(line);
  if (page === "ltr" && !cells.some(({ text }) => holdsRightToLeft(text))) return drawnText(line);
  const directions = cells.map(({ text }) => directionOfCell(text, page));
  const isRightToLeft = page === "rtl" || directions.every((direction) => direction === "rtl");
  const read = cells.map(({ text, isTyped }, at) =>
    isTyped ? text : readingOrder(text, directions[at] ?? page).trim(),
  );
  return (isRightToLeft ? read.reverse() : read).join("\t");
}

/** A line with a right-to-left letter at its left end goes the way of its page. */
function directionOfCell(shown: string, page: Direction): Direction {
  const [left = ""] = /\p{L}/u.exec(shown) ?? [];
  return page === "rtl" && holdsRightToLeft(left) ? "rtl" : (directionOf(shown) ?? page);
}

/** From left to right; pieces may be drawn in any order. */
function cellsOf(line: Line): Cell[] {
  const cells: Cell[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { text, left, right, height, isTyped = false } of line.toSorted((one, other) => one.left - other.left)) {
    const cell = cells.at(-1);
    const gap = left - end;
    if (cell === undefined || cell.isTyped || isTyped || gap > Math.max(COLUMN_GAP, height))
      cells.push({ text, isTyped });
    else {
      const isApart = gap > SPACE * height && !cell.text.endsWith(" ") && !text.startsWith(" ");
      cell.text += `${isApart ? " " : ""}${text}`;
    }
    end = Math.max(end, right);
  }
  return cells;
}

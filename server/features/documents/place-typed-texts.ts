import { type Line, type Piece, textOf } from "./page-lines.ts";
import { holdsRightToLeft } from "./reading-order.ts";
import { isTicked, type TypedText } from "./typed-texts.ts";

/** In points; labels further away belong to other columns or rows. */
const FAR_LEFT = 200;
const FAR_UP = 16;
/** A label may reach into its field by so much. */
const OVERLAP = 3;

export function placeTypedTexts(lines: Line[], typed: readonly TypedText[]): void {
  const drawn = lines.flat();
  const shown = squeezed(textOf(lines));
  // Of two fields behind one label the left one comes first.
  for (const each of typed.toSorted((one, other) => one.left - other.left)) {
    if (isShown(each, drawn, shown)) continue;
    if (each.kind === "note") addLine(lines, each, [[], [pieceOf(each, each.text)], []]);
    else placeField(lines, drawn, each);
  }
}

const squeezed = (text: string): string => text.replace(/\s+/g, "");

/** A field's text at its place, a note's anywhere. */
function isShown(typed: TypedText, drawn: readonly Piece[], shown: string): boolean {
  if (typed.kind === "box") return false;
  if (typed.kind === "note") return shown.includes(squeezed(typed.text));
  const within = drawn.filter(
    ({ left, right, y }) => isInRow(y, typed) && right > typed.left + OVERLAP && left < typed.right - OVERLAP,
  );
  return squeezed(textOf([within])).includes(squeezed(typed.text));
}

const isInRow = (y: number, { top, bottom }: TypedText): boolean => y > top && y <= bottom + OVERLAP;

function placeField(lines: Line[], drawn: readonly Piece[], typed: TypedText): void {
  const { text, label } = typed;
  const beside = labelBeside(drawn, typed);
  if (beside !== undefined) {
    insert(
      lines,
      beside,
      { ...pieceOf(typed, text), y: beside.y },
      typed.kind === "box" && beside.left >= typed.left ? "before" : "after",
    );
    return;
  }
  const above = typed.kind === "field" ? labelAbove(drawn, typed) : undefined;
  if (above !== undefined) {
    const colon = /[:：?？؟]\s*$/u.test(above.text) ? " " : ": ";
    insert(lines, above, { ...pieceOf(typed, `${colon}${text}`), left: above.right, y: above.y }, "after");
    return;
  }
  if (typed.kind === "field") addLine(lines, typed, [[pieceOf(typed, label === "" ? text : `${label}: ${text}`)]]);
  else if (isTicked(typed) && label !== "") addLine(lines, typed, [[pieceOf(typed, `${text} ${label}`)]]);
}

/** Before the field, but behind a box, as the row is read. */
function labelBeside(drawn: readonly Piece[], typed: TypedText): Piece | undefined {
  const row = drawn.filter(({ text, y }) => isInRow(y, typed) && text.trim() !== "");
  const after = row.filter(({ left }) => left >= typed.right - OVERLAP);
  const before = row.filter(({ right }) => right <= typed.left + OVERLAP);
  const [next] = nearest(after, ({ left }) => left - typed.right);
  const [last] = nearest(before, ({ right }) => typed.left - right);
  const isRightToLeft = row.some(({ text }) => holdsRightToLeft(text));
  const [label, other] = (typed.kind === "box") === isRightToLeft ? [last, next] : [next, last];
  return typed.kind === "box" ? (label ?? other) : label;
}

function labelAbove(drawn: readonly Piece[], typed: TypedText): Piece | undefined {
  const above = drawn.filter(
    ({ text, y, left, right }) =>
      text.trim() !== "" &&
      y <= typed.top + OVERLAP &&
      y > typed.top - FAR_UP &&
      right > typed.left &&
      left < typed.right,
  );
  return nearest(above, ({ left }) => Math.abs(left - typed.left))[0];
}

const nearest = (pieces: readonly Piece[], distance: (piece: Piece) => number): Piece[] =>
  pieces.filter((piece) => distance(piece) < FAR_LEFT).toSorted((one, other) => distance(one) - distance(other));

function insert(lines: readonly Line[], label: Piece, piece: Piece, where: "before" | "after"): void {
  const line = lines.find((each) => each.includes(label));
  if (line === undefined) return;
  let at = line.indexOf(label);
  if (where === "after") for (at += 1; (line[at]?.left ?? piece.left) < piece.left; ) at += 1;
  line.splice(at, 0, piece);
}

function addLine(lines: Line[], typed: TypedText, added: Line[]): void {
  let at = -1;
  let lowest = Number.NEGATIVE_INFINITY;
  for (const [place, line] of lines.entries()) {
    const y = line[0]?.y ?? Number.POSITIVE_INFINITY;
    if (y <= typed.bottom + OVERLAP && y >= lowest) [at, lowest] = [place, y];
  }
  lines.splice(at + 1, 0, ...added);
}

const pieceOf = ({ left, right, top, bottom }: TypedText, text: string): Piece => ({
  ...{ text, left, right, y: bottom, isTyped: true },
  height: bottom - top,
});

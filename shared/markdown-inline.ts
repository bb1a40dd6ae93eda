/**
 * The few marks of markdown that a model sends in spite of its prompt, read once for the eye and the ear. A mark goes
 * only where it formats ("2*5 mg" and "rex_the_dog" have none). There is no HTML, no picture, and no link that could be
 * followed.
 */
export type Piece =
  /** `from`: where the words stand in the text. */
  | { kind: "text" | "code"; text: string; from: number }
  | { kind: "strong" | "em"; pieces: Piece[] }
  /** Where the link around the previous words leads. */
  | { kind: "address"; address: string }
  /** An item of a list follows. */
  | { kind: "bullet" }
  /** A paragraph ends. */
  | { kind: "break" };

export interface Place {
  from: number;
  /** The character before. */
  before: string;
  /** No more follows in the line. */
  isWhole: boolean;
}

/** Reads the line, or what stands before a mark that is still open. */
export function readInline(line: string, { from, before, isWhole }: Place): { pieces: Piece[]; length: number } {
  const pieces: Piece[] = [];
  let length = 0;
  const readTo = (end: number) => {
    if (end > length) pieces.push({ kind: "text", text: line.slice(length, end), from: from + length });
    length = end;
  };
  for (const { index } of line.matchAll(/[*_`[!]/g)) {
    if (index < length) continue;
    const mark = { index, from, isWhole, before: index === 0 ? before : lastCharacter(line.slice(0, index)) };
    const span = spanAt(line, mark);
    if (span === null) continue;
    readTo(index);
    if (span === "open") return { pieces, length };
    pieces.push(...span.pieces);
    length += span.length;
  }
  readTo(line.length);
  return { pieces, length };
}

export const readWhole = (words: string, from: number): Piece[] =>
  readInline(words, { from, before: " ", isWhole: true }).pieces;

interface Mark extends Place {
  index: number;
}

/** What a mark formats, with its marks. Null: nothing; `open`: more must be seen. */
type Span = { pieces: Piece[]; length: number } | null | "open";

/** So that many marks that nothing closes cost little. */
const LONGEST_SPAN = 400;
const LONGEST_ADDRESS = 1000;

function spanAt(line: string, mark: Mark): Span {
  const { index, isWhole } = mark;
  if (line[index] === "`") return codeAt(line, mark);
  if (line[index] === "[") return linkAt(line, mark);
  if (line[index] !== "!") return emphasisAt(line, mark);
  if (index + 1 === line.length) return isWhole ? null : "open";
  const link = line[index + 1] === "[" ? linkAt(line, { ...mark, index: index + 1 }) : null;
  return link === null || link === "open" ? link : { ...link, length: link.length + 1 };
}

const unclosed = (line: string, { index, isWhole }: Mark, longest = LONGEST_SPAN): null | "open" =>
  isWhole || line.length - index > longest ? null : "open";

function codeAt(line: string, mark: Mark): Span {
  const { index, from } = mark;
  const end = line.indexOf("`", index + 1);
  if (end === -1 || end - index > LONGEST_SPAN) return unclosed(line, mark);
  const text = line.slice(index + 1, end);
  return text === "" ? null : { pieces: [{ kind: "code", text, from: from + index + 1 }], length: text.length + 2 };
}

function linkAt(line: string, mark: Mark): Span {
  const { index, from } = mark;
  const [head, label = ""] = linkLabel.exec(line.slice(index, index + LONGEST_SPAN)) ?? [];
  if (head === undefined) return openLabel.test(line.slice(index)) ? unclosed(line, mark) : null;
  const start = index + head.length;
  const [tail, address] = linkAddress.exec(line.slice(start, start + LONGEST_ADDRESS)) ?? [];
  if (tail === undefined || address === undefined)
    return openAddress.test(line.slice(start)) ? unclosed(line, { ...mark, index: start }, LONGEST_ADDRESS) : null;
  const pieces = readWhole(label, from + index + 1);
  if (label !== address) pieces.push({ kind: "address", address });
  return { pieces, length: head.length + tail.length };
}

const linkLabel = /^\[([^\][\n]+)\]\(/;
const openLabel = /^\[[^\][\n]*\]?$/;
// It may have pairs of brackets in it.
const linkAddress = /^((?:[^\s()]|\([^\s()]*\))+)\)/;
const openAddress = /^(?:[^\s()]|\([^\s()]*\))*(?:\([^\s()]*)?$/;

function emphasisAt(line: string, mark: Mark): Span {
  const { index, before, from, isWhole } = mark;
  const sign = line[index] ?? "";
  const isDouble = line[index + 1] === sign;
  const marks = isDouble ? sign + sign : sign;
  // Two stars may format a part of a word.
  const isWordwise = marks !== "**";
  const start = index + marks.length;
  if (before === sign || (isWordwise && start < line.length && isLetter(before))) return null;
  const first = line.slice(start, start + 2);
  if (first === "" || first === sign) return unclosed(line, mark);
  if (/^\s/.test(first) || (first.startsWith(sign) && !/^.[^\s*_]/.test(first))) return null;
  for (let end = line.indexOf(marks, start + 1); end !== -1 && end - index <= LONGEST_SPAN; ) {
    const next = end + marks.length;
    if (next === line.length && !isWhole) return "open";
    const isRow = line[next] === sign;
    const closes = !isRow && !/\s/.test(line[end - 1] ?? "") && !(isWordwise && isLetter(line.slice(next)));
    if (closes) {
      const pieces = readWhole(line.slice(start, end), from + start);
      return { pieces: [{ kind: isDouble ? "strong" : "em", pieces }], length: next - index };
    }
    if (!isDouble) return null;
    // Of a longer row of marks the last ones close.
    end = line.indexOf(marks, end + 1);
  }
  return unclosed(line, mark);
}

const isLetter = (text: string): boolean => /^[\p{L}\p{N}]/u.test(text);

const surrogatePair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/;

export const lastCharacter = (text: string): string => text.slice(surrogatePair.test(text.slice(-2)) ? -2 : -1);

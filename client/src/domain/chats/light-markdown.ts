/**
 * The few marks of markdown that a model sends in spite of its prompt, as formatting. Everything else stays text: there
 * is no HTML, no picture, and no link that could be followed.
 */
export type Piece =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "em"; pieces: Piece[] };

/** Reads a reply, also one whose end is still missing. Lists and headings stay lines of the text. */
export function readMarkdown(text: string): Piece[] {
  if (!/[*_`[#>]|^\s*[-+] /m.test(text)) return [{ kind: "text", text }];
  const pieces: Piece[] = [];
  let isCode = false;
  for (const line of text.split(/(?<=\n)/)) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    else if (isCode) pieces.push({ kind: "code", text: line });
    else pieces.push(...readLine(line));
  }
  return pieces;
}

function readLine(line: string): Piece[] {
  const heading = /^ {0,3}#{1,6} +(.*?)( *\n?)$/s.exec(line);
  if (heading !== null) return [{ kind: "strong", pieces: readInline(heading[1] ?? "") }, plain(heading[2] ?? "")];
  return readInline(line.replace(/^(\s*)[-*+] +(?=\S)/, "$1• ").replace(/^ {0,3}(?:> ?)+/, ""));
}

/** So many characters between two marks at most, so that many unclosed marks cost little. */
const MOST = 400;

const inline = new RegExp(
  [
    "`(?<code>[^`\\n]+)`",
    `!?\\[(?<label>[^\\][\\n]{1,${MOST}})\\]\\((?<address>[^\\s()]{1,2000})\\)`,
    `\\*\\*(?<strong>[^\\s*](?:[^\\n]{0,${MOST}}?[^\\s*])?)\\*\\*`,
    `(?<![\\p{L}\\p{N}_])__(?<strong2>[^\\s_](?:[^\\n]{0,${MOST}}?[^\\s_])?)__(?![\\p{L}\\p{N}_])`,
    `(?<![\\p{L}\\p{N}*])\\*(?<em>[^\\s*](?:[^*\\n]{0,${MOST}}[^\\s*])?)\\*(?![\\p{L}\\p{N}*])`,
    `(?<![\\p{L}\\p{N}_])_(?<em2>[^\\s_](?:[^_\\n]{0,${MOST}}[^\\s_])?)_(?![\\p{L}\\p{N}_])`,
  ].join("|"),
  "gu",
);

function readInline(line: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of line.matchAll(inline)) {
    pieces.push(plain(line.slice(from, found.index)), pieceOf(found.groups ?? {}));
    from = found.index + found[0].length;
  }
  pieces.push(plain(line.slice(from)));
  return pieces.filter((piece) => piece.kind !== "text" || piece.text !== "");
}

function pieceOf({ code, label, address, strong, strong2, em, em2 }: Partial<Record<string, string>>): Piece {
  if (code !== undefined) return { kind: "code", text: code };
  if (label !== undefined) return plain(label === address ? label : `${label} (${address})`);
  const bold = strong ?? strong2;
  return bold === undefined
    ? { kind: "em", pieces: readInline(em ?? em2 ?? "") }
    : { kind: "strong", pieces: readInline(bold) };
}

const plain = (text: string): Piece => ({ kind: "text", text });

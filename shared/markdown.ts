import { lastCharacter, type Piece, readInline, readWhole } from "./markdown-inline.ts";

export function readMarkdown(text: string): Piece[] {
  const reader = new MarkdownReader();
  return joined([...reader.push(text), ...reader.end()]);
}

/** `from`: where the words stand in the text; null for a line's end that does not stand there. */
interface PlainWords {
  text: string;
  from: number | null;
}

/** Not where links lead. A line ends where a paragraph does. */
export function spokenWords(pieces: readonly Piece[]): PlainWords[] {
  return pieces.flatMap((piece) => {
    if ("pieces" in piece) return spokenWords(piece.pieces);
    if ("text" in piece) return [piece];
    return piece.kind === "address" ? [] : [{ text: "\n", from: null }];
  });
}

/**
 * Reads a text that arrives in pieces. What an open mark begins waits for the closing mark or the end of the line. The
 * result does not depend on how the text was cut.
 */
export class MarkdownReader {
  #rest = "";
  /** Where the rest begins in the text. */
  #from = 0;
  /** The character before the rest. */
  #before = "\n";
  /** Only white space and marks of the line were read so far. */
  #isStart = true;
  #isCode = false;

  push(text: string): Piece[] {
    this.#rest += text;
    return this.#read(false);
  }

  end(): Piece[] {
    return this.#read(true);
  }

  #read(isAll: boolean): Piece[] {
    const pieces: Piece[] = [];
    for (let hasMore = true; hasMore && this.#rest !== ""; ) {
      const lineEnd = this.#rest.indexOf("\n") + 1;
      const line = lineEnd === 0 ? this.#rest : this.#rest.slice(0, lineEnd);
      hasMore = this.#readNext(line, isAll || lineEnd > 0, pieces);
    }
    return pieces;
  }

  /** @returns false where more of the line must be seen first */
  #readNext(line: string, isWhole: boolean, pieces: Piece[]): boolean {
    if (this.#isStart) {
      const [space] = /^[^\S\n]+/.exec(line) ?? [];
      if (space !== undefined) return this.#give(space, pieces);
      if (!isWhole && openStart.test(line)) return false;
      if (this.#readStart(line, pieces)) return true;
      this.#isStart = false;
    }
    if (this.#isCode) return this.#give(line, pieces, "code");
    const { pieces: read, length } = readInline(line, { from: this.#from, before: this.#before, isWhole });
    pieces.push(...read);
    this.#pass(length);
    return length === line.length;
  }

  /** @returns whether the line begins with a mark */
  #readStart(line: string, pieces: Piece[]): boolean {
    if (fence.test(line)) {
      this.#isCode = !this.#isCode;
      this.#pass(line.length);
      return true;
    }
    if (this.#isCode) return false;
    const [quote] = quoteMark.exec(line) ?? [];
    if (quote !== undefined) {
      pieces.push({ kind: "break" });
      this.#pass(quote.length);
      return true;
    }
    const [signs] = headingSigns.exec(line) ?? [];
    const [item] = itemMark.exec(line) ?? [];
    if (signs !== undefined) {
      this.#pass(signs.length);
      const words = line.slice(signs.length).trimEnd();
      pieces.push({ kind: "break" }, { kind: "strong", pieces: readWhole(words, this.#from) }, { kind: "break" });
      this.#pass(words.length);
    } else if (item !== undefined) {
      pieces.push({ kind: "bullet" });
      this.#pass(item.length);
    }
    this.#isStart = false;
    return signs !== undefined || item !== undefined;
  }

  #give(text: string, pieces: Piece[], kind: "text" | "code" = "text"): true {
    pieces.push({ kind, text, from: this.#from });
    this.#pass(text.length);
    return true;
  }

  #pass(length: number): void {
    if (length === 0) return;
    this.#before = lastCharacter(this.#rest.slice(0, length));
    this.#isStart ||= this.#before === "\n";
    this.#rest = this.#rest.slice(length);
    this.#from += length;
  }
}

/** A beginning of which more must be seen: headings and the borders of code are read whole. */
const openStart = /^(?:> ?|[-*+] *|`{1,2}|#{1,6}(?: +.{0,400})?|```[\w+#.-]{0,40}\s*)$/;
const fence = /^```[\w+#.-]{0,40}\s*$/;
// "> 5 kg" is no quotation.
const quoteMark = /^>(?! ?\d) ?/;
const headingSigns = /^#{1,6} +(?=.{0,400}\n?$)/;
const itemMark = /^[-*+] +(?=\S)/;

/** Neighboring words become one piece, so that a search finds words that a mark might have parted. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.kind === piece.kind && "text" in last && "text" in piece && last.from + last.text.length === piece.from)
      all[all.length - 1] = { ...last, text: last.text + piece.text };
    else all.push(piece);
  }
  return all;
}

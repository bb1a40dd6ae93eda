import { type BracketReading, isDoubled, isOpener, type MarkerName, readBracketed } from "./bracketed-markers.ts";

/** Before these signs no white space is left where a marker stood. */
const closing = /[.,;:!?…。、，！？؟،।)\]»”’]/;

/**
 * Takes the markers out of a streamed reply, and keeps what they say. Models write them in the middle, twice, in other brackets,
 * with words between, or are cut within them. Text is held back only from a bracket that could begin them, or from the white
 * space before it. The result is the same however the stream is cut into pieces.
 */
export class MarkerReader {
  /** In the order used, each once; whole after `end`. */
  readonly numbers: number[] = [];
  readonly names = new Set<MarkerName>();
  /** Whether it says that the words are its own: `[[0]]`. */
  isOwnWords = false;
  readonly #count: number;
  #shown = "";
  #hasShown = false;
  /** What began with a bracket and may still become a marker. */
  #held = "";
  /** White space that was not shown yet: before what is held, and after a marker that was taken out. */
  #before = "";
  #after = "";
  #isAfterMarker = false;
  /** What may still close a marker that was taken out. */
  #closers = "";

  /** @param count of the numbers that exist, from 1 */
  constructor(count: number) {
    this.#count = count;
  }

  /** @returns the text that can be shown now */
  push(piece: string): string {
    this.#read(piece);
    return this.#flush();
  }

  /** @returns the text that was still held back */
  end(): string {
    while (this.#held !== "") {
      const bracketed = readBracketed(this.#held, this.#count, { isCut: true });
      if (bracketed.verdict === "marker") this.#takeOut(bracketed);
      else this.#release();
    }
    if (!this.#isAfterMarker) this.#shown += this.#before;
    this.#before = "";
    return this.#flush();
  }

  #read(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charAt(at);
      if (this.#held === "") this.#readOutside(unit);
      else this.#readInside(unit);
    }
  }

  #readOutside(unit: string): void {
    if (/\s/.test(unit)) {
      if (this.#isAfterMarker) this.#after += unit;
      else this.#before += unit;
    } else if (this.#closers.includes(unit)) this.#closers = this.#closers.replace(unit, "");
    else if (isOpener(unit)) this.#held = unit;
    else this.#show(unit);
  }

  #readInside(unit: string): void {
    // A marker that is cut by the end of its line, where a model goes on with something else.
    const cut = unit === "\n" && isDoubled(this.#held) ? readBracketed(this.#held, this.#count, { isCut: true }) : null;
    if (cut?.verdict === "marker") {
      this.#takeOut(cut);
      this.#readOutside(unit);
      return;
    }
    this.#held += unit;
    const bracketed = readBracketed(this.#held, this.#count);
    if (bracketed.verdict === "marker") this.#takeOut(bracketed);
    else if (bracketed.verdict === "text") this.#release();
  }

  /** What is held is text; only its first bracket is sure, for the rest may begin a marker of its own. */
  #release(): void {
    const [first = "", ...rest] = this.#held.split("");
    this.#held = "";
    this.#show(first);
    this.#read(rest.join(""));
  }

  #takeOut({ found, names, closers }: BracketReading): void {
    this.isOwnWords ||= found.includes(0);
    for (const name of names) this.names.add(name);
    for (const number of found)
      if (number >= 1 && number <= this.#count && !this.numbers.includes(number)) this.numbers.push(number);
    this.#held = "";
    this.#before ||= this.#after;
    this.#after = "";
    this.#isAfterMarker = true;
    this.#closers = closers;
  }

  #show(unit: string): void {
    this.#shown += this.#isAfterMarker ? this.#gapBefore(unit) : this.#before;
    this.#shown += unit;
    this.#hasShown = true;
    this.#before = "";
    this.#after = "";
    this.#isAfterMarker = false;
    this.#closers = "";
  }

  /** The white space in place of a marker, which may have had some on either side. */
  #gapBefore(unit: string): string {
    if (!this.#hasShown || closing.test(unit)) return "";
    const isNewLine = this.#after.includes("\n") && !this.#before.includes("\n");
    return this.#before === "" || isNewLine ? this.#after : this.#before;
  }

  #flush(): string {
    const text = this.#shown;
    this.#shown = "";
    return text;
  }
}

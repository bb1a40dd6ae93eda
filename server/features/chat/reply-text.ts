import type { Help } from "#server/understanding/danger/emergency.ts";

/** Twice the length of 1,000 tokens, for models that ignore the limit of tokens. */
const LONGEST_CHARACTERS = 8000;
/** Stands between the help, or the answer about care, and the pet's own words. */
const BETWEEN = "\n\n";

/**
 * The text of a reply while it is made: help or an answer about care comes first, then the pet's own words. What is added is
 * returned as it can be shown.
 */
export class ReplyText {
  #help: Help | null = null;
  #first = "";
  #own = "";
  /**
   * The end that is said only where more follows: white space, so that a reply neither begins nor ends with blank lines, and
   * half of a sign, whose other half comes with the next piece.
   */
  #rest = "";

  /** Where the danger is only possible, there is no help to be said, and the pet itself asks. */
  beginWithHelp(help: Help): string {
    this.#help = help;
    return help.text === null ? "" : this.begin(help.text);
  }

  /** What comes before the pet's own words. */
  begin(text: string): string {
    this.#first = text;
    return text;
  }

  /**
   * The last words of a reply whose model failed: where danger is possible, the pet asks in its own. Null where there is nothing
   * to be kept.
   */
  endWithoutModel(): string | null {
    if (this.hasBeginning) return "";
    if (this.#help === null) return null;
    return this.#own === "" ? this.add(this.#help.petSays[0] ?? "") : "";
  }

  /** What is beyond the longest reply is left out, as are signs that PostgreSQL can't store. */
  add(added: string): string {
    const said = this.#rest + added.replaceAll("\0", "");
    const text = this.#own === "" ? said.trimStart() : said;
    const words = withoutHalf(text).trimEnd();
    this.#rest = text.slice(words.length);
    // PostgreSQL stores no half of a sign, and the stored reply should be the one that was shown.
    const piece = withoutHalf(words.slice(0, LONGEST_CHARACTERS - this.#own.length)).toWellFormed();
    if (piece === "") return "";
    const isFirst = this.#own === "";
    this.#own += piece;
    return this.#first !== "" && isFirst ? BETWEEN + piece : piece;
  }

  /** The help that it begins with. */
  get help(): string | null {
    return this.#help?.text ?? null;
  }

  get hasBeginning(): boolean {
    return this.#first !== "";
  }

  get isFull(): boolean {
    // Of a sign of two halves, the last that there is room for is left out.
    return this.#own.length >= LONGEST_CHARACTERS - 1;
  }

  /** The pet's own words. */
  get own(): string {
    return this.#own;
  }

  get whole(): string {
    return [this.#first, this.#own].filter((part) => part.trim() !== "").join(BETWEEN);
  }
}

/** Without the first half of a surrogate pair at its end. */
const withoutHalf = (text: string): string => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text);

import type { Help } from "#server/understanding/danger/emergency.ts";

/** Twice the length of 1,000 tokens, for models that ignore the limit of tokens. */
const LONGEST_CHARACTERS = 8000;
/** Stands between the help, or the answer about care, and the pet's own words. */
const BETWEEN = "\n\n";

/** The text of a reply while it is made: help or an answer about care comes first, then the pet's own words. */
export class ReplyText {
  #help: Help | null = null;
  #first = "";
  #own = "";
  /**
   * The end that is said only where more follows: white space, so that a reply neither begins nor ends with blank lines, and
   * half of a sign, whose other half comes with the next piece.
   */
  #rest = "";
  readonly #say: (piece: string) => void;

  /** @param say gets each piece as it comes */
  constructor(say: (piece: string) => void) {
    this.#say = say;
  }

  /** Says help first; where the danger is only possible, there is none, and the pet itself asks. */
  beginWithHelp(help: Help): void {
    this.#help = help;
    if (help.text !== null) this.begin(help.text);
  }

  /** Says what comes before the pet's own words. */
  begin(text: string): void {
    this.#first = text;
    this.#say(text);
  }

  /** Whether something can be kept of a reply whose model failed: where danger is possible, the pet asks in its own words. */
  endWithoutModel(): boolean {
    if (!this.hasBeginning && this.#own === "" && this.#help !== null) this.add(this.#help.petSays[0] ?? "");
    return this.hasBeginning || this.#help !== null;
  }

  /** What is beyond the longest reply is left out. */
  add(added: string): void {
    const said = this.#rest + added;
    const text = this.#own === "" ? said.trimStart() : said;
    const words = withoutHalf(text).trimEnd();
    this.#rest = text.slice(words.length);
    // PostgreSQL stores no half of a sign, and the stored reply should be the one that was shown.
    const piece = withoutHalf(words.slice(0, LONGEST_CHARACTERS - this.#own.length)).toWellFormed();
    if (piece === "") return;
    this.#say(this.#first !== "" && this.#own === "" ? BETWEEN + piece : piece);
    this.#own += piece;
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

import { plainText } from "./plain-text.ts";

/** A word, or several, found in a plain text: from `start` up to `end`. */
export interface Found<Mark> {
  mark: Mark;
  start: number;
  end: number;
  /** How many letters of the text its pattern spells out. */
  letters: number;
}

interface Entry<Mark> {
  mark: Mark;
  /** Whether other letters of the same word may stand before. */
  startsInside: boolean;
  endsInside: boolean;
}

/** In the tree: the rest of a word and the space after it. No text holds this sign. */
const REST = "\0";

interface Node<Mark> {
  next: Map<string, Node<Mark>>;
  entries: Entry<Mark>[];
}

export interface Spelling {
  /** False for languages that write no spaces: a word is then found anywhere. */
  wholeWords: boolean;
  /** What is written onto the beginning of a word, such as an article. */
  attached: readonly string[];
}

/**
 * Looks up thousands of words in one pass over a text: a tree of letters is walked from each place until no word goes on.
 * The work grows with the length of the text, whatever the text.
 */
export class WordIndex<Mark> {
  /** Words that may begin anywhere, and those that begin where a word of the text does. */
  readonly #anywhere: Node<Mark> = { next: new Map(), entries: [] };
  readonly #atStarts: Node<Mark> = { next: new Map(), entries: [] };
  readonly #spelling: Spelling;
  readonly #attached: string[];

  constructor(spelling: Spelling) {
    this.#spelling = spelling;
    this.#attached = spelling.attached.map(plainText);
  }

  /** `*` at the end of a word of a pattern stands for any ending, at its beginning for any letters before. */
  add(pattern: string, mark: Mark): void {
    const anywhere = !this.#spelling.wholeWords;
    const [startsInside, endsInside] = [anywhere || pattern.startsWith("*"), anywhere || pattern.endsWith("*")];
    const root = startsInside ? this.#anywhere : this.#atStarts;
    let node = root;
    const pieces = pattern.replace(/^\*|\*$/g, "").split("* ");
    for (const letter of pieces.map(plainText).join(REST)) {
      const next = node.next.get(letter) ?? { next: new Map(), entries: [] };
      node.next.set(letter, next);
      node = next;
    }
    if (node === root) return;
    node.entries.push({ mark, startsInside, endsInside });
  }

  /**
   * Every word in a plain text, and how many letters were looked at. Where a pattern stands for more than its own letters,
   * the found word reaches over the whole of it.
   */
  find(text: string): { found: Found<Mark>[]; steps: number } {
    const found: Found<Mark>[] = [];
    const words = wordsOf(text);
    const starts = this.#startsIn(text, words);
    const { wholeWords } = this.#spelling;
    let steps = 0;
    const walk = (node: Node<Mark>, start: number, at: number): void => {
      steps += 1;
      for (const { mark, startsInside, endsInside } of node.entries) {
        if (!endsInside && !isGap(text, at)) continue;
        const from = startsInside && wholeWords ? words[start]?.start : start;
        const to = endsInside && wholeWords ? words[at - 1]?.end : at;
        found.push({ mark, start: from ?? start, end: to ?? at, letters: at - start });
      }
      const rest = node.next.get(REST);
      const end = words[at]?.end ?? text.length;
      if (rest !== undefined && end < text.length) walk(rest, start, end + 1);
      const next = at < text.length ? node.next.get(text.charAt(at)) : undefined;
      if (next !== undefined) walk(next, start, at + 1);
    };
    for (let start = 0; start < text.length; start++) {
      walk(this.#anywhere, start, start);
      if (starts.has(start)) walk(this.#atStarts, start, start);
    }
    return { found, steps };
  }

  /** Where words begin, also behind what is written onto them. */
  #startsIn(text: string, words: readonly Word[]): Set<number> {
    const starts = new Set(words.map(({ start }) => start));
    for (const start of [...starts])
      for (const piece of this.#attached) if (text.startsWith(piece, start)) starts.add(start + piece.length);
    return starts;
  }
}

interface Word {
  start: number;
  end: number;
}

/** The word at each place of a text. */
function wordsOf(text: string): Word[] {
  let start = 0;
  return text.split(" ").flatMap((letters) => {
    const word = { start, end: start + letters.length };
    start = word.end + 1;
    return new Array<Word>(letters.length + 1).fill(word);
  });
}

const isGap = (text: string, at: number): boolean => at >= text.length || text[at] === " ";

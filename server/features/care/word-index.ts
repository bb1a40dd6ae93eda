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

/** A place in the tree. Where only one word goes on, its letters are together in one label, which takes far less memory. */
interface Node<Mark> {
  /** What comes between the place above and this one. */
  label: string;
  /** By the first letter of their labels; null where no word goes on. */
  next: Map<string, Node<Mark>> | null;
  /** Words that end here; null for none. */
  entries: Entry<Mark>[] | null;
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
  readonly #anywhere: Node<Mark> = { label: "", next: null, entries: null };
  readonly #atStarts: Node<Mark> = { label: "", next: null, entries: null };
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
    const pieces = pattern.replace(/^\*|\*$/g, "").split("* ");
    const letters = pieces.map(plainText).join(REST);
    if (letters === "") return;
    const node = placeFor(startsInside ? this.#anywhere : this.#atStarts, letters);
    node.entries = [...(node.entries ?? []), { mark, startsInside, endsInside }];
  }

  /**
   * Every word in a plain text, and how many letters were looked at. Where a pattern stands for more than its own letters,
   * the found word reaches over the whole of it. `words`: those of the text, where they are known.
   */
  find(text: string, words: readonly Word[] = wordsOf(text)): { found: Found<Mark>[]; steps: number } {
    const found: Found<Mark>[] = [];
    const starts = this.#startsIn(text, words);
    const { wholeWords } = this.#spelling;
    let steps = 0;
    const walk = (node: Node<Mark>, start: number, at: number): void => {
      steps += 1;
      for (const { mark, startsInside, endsInside } of node.entries ?? []) {
        if (!endsInside && !isGap(text, at)) continue;
        const from = startsInside && wholeWords ? words[start]?.start : start;
        const to = endsInside && wholeWords ? words[at - 1]?.end : at;
        found.push({ mark, start: from ?? start, end: to ?? at, letters: at - start });
      }
      goOn(node.next?.get(REST), start, at);
      if (at < text.length) goOn(node.next?.get(text.charAt(at)), start, at);
    };
    const goOn = (node: Node<Mark> | undefined, start: number, from: number): void => {
      if (node === undefined) return;
      let at = from;
      for (let place = 0; place < node.label.length; place++) {
        steps += 1;
        const letter = node.label.charAt(place);
        if (letter === REST) at = words[at]?.end ?? text.length;
        else if (letter !== text.charAt(at)) return;
        if (at >= text.length) return;
        at += 1;
      }
      walk(node, start, at);
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

/** The place where these letters end, which is made where there is none. */
function placeFor<Mark>(root: Node<Mark>, letters: string): Node<Mark> {
  let node = root;
  let rest = letters;
  while (rest !== "") {
    const first = rest.charAt(0);
    node.next ??= new Map();
    const next = node.next.get(first);
    if (next === undefined) {
      const added: Node<Mark> = { label: rest, next: null, entries: null };
      node.next.set(first, added);
      return added;
    }
    const shared = sharedLength(next.label, rest);
    if (shared < next.label.length) {
      const between = { label: next.label.slice(0, shared), next: new Map([[next.label.charAt(shared), next]]) };
      node.next.set(first, { ...between, entries: null });
      next.label = next.label.slice(shared);
    }
    node = node.next.get(first) ?? next;
    rest = rest.slice(shared);
  }
  return node;
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charAt(length) === other.charAt(length)) length += 1;
  return length;
}

export interface Word {
  start: number;
  end: number;
}

/** The word at each place of a text. */
export function wordsOf(text: string): Word[] {
  let start = 0;
  return text.split(" ").flatMap((letters) => {
    const word = { start, end: start + letters.length };
    start = word.end + 1;
    return new Array<Word>(letters.length + 1).fill(word);
  });
}

const isGap = (text: string, at: number): boolean => at >= text.length || text[at] === " ";

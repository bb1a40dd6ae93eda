import { Spellings, type SpellingTable, spellingTable } from "../languages/spellings.ts";
import { plainText } from "./plain-text.ts";

export interface WordMatch<Mark> {
  mark: Mark;
  start: number;
  end: number;
  /** How many letters of the text the pattern spells out. */
  letters: number;
}

/** Stands for the rest of a word and the space after it; no text holds this sign. */
const REST = "\0";
const REST_CODE = REST.charCodeAt(0);

export interface WritingOfWords {
  /** False for languages that write no spaces: a word is then found anywhere. */
  wholeWords: boolean;
  /** What is written onto the beginning of a word, such as an article. */
  attached: readonly string[];
}

/** A word's number is twice the place of its mark, plus one where it may end within a word of the text. */
export interface IndexedWords<Mark> {
  writing: WritingOfWords;
  marks: Mark[];
  anywhere: SpellingTable;
  atStarts: SpellingTable;
}

/** `*` at the end of a word of a pattern stands for any ending, at its beginning for any letters before. */
export function indexWords<Mark>(
  { wholeWords, attached }: WritingOfWords,
  words: Iterable<readonly [pattern: string, mark: Mark]>,
): IndexedWords<Mark> {
  const marks = new Map<Mark, number>();
  const anywhere = new Map<string, number[]>();
  const atStarts = new Map<string, number[]>();
  for (const [pattern, mark] of words) {
    const place = marks.get(mark) ?? marks.size;
    marks.set(mark, place);
    const endsInside = !wholeWords || pattern.endsWith("*");
    const letters = pattern
      .replace(/^\*|\*$/g, "")
      .split("* ")
      .map(plainText)
      .join(REST);
    if (letters === "") continue;
    const table = !wholeWords || pattern.startsWith("*") ? anywhere : atStarts;
    table.set(letters, [...(table.get(letters) ?? []), 2 * place + Number(endsInside)]);
  }
  return {
    writing: { wholeWords, attached: attached.map(plainText) },
    marks: [...marks.keys()],
    ...{ anywhere: spellingTable(anywhere), atStarts: spellingTable(atStarts) },
  };
}

/** Looks up thousands of words in one pass, so the work grows with the text and not with the list. */
export class WordIndex<Mark> {
  readonly #writing: WritingOfWords;
  readonly #marks: readonly Mark[];
  readonly #anywhere: Spellings;
  readonly #atStarts: Spellings;

  constructor({ writing, marks, anywhere, atStarts }: IndexedWords<Mark>) {
    this.#writing = writing;
    this.#marks = marks;
    this.#anywhere = new Spellings(anywhere);
    this.#atStarts = new Spellings(atStarts);
  }

  find(text: string, words: readonly Word[] = placedWords(text)): { found: WordMatch<Mark>[]; steps: number } {
    const found: WordMatch<Mark>[] = [];
    const starts = this.#startsIn(text, words);
    let steps = 0;
    for (let start = 0; start < text.length; start++) {
      steps += this.#findFrom(start, this.#anywhere, { text, words, found });
      if (starts.has(start)) steps += this.#findFrom(start, this.#atStarts, { text, words, found });
    }
    return { found, steps };
  }

  #findFrom(
    start: number,
    spellings: Spellings,
    { text, words, found }: { text: string; words: readonly Word[]; found: WordMatch<Mark>[] },
  ): number {
    const { wholeWords } = this.#writing;
    const startsInside = spellings === this.#anywhere;
    let steps = 1;
    /** `from` to `to` are spellings that share their first letters. */
    const goOn = (from: number, to: number, letters: number, at: number): void => {
      steps += 1;
      const own = spellings.numbersAt(from, letters);
      for (const number of own ?? []) {
        const [mark, endsInside] = [this.#marks[number >> 1], number % 2 === 1];
        if (mark === undefined || (!endsInside && !isGap(text, at))) continue;
        const foundFrom = startsInside && wholeWords ? words[start]?.start : start;
        const foundTo = endsInside && wholeWords ? words[at - 1]?.end : at;
        found.push({ mark, start: foundFrom ?? start, end: foundTo ?? at, letters: at - start });
      }
      const longer = own === undefined ? from : from + 1;
      const hasRest = longer < to && spellings.letterAt(longer, letters) === REST_CODE;
      const other = hasRest ? spellings.firstAfter(longer, to, letters, REST_CODE) : longer;
      const end = words[at]?.end ?? text.length;
      if (hasRest && end < text.length) goOn(longer, other, letters + 1, end + 1);
      if (at >= text.length || other >= to) return;
      const next = spellings.firstAfter(other, to, letters, text.charCodeAt(at) - 1);
      const after = spellings.firstAfter(next, to, letters, text.charCodeAt(at));
      if (next < after) goOn(next, after, letters + 1, at + 1);
    };
    const [from, to] = spellings.beginningWith(text.charCodeAt(start)) ?? [0, 0];
    if (from < to) goOn(from, to, 1, start + 1);
    return steps;
  }

  #startsIn(text: string, words: readonly Word[]): Set<number> {
    const starts = new Set(words.map(({ start }) => start));
    for (const start of [...starts])
      for (const piece of this.#writing.attached) if (text.startsWith(piece, start)) starts.add(start + piece.length);
    return starts;
  }
}

export interface Word {
  start: number;
  end: number;
}

export function placedWords(text: string): Word[] {
  let start = 0;
  return text.split(" ").flatMap((letters) => {
    const word = { start, end: start + letters.length };
    start = word.end + 1;
    return new Array<Word>(letters.length + 1).fill(word);
  });
}

const isGap = (text: string, at: number): boolean => at >= text.length || text[at] === " ";

import {
  endOfSentence,
  endOfUnspaced,
  type SentenceEnd,
  wideLetter,
} from "#server/understanding/languages/sentence-ends.ts";
import { MarkdownReader, spokenWords } from "#shared/markdown.ts";
import type { Piece } from "#shared/markdown-inline.ts";

export interface SentenceSplitter {
  push(text: string): string[];
  end(): string[];
}

// In letters; a wide letter counts as two.
const MIN_LENGTH = 25;
const MAX_LENGTH = 280;

/** The result does not depend on the pieces. (Intl.Segmenter is not stable while a text grows, and splits "Dr. ".) */
export function createSentenceSplitter(language: string): SentenceSplitter {
  const markdown = new MarkdownReader();
  const reader = createCharacterReader(language);
  /** The first half of a surrogate pair. */
  let half = "";

  function readAll(pieces: readonly Piece[], out: string[]): void {
    for (const { text } of spokenWords(pieces)) for (const character of text) reader.read(character, out);
  }

  return {
    push(text) {
      const out: string[] = [];
      let whole = half + text;
      half = /[\uD800-\uDBFF]$/.exec(whole)?.[0] ?? "";
      if (half !== "") whole = whole.slice(0, -1);
      readAll(markdown.push(whole), out);
      return out;
    },
    end() {
      const out: string[] = [];
      readAll(markdown.push(half), out);
      half = "";
      readAll(markdown.end(), out);
      reader.end(out);
      return out;
    },
  };
}

function createCharacterReader(language: string) {
  const pending = createPendingText(language);
  let spaces = 0;
  let newlines = 0;
  /** A sentence ends at this position, unless the next letter or digit matches. */
  let open: { position: number; unless: RegExp } | null = null;

  function settle(end: SentenceEnd, out: string[]): void {
    if (end === "yes") complete(pending.text.length, out);
    else if (end !== "no") open = { position: pending.text.length, unless: end };
  }

  function complete(position: number, out: string[]): boolean {
    const isComplete = pending.complete(position, out);
    if (isComplete) open = null;
    return isComplete;
  }

  function readWhitespace(character: string, out: string[]): void {
    if (spaces + newlines === 0) settle(endOfSentence(pending.text, language), out);
    if (character === "\n") newlines += 1;
    else spaces += 1;
  }

  function endWhitespace(next: string, out: string[]): void {
    if (newlines > 1 || (newlines === 1 && isListMarker(next))) endParagraph(out);
    else if (pending.text !== "") pending.append(" ");
    spaces = 0;
    newlines = 0;
  }

  function endParagraph(out: string[]): void {
    open = null;
    if (!complete(pending.text.length, out) && pending.text !== "") pending.append("\n");
  }

  function decideOpen(next: string, out: string[]): void {
    if (open === null || !/[\p{L}\p{N}]/u.test(next)) return;
    const { position, unless } = open;
    open = null;
    if (!unless.test(next)) complete(position, out);
  }

  return {
    read(character: string, out: string[]): void {
      if (/\s/u.test(character)) {
        readWhitespace(character, out);
        return;
      }
      if (spaces + newlines > 0) endWhitespace(character, out);
      else settle(endOfUnspaced(pending.text, character), out);
      decideOpen(character, out);
      if (pending.giveFirstClause(character, out)) open = null;
      pending.append(character);
      // French sets a space before it.
      if (open !== null && character === "»") open.position = pending.text.length;
      if (pending.cutWhereTooLong(out)) open = null;
    },
    end: (out: string[]): void => pending.give(pending.text.length, out),
  };
}

function createPendingText(language: string) {
  let text = "";
  let weight = 0;
  let isFirst = true;

  function give(position: number, out: string[]): void {
    const sentence = text.slice(0, position).trim();
    text = text.slice(position).trimStart();
    weight = weigh(text);
    if (sentence === "") return;
    out.push(sentence);
    isFirst = false;
  }

  return {
    get text() {
      return text;
    },
    append(more: string): void {
      text += more;
      weight += weigh(more);
    },
    give,
    complete(position: number, out: string[]): boolean {
      const sentence = text.slice(0, position);
      if (!/[\p{L}\p{N}]/u.test(sentence) || (!isFirst && weigh(sentence) < MIN_LENGTH)) return false;
      give(position, out);
      return true;
    },
    giveFirstClause(next: string, out: string[]): boolean {
      if (!isFirst || weight < MIN_LENGTH || !endsClause(text, next)) return false;
      give(text.length, out);
      return true;
    },
    cutWhereTooLong(out: string[]): boolean {
      if (weight <= MAX_LENGTH) return false;
      give(lastMatchEnd(clauseEnd, text) ?? lastMatchEnd(/\s/gu, text) ?? lastWordStart(text, language), out);
      return true;
    },
  };
}

const clauseEnd = /(?:[,;:،؛–—]["'”’»)\]]*\s)|[，、；：]/gu;

function isListMarker(character: string): boolean {
  return /[-+•·–—\d]/u.test(character);
}

function weigh(text: string): number {
  let weight = 0;
  for (const character of text) weight += wideLetter.test(character) ? 2 : 1;
  return weight;
}

/** Null where what stands before it is too short for a clip. */
function lastMatchEnd(pattern: RegExp, text: string): number | null {
  let end: number | null = null;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end !== null && weigh(text.slice(0, end)) >= MAX_LENGTH / 4 ? end : null;
}

const wordSegmenters = new Map<string, Intl.Segmenter>();

function lastWordStart(text: string, language: string): number {
  let segmenter = wordSegmenters.get(language);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(language, { granularity: "word" });
    wordSegmenters.set(language, segmenter);
  }
  let start = 0;
  for (const segment of segmenter.segment(text)) start = segment.index;
  return start > 0 ? start : text.length;
}

const closers = "[\"'”’“»«)\\]]*";
/** Not after an abbreviation ('e.g.,'); a typewriter's dash has whitespace on both sides. */
const spacedEnd = new RegExp(`(?:(?<![.．])[,;:،؛–—]${closers}|\\s-)\\s$`, "u");
/** Of scripts without spaces, and the dash that English sets without them. */
const unspacedEnd = /[，、；：—][」』”’》）]*$/u;
const begins = /[\p{L}\p{N}"'“„«»‘¿¡「『《]/u;
/** In some languages the opening mark is the closing one of others. */
const pairs = [/["“”„]/gu, /[«»]/gu, /[「」]/gu, /[『』]/gu, /[()（）]/gu, /[[\]]/gu, /[《》]/gu];

/** Not inside a number, a quotation or brackets. */
function endsClause(text: string, next: string): boolean {
  if (/[\p{L}\p{N}]/u.test(text.at(-1) ?? "") || !(spacedEnd.test(text) || unspacedEnd.test(text))) return false;
  if (!begins.test(next) || (/\p{N}[^\p{L}\p{N}]*$/u.test(text) && /\p{N}/u.test(next))) return false;
  return pairs.every((pair) => (text.match(pair)?.length ?? 0) % 2 === 0);
}

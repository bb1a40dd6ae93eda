import {
  endOfSentence,
  endOfUnspaced,
  type SentenceEnd,
  wideLetter,
} from "#server/understanding/languages/sentence-ends.ts";
import { MarkdownReader, spokenWords } from "#shared/markdown.ts";
import type { Piece } from "#shared/markdown-inline.ts";
import { endsClause } from "./clause-ends.ts";

export interface SentenceSplitter {
  /** Takes the next piece of the text. @returns the sentences that it completed */
  push(text: string): string[];
  /** To be called after the last piece. @returns the rest of the text as sentences */
  end(): string[];
}

// In letters; a Chinese, Japanese or Korean character, which takes as long to say, counts as two.
const MIN_LENGTH = 25;
const MAX_LENGTH = 280;

/**
 * Splits a text that arrives in pieces into sentences for a synthesizer, without markdown. The first ends at a comma or the
 * like where it is long enough, because someone waits for its sound; short sentences after it are joined, very long ones
 * are cut at a comma.
 *
 * Invariants: the result does not depend on the pieces, because the text is read character by character, and nothing is
 * decided before the next character has arrived, or after a mark of markdown the other one. Joined, the sentences are the text again, except for whitespace and
 * markdown. (Intl.Segmenter's sentences are not stable while a text grows, and end at "Dr. "; it finds
 * the words where a long run has no comma and no space.)
 */
export function createSentenceSplitter(language: string): SentenceSplitter {
  const markdown = new MarkdownReader();
  const reader = createCharacterReader(language);
  /** The first half of a character that was cut in two. */
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

/** Reads one character after the other, and adds the sentences that it completes to `out`. */
function createCharacterReader(language: string) {
  const pending = createPendingText(language);
  let spaces = 0;
  let newlines = 0;
  /** A sentence ends at this position of the pending text, unless the next letter or digit is of this kind. */
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

/** What is not given out yet, with its whitespace collapsed; it may hold whole short sentences. */
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
    /** Gives out the text up to a sentence's end, unless that is too short. */
    complete(position: number, out: string[]): boolean {
      const sentence = text.slice(0, position);
      if (!/[\p{L}\p{N}]/u.test(sentence) || (!isFirst && weigh(sentence) < MIN_LENGTH)) return false;
      give(position, out);
      return true;
    },
    /** Gives out the beginning of the first sentence, where a clause ends before this character. */
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

/** The end of the last match, if what stands before it is worth a clip of its own. */
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

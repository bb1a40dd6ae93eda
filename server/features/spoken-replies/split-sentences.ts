import { languageFor } from "../../languages/languages.ts";
import { abbreviation } from "./abbreviations.ts";
import { createMarkDropper } from "./drop-marks.ts";

export interface SentenceSplitter {
  /** Takes the next piece of the text, gives the sentences that it completed. */
  push(text: string): string[];
  /** What is left, when the text is over. */
  end(): string[];
}

// In letters; a Chinese, Japanese or Korean character, which takes as long to say, counts as two.
const MIN_LENGTH = 25;
const MAX_LENGTH = 280;

/**
 * Cuts a text that arrives in pieces into what a synthesizer is given: sentences, the short ones after the first put
 * together, the very long ones cut at a comma, without markdown.
 *
 * Invariants: the result does not depend on how the text was cut into pieces, since one character is looked at after
 * the other, and nothing is decided on what has merely not arrived yet. Put together, the sentences are the text, but
 * for whitespace and marks. (Intl.Segmenter's sentences are not stable while a text grows, and end at "Dr. "; it finds
 * the words where a long run has no comma and no space.)
 */
export function createSentenceSplitter(language: string): SentenceSplitter {
  const marks = createMarkDropper();
  let halfPair = "";
  let first = true;
  /** What is not given out yet, whitespace collapsed; it may hold whole short sentences. */
  let unit = "";
  let length = 0;
  let spaces = 0;
  let newlines = 0;
  /** Where in `unit` a sentence ends, unless the next letter or digit is of this kind. */
  let asked: { position: number; unless: RegExp } | null = null;

  function read(character: string, out: string[]): void {
    if (/\s/u.test(character)) {
      if (spaces + newlines === 0) settle(endOfSentence(unit, language), out);
      if (character === "\n") newlines += 1;
      else spaces += 1;
      return;
    }
    if (spaces + newlines > 0) {
      if (newlines > 1 || (newlines === 1 && isListMarker(character))) paragraph(out);
      else if (unit !== "") append(" ");
      spaces = 0;
      newlines = 0;
    } else {
      settle(endOfUnspaced(unit, character), out);
    }
    if (asked !== null && /[\p{L}\p{N}]/u.test(character)) {
      const { position, unless } = asked;
      asked = null;
      if (!unless.test(character)) complete(position, out);
    }
    append(character);
    // French sets a space before it.
    if (asked !== null && character === "»") asked.position = unit.length;
    if (length > MAX_LENGTH) cut(out);
  }

  function append(text: string): void {
    unit += text;
    length += weigh(text);
  }

  function settle(answer: Answer, out: string[]): void {
    if (answer === "yes") complete(unit.length, out);
    else if (answer !== "no") asked = { position: unit.length, unless: answer };
  }

  function paragraph(out: string[]): void {
    asked = null;
    if (!complete(unit.length, out) && unit !== "") append("\n");
  }

  /** Gives out `unit` up to a sentence's end, unless that is too short. */
  function complete(position: number, out: string[]): boolean {
    const sentence = unit.slice(0, position);
    if (!/[\p{L}\p{N}]/u.test(sentence) || (!first && weigh(sentence) < MIN_LENGTH)) return false;
    give(position, out);
    return true;
  }

  function give(position: number, out: string[]): void {
    const sentence = unit.slice(0, position).trim();
    unit = unit.slice(position).trimStart();
    length = weigh(unit);
    asked = null;
    if (sentence === "") return;
    out.push(sentence);
    first = false;
  }

  function cut(out: string[]): void {
    give(lastMatchEnd(clauseEnd, unit) ?? lastMatchEnd(/\s/gu, unit) ?? lastWordStart(unit, language), out);
  }

  function readAll(text: string, out: string[]): void {
    for (const raw of text) {
      for (const character of marks.push(raw)) read(character, out);
    }
  }

  return {
    push(text) {
      const out: string[] = [];
      let whole = halfPair + text;
      halfPair = /[\uD800-\uDBFF]$/.exec(whole)?.[0] ?? "";
      if (halfPair !== "") whole = whole.slice(0, -1);
      readAll(whole, out);
      return out;
    },
    end() {
      const out: string[] = [];
      readAll(halfPair, out);
      halfPair = "";
      for (const character of marks.end()) read(character, out);
      give(unit.length, out);
      return out;
    },
  };
}

const signs = "[.!?…؟۔。！？｡।॥‼⁇⁈⁉]";
const closers = "[\"'”’“»«›‹)\\]}」』）】》〉〕]|\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\u200D|\\uFE0F";
const signEnd = new RegExp(`(${signs}+)((?:${closers})*)$`, "u");
const sign = new RegExp(`^${signs}$`, "u");
const closer = new RegExp(`^(?:${closers})$`, "u");
const unspacedEnd = new RegExp(`[。！？｡।॥](?:${closers})*$`, "u");
const exclamationEnd = new RegExp(`[!?](?:${closers})*$`, "u");
const wideLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const clauseEnd = /(?:[,;:،؛–—]["'”’»)\]]*\s)|[，、；：]/gu;

/** Whether the unit ends a sentence; a pattern: unless the next letter or digit is like that. */
type Answer = "yes" | "no" | RegExp;
const small = /\p{Ll}/u;
const smallOrDigit = /[\p{Ll}\p{N}]/u;

/** Asked where whitespace follows. */
function endOfSentence(unit: string, language: string): Answer {
  if (!endsWithSign(unit)) return "no";
  const [, end = "", after = ""] = signEnd.exec(unit) ?? [];
  // "Sit!" she said.
  const sentenceEnd = /["'”’“»«›‹)\]]/u.test(after) || /«[^»]*$/u.test(unit) ? small : "yes";
  if (/[!?؟。！？｡।॥‼⁇⁈⁉]/u.test(end)) return sentenceEnd;
  if (end.length > 1 || end === "…") return small;
  const before = unit.slice(0, -(end.length + after.length));
  const word = /[^\s"'“„«‹([{¿¡]*$/u.exec(before)?.[0] ?? "";
  if (/^\d+$/.test(word)) return isNumbering(before, word, language) ? "no" : sentenceEnd;
  const answers = { leading: "no", counting: smallOrDigit, closing: small } as const;
  const known = abbreviation(language, word);
  return known === null ? sentenceEnd : answers[known];
}

/** Asked between two characters: in scripts without spaces a sentence is over where its sign is. */
function endOfUnspaced(unit: string, next: string): Answer {
  if (!endsWithSign(unit) || sign.test(next) || closer.test(next)) return "no";
  return unspacedEnd.test(unit) || (wideLetter.test(next) && exclamationEnd.test(unit)) ? "yes" : "no";
}

function endsWithSign(unit: string): boolean {
  // The first test alone answers for nearly every character.
  return !/[\p{L}\p{N}\s]/u.test(unit.at(-1) ?? " ") && signEnd.test(unit);
}

/** "1. Fetch", and in some languages an ordinal: the German "am 3. Mai". */
function isNumbering(before: string, digits: string, language: string): boolean {
  const startsLine = /(?:^|\n)$/.test(before.slice(0, -digits.length));
  return (
    (startsLine && digits.length <= 3) || (digits.length <= 2 && languageFor(language)?.writing.ordinalDots === true)
  );
}

function isListMarker(character: string): boolean {
  return /[-+•·–—\d]/u.test(character);
}

function weigh(text: string): number {
  let weight = 0;
  for (const character of text) weight += wideLetter.test(character) ? 2 : 1;
  return weight;
}

/** The end of the last match, if what stands before it is worth a clip of its own. */
function lastMatchEnd(pattern: RegExp, unit: string): number | null {
  let end: number | null = null;
  for (const match of unit.matchAll(pattern)) end = match.index + match[0].length;
  return end !== null && weigh(unit.slice(0, end)) >= MAX_LENGTH / 4 ? end : null;
}

const wordSegmenters = new Map<string, Intl.Segmenter>();

function lastWordStart(unit: string, language: string): number {
  let segmenter = wordSegmenters.get(language);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(language, { granularity: "word" });
    wordSegmenters.set(language, segmenter);
  }
  let start = 0;
  for (const segment of segmenter.segment(unit)) start = segment.index;
  return start > 0 ? start : unit.length;
}

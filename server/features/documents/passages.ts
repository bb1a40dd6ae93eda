import { endsInAbbreviation } from "#server/understanding/languages/sentence-ends.ts";
import { headingOf } from "#server/understanding/languages/table-lines.ts";
import { textWidth } from "./clean-text.ts";

/** As of `textWidth`: 150 to 200 words, so that a passage has one subject. */
const TARGET_WIDTH = 900;
const MAX_WIDTH = 1_200;
/** Below it the rest of a page joins the passage before. */
const MIN_WIDTH = 200;
const MAX_OVERLAP_WIDTH = 300;
const MAX_WORD_LENGTH = 100;
const WINDOW_LENGTH = 4_000;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const words = new Intl.Segmenter("en", { granularity: "word" });

/** Passages overlap by a sentence, so that a thought on the border is found in either. None spans two pages. */
export function cutIntoPassages(text: string): string[] {
  const passages: string[] = [];
  let pieces: string[] = [];
  let width = 0;
  /** How many pieces repeat the passage before. */
  let overlap = 0;
  const begin = (repeated: string[]) => {
    pieces = repeated;
    overlap = repeated.length;
    width = repeated.reduce((sum, piece) => sum + textWidth(piece), 0);
  };
  const close = (next = "") => {
    passages.push(pieces.join(""));
    const last = pieces.at(-1);
    const isRepeated = last !== undefined && pieces.length > 1 && textWidth(last) <= MAX_OVERLAP_WIDTH;
    const heading = headingAbove(pieces, next);
    begin([...new Set([...(heading === undefined ? [] : [heading]), ...(isRepeated ? [last] : [])])]);
  };
  for (const paragraph of text.split(/(?<=\n\n)/)) {
    for (const sentence of sentencesOf(paragraph)) {
      const sentenceWidth = textWidth(sentence);
      if (pieces.length > overlap && width + sentenceWidth > TARGET_WIDTH) close(sentence);
      if (width + sentenceWidth > MAX_WIDTH) begin([]);
      pieces.push(sentence);
      width += sentenceWidth;
    }
    if (pieces.length > overlap && width >= TARGET_WIDTH * 0.75) close();
  }
  const rest = pieces.slice(overlap).join("");
  const before = passages.at(-1);
  if (before !== undefined && textWidth(rest) < MIN_WIDTH && textWidth(before + rest) <= MAX_WIDTH)
    passages[passages.length - 1] = before + rest;
  else if (rest !== "") passages.push(pieces.join(""));
  return passages.map((passage) => passage.trim()).filter((passage) => /[\p{L}\p{N}]/u.test(passage));
}

function headingAbove(pieces: readonly string[], next: string): string | undefined {
  const lines = [...pieces, next].map((piece) => piece.trim());
  const heading = pieces[headingOf(lines.length - 1, lines) ?? pieces.length];
  return heading?.endsWith("\n") ? heading : undefined;
}

/** Each with the white space after it. */
function* sentencesOf(paragraph: string): Generator<string> {
  let waiting = "";
  for (const segment of segmentsOf(sentences, paragraph)) {
    if (segment.trim() === "") {
      waiting += segment;
      continue;
    }
    if (endsInAbbreviation(waiting)) {
      waiting += segment;
      continue;
    }
    if (waiting !== "") yield* cutToSize(waiting);
    waiting = segment;
  }
  if (waiting !== "") yield* cutToSize(waiting);
}

function* cutToSize(sentence: string): Generator<string> {
  if (textWidth(sentence) <= TARGET_WIDTH) yield sentence;
  else yield* cutAtWords(sentence);
}

function* cutAtWords(sentence: string): Generator<string> {
  let piece = "";
  let width = 0;
  for (const word of wordsOf(sentence)) {
    const wordWidth = textWidth(word);
    if (width + wordWidth > TARGET_WIDTH) {
      yield piece;
      piece = "";
      width = 0;
    }
    piece += word;
    width += wordWidth;
  }
  if (piece !== "") yield piece;
}

/** The segmenter takes 5 µs a word, so only scripts without spaces use it. */
function* wordsOf(sentence: string): Generator<string> {
  for (const [run] of sentence.matchAll(/\s*\S+\s*/g)) {
    if (run.length <= MAX_WORD_LENGTH) yield run;
    else for (const word of segmentsOf(words, run)) yield* word.length <= MAX_WORD_LENGTH ? [word] : slices(word);
  }
}

/** The segmenter's time grows with the square of the text: 56 s for a paragraph of 1 MB. */
function* segmentsOf(segmenter: Intl.Segmenter, text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const window = text.slice(from, from + WINDOW_LENGTH);
    const isLast = from + window.length >= text.length;
    let previous = "";
    for (const { segment } of segmenter.segment(window)) {
      if (previous !== "") {
        yield previous;
        from += previous.length;
      }
      previous = segment;
    }
    // The last segment may go on in the next window; one that fills the window is cut.
    if (!isLast && previous.length < window.length) continue;
    if (!isLast) previous = window.slice(0, Math.max(window.lastIndexOf(" "), window.lastIndexOf("\n")) + 1) || window;
    yield previous;
    from += previous.length;
  }
}

/** For a file pasted in base64. */
function* slices(word: string): Generator<string> {
  let slice = "";
  for (const character of word) {
    slice += character;
    if (slice.length >= MAX_WORD_LENGTH) {
      yield slice;
      slice = "";
    }
  }
  if (slice !== "") yield slice;
}

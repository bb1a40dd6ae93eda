import { endsInAbbreviation } from "#server/understanding/languages/abbreviations.ts";
import { headingOf } from "#server/understanding/languages/table-lines.ts";
import { textWidth } from "./clean-text.ts";

/** Widths are those of `textWidth`. This one is 150 to 200 words: small enough that a passage has one subject. */
const TARGET_WIDTH = 900;
const MAX_WIDTH = 1_200;
/** Below this, the rest of a page joins the passage before it. */
const MIN_WIDTH = 200;
/** A longer sentence is not repeated at the beginning of the next passage. */
const MAX_OVERLAP_WIDTH = 300;
const MAX_WORD_LENGTH = 100;
const WINDOW_LENGTH = 4_000;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const words = new Intl.Segmenter("en", { granularity: "word" });

/**
 * Cuts one page of cleaned text into passages, between paragraphs and sentences. A passage begins with the last sentence of
 * the one before, so that a thought on the border is found in either, and within a table or a list with what heads it, so
 * that a row can be understood. No passage spans two pages, because its page is named as the source.
 */
export function cutIntoPassages(text: string): string[] {
  const passages: string[] = [];
  let pieces: string[] = [];
  let width = 0;
  /** How many of the first pieces the passage before holds as well. */
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

/** The piece that heads the table or list in which the next one is a row; undefined where that is none. */
function headingAbove(pieces: readonly string[], next: string): string | undefined {
  const lines = [...pieces, next].map((piece) => piece.trim());
  const heading = pieces[headingOf(lines.length - 1, lines) ?? pieces.length];
  return heading?.endsWith("\n") ? heading : undefined;
}

/** Each sentence with the white space after it; none ends at 'Dr.' */
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

/** For a table or a list without a full stop. */
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

/** Each word with what follows it. The segmenter takes 5 µs a word, so it is used only for scripts without spaces. */
function* wordsOf(sentence: string): Generator<string> {
  for (const [run] of sentence.matchAll(/\s*\S+\s*/g)) {
    if (run.length <= MAX_WORD_LENGTH) yield run;
    else for (const word of segmentsOf(words, run)) yield* word.length <= MAX_WORD_LENGTH ? [word] : slices(word);
  }
}

/**
 * Works window by window, because the segmenter's time grows with the square of the text (56 s for one paragraph of 1 MB).
 */
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
    // The last segment of a window may continue in the next one. A segment that fills the window is cut, between words if
    // possible.
    if (!isLast && previous.length < window.length) continue;
    if (!isLast) previous = window.slice(0, Math.max(window.lastIndexOf(" "), window.lastIndexOf("\n")) + 1) || window;
    yield previous;
    from += previous.length;
  }
}

/** For a "word" like a file pasted in base64. Cuts between code points. */
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

import { textWidth } from "./clean-text.ts";

/** In Latin letters, where Chinese ones count twice: 150 to 200 words, small enough that a passage has one subject. */
const TARGET_WIDTH = 900;
const MAX_WIDTH = 1_200;
/** Below this, the rest of a page joins the passage before it. */
const MIN_WIDTH = 200;
/** A longer sentence is not said twice. */
const MAX_OVERLAP_WIDTH = 300;
const MAX_WORD_LENGTH = 100;
const WINDOW_LENGTH = 4_000;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const words = new Intl.Segmenter("en", { granularity: "word" });

/**
 * Cuts one page (cleaned) into passages at paragraph and sentence borders. A passage begins with the last sentence of
 * the one before, so that a thought cut in two is found by either half. A passage never spans pages: its page is named
 * as a source.
 */
export function cutIntoPassages(text: string): string[] {
  const passages: string[] = [];
  let pieces: string[] = [];
  let width = 0;
  /** How many of the first pieces the passage before holds, too. */
  let overlap = 0;
  const begin = (repeated: string[]) => {
    pieces = repeated;
    overlap = repeated.length;
    width = repeated.reduce((sum, piece) => sum + textWidth(piece), 0);
  };
  const close = () => {
    passages.push(pieces.join(""));
    const last = pieces.at(-1);
    begin(last !== undefined && pieces.length > 1 && textWidth(last) <= MAX_OVERLAP_WIDTH ? [last] : []);
  };
  for (const paragraph of text.split(/(?<=\n\n)/)) {
    for (const sentence of sentencesOf(paragraph)) {
      const sentenceWidth = textWidth(sentence);
      if (pieces.length > overlap && width + sentenceWidth > TARGET_WIDTH) close();
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

/** With the white space that follows each. */
function* sentencesOf(paragraph: string): Generator<string> {
  let waiting = "";
  for (const segment of segmentsOf(sentences, paragraph)) {
    if (segment.trim() === "") {
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

/** With what follows each. The segmenter is for scripts without spaces only: it takes 5 µs a word. */
function* wordsOf(sentence: string): Generator<string> {
  for (const [run] of sentence.matchAll(/\s*\S+\s*/g)) {
    if (run.length <= MAX_WORD_LENGTH) yield run;
    else for (const word of segmentsOf(words, run)) yield* word.length <= MAX_WORD_LENGTH ? [word] : slices(word);
  }
}

/** By windows: the segmenter's time grows with the square of the text it is given (56 s for one paragraph of 1 MB). */
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
    // The last segment of a window may go on in the next one. One that fills the window is cut, between words if it can be.
    if (!isLast && previous.length < window.length) continue;
    if (!isLast) previous = window.slice(0, Math.max(window.lastIndexOf(" "), window.lastIndexOf("\n")) + 1) || window;
    yield previous;
    from += previous.length;
  }
}

/** For what is no word at all, such as a file pasted in base64. Cuts between code points. */
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

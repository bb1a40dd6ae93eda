import { languageOf } from "./languages.ts";
import { endOfSentence } from "./sentence-ends.ts";

type Granularity = "word" | "sentence";

/** In UTF-16 units. A text is given to Intl.Segmenter in windows: its time grows with the square of what it is given. */
const WINDOWS = { word: 200, sentence: 600 } as const;
/** So many segments at the end of a window are read again in the next one, as what follows may part them otherwise. */
const UNSURE = 5;

const segmenters = { word: new Map<string, Intl.Segmenter>(), sentence: new Map<string, Intl.Segmenter>() };

/** One segmenter for each language, not for each locale: pets may have any locale, which would let the map grow. */
function segmenter(locale: string, granularity: Granularity): Intl.Segmenter {
  const code = languageOf(locale);
  let known = segmenters[granularity].get(code);
  if (known === undefined) {
    const language = /^[a-z]{2}$/.test(code) ? code : "en";
    known = segmenters[granularity].get(language) ?? new Intl.Segmenter(language, { granularity });
    segmenters[granularity].set(language, known);
  }
  return known;
}

/** The segments of a text one after the other; nothing of it is left out. */
export function* segmentsOf(
  text: string,
  locale: string,
  granularity: Granularity,
): Generator<{ readonly segment: string; readonly isWordLike?: boolean | undefined }> {
  const known = segmenter(locale, granularity);
  const window = WINDOWS[granularity];
  if (text.length <= window) {
    yield* known.segment(text);
    return;
  }
  let length: number = window;
  for (let from = 0; from < text.length; ) {
    const found = [...known.segment(text.slice(from, from + length))];
    const isLast = from + length >= text.length;
    const sure = isLast ? found : found.slice(0, -UNSURE);
    // Few segments fill the window: a longer one is needed to see where they end.
    length = sure.length === 0 ? 2 * length : window;
    for (const each of sure) {
      from += each.segment.length;
      yield each;
    }
  }
}

/** What may end a sentence, by Unicode: where nothing of it is, the text is one. */
const mayEnd = /[\p{Sentence_Terminal}\n\r\u0085\u2028\u2029]/u;

/** The sentences of a text, with the spaces after them, as far as they are asked for. None ends at 'Dr.' or 'am 3.' */
export function* sentencesIn(text: string, locale: string): Generator<string> {
  if (!mayEnd.test(text)) {
    yield text;
    return;
  }
  let sentence = "";
  for (const { segment } of segmentsOf(text, locale, "sentence")) {
    if (sentence !== "" && !goesOnAfter(sentence, segment, locale)) {
      yield sentence;
      sentence = "";
    }
    sentence += segment;
  }
  if (sentence !== "") yield sentence;
}

/** In characters: what is read of a sentence's end. */
const LONGEST_END = 100;

/** Whether a sentence goes on in the next segment, though Intl.Segmenter parts them: it knows no abbreviations. */
export function goesOnAfter(sentence: string, next: string, locale: string): boolean {
  const tail = sentence.slice(-LONGEST_END);
  const text = tail.trimEnd();
  if (!text.endsWith(".") || /[\n\r\u0085\u2028\u2029]/.test(tail.slice(text.length))) return false;
  // 'कि.ग्रा.'
  if (text === tail) return true;
  const end = endOfSentence(text, languageOf(locale));
  return end === "no" || (end !== "yes" && end.test(/[\p{L}\p{N}]/u.exec(next)?.[0] ?? ""));
}

/** A few signs stand for whole words, 18 letters for 'ﷺ': a long text made of them gets no longer than this, or than it was. */
const LONGEST_PLAIN = 10_000;
/** A short text may get longer by this, beyond twice its length: else the sentences of a long one together take long. */
const MORE_PLAIN = 200;

/** The text without differences of compatibility forms, such as those of full-width letters. */
export function plainForms(text: string): string {
  const longest = Math.min(2 * text.length + MORE_PLAIN, Math.max(LONGEST_PLAIN, text.length));
  return text.normalize("NFKC").slice(0, longest);
}

/** The words of a text as they stand there; Chinese and Japanese ones are found by the dictionary of Intl.Segmenter. */
export function wordsIn(text: string, locale: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmentsOf(text, locale, "word")) if (isWordLike) words.push(segment);
  return words;
}

/** The same for each of some lines, which hold no line break: faster than one after the other where they are short. */
export function wordsInLines(lines: readonly string[], locale: string): string[][] {
  const words: string[][] = lines.map(() => []);
  let line = 0;
  for (const { segment, isWordLike } of segmentsOf(lines.join("\n"), locale, "word")) {
    if (segment === "\n") line += 1;
    else if (isWordLike) words[line]?.push(segment);
  }
  return words;
}

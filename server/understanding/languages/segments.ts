import { languageOf } from "./languages.ts";
import { endOfSentence } from "./sentence-ends.ts";

type Granularity = "word" | "sentence";

/** In UTF-16 units: the time of Intl.Segmenter grows with the square of the length. */
const WINDOWS = { word: 200, sentence: 600 } as const;
/** What follows may part the last segments otherwise. */
const UNSURE = 5;

const segmenters = { word: new Map<string, Intl.Segmenter>(), sentence: new Map<string, Intl.Segmenter>() };

/** By language and not by locale, so that pets' locales can't let the map grow. */
function segmenter(locale: string, granularity: Granularity): Intl.Segmenter {
  const code = languageOf(locale);
  let cached = segmenters[granularity].get(code);
  if (cached === undefined) {
    const language = /^[a-z]{2}$/.test(code) ? code : "en";
    cached = segmenters[granularity].get(language) ?? new Intl.Segmenter(language, { granularity });
    segmenters[granularity].set(language, cached);
  }
  return cached;
}

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
    // The segments are longer than the window.
    length = sure.length === 0 ? 2 * length : window;
    for (const each of sure) {
      from += each.segment.length;
      yield each;
    }
  }
}

const mayEnd = /[\p{Sentence_Terminal}\n\r\u0085\u2028\u2029]/u;

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

const LONGEST_END = 100;

/** Intl.Segmenter knows no abbreviations. */
export function goesOnAfter(sentence: string, next: string, locale: string): boolean {
  const tail = sentence.slice(-LONGEST_END);
  const text = tail.trimEnd();
  if (!text.endsWith(".") || /[\n\r\u0085\u2028\u2029]/.test(tail.slice(text.length))) return false;
  // 'कि.ग्रा.'
  if (text === tail) return true;
  const end = endOfSentence(text, languageOf(locale));
  return end === "no" || (end !== "yes" && end.test(/[\p{L}\p{N}]/u.exec(next)?.[0] ?? ""));
}

/** Bounds a long text of signs such as 'ﷺ', which stands for 18 letters. */
const LONGEST_PLAIN = 10_000;
/** A short text may grow by this beyond twice its length. */
const MORE_PLAIN = 200;

export function plainForms(text: string): string {
  const longest = Math.min(2 * text.length + MORE_PLAIN, Math.max(LONGEST_PLAIN, text.length));
  return text.normalize("NFKC").slice(0, longest);
}

export function wordsIn(text: string, locale: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmentsOf(text, locale, "word")) if (isWordLike) words.push(segment);
  return words;
}

/** One call for all lines is faster than one for each; the lines must hold no line break. */
export function wordsInLines(lines: readonly string[], locale: string): string[][] {
  const words: string[][] = lines.map(() => []);
  let line = 0;
  for (const { segment, isWordLike } of segmentsOf(lines.join("\n"), locale, "word")) {
    if (segment === "\n") line += 1;
    else if (isWordLike) words[line]?.push(segment);
  }
  return words;
}

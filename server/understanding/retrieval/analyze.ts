import { type Language, languageFor, languageOf, languagesIn } from "../languages/languages.ts";
import type { QuestionWords, Script } from "../languages/schema.ts";
import { plainForms, segmentsOf } from "../languages/segments.ts";
import { monthsIn } from "./months.ts";
import { ownText } from "./own-text.ts";
import { type Stem, stemmerFor } from "./stemmers.ts";

/**
 * The terms by which a text is found: words without stop words, folded and stemmed. `language` is a BCP-47 locale and
 * decides among languages that share a script; a word in another script is analyzed after that script, so that an
 * English pet's diary may quote Russian. A date in digits is found by its month's name too.
 */
export function analyze(text: string, language: string): string[] {
  const months = monthsIn(text, language);
  const terms = months.length === 0 ? [] : analyze(months.join(" "), language);
  const code = languageOf(language);
  const own = languageFor(code);
  for (const token of normalize(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    if (cjk.test(token)) analyzeUnspaced(token, code, terms);
    else {
      const term = termOf(token.slice(0, longestWord), languageOfToken(token, code, own));
      if (term) terms.push(term);
    }
  }
  return terms;
}

/**
 * One form for each word, without differences of compatibility forms, case, Arabic vowel points, tatweel and zero-width
 * joiners.
 */
export function normalize(text: string): string {
  return plainForms(text)
    .toLowerCase()
    .replace(/[\u064b-\u065f\u0640\u0670\u200b-\u200f\u2060\ufeff]/g, "");
}

export function isStopWord(token: string, language: string): boolean {
  const { stopWords, stopForm } = analyzerOf(language);
  return stopWords.has(stopForm(token));
}

/** The different words of a text that are no stop words, as they stand there but for case and compatibility forms. */
export function contentWords(text: string, locale: string, most: number): string[] {
  const words = new Set(normalize(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  const language = languageOf(locale);
  return [...words].filter((word) => word.length <= longestWord && !isStopWord(word, language)).slice(0, most);
}

// No word of a language is longer; longer strings (base64, a key held down) are cut so that they cost nothing.
const longestWord = 64;

const cjk =
  /[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}]/u;
const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;
const kana = /[\u3040-\u30ff]/;

const alphabets: [RegExp, Script][] = [
  [/^[\u0400-\u052f]/, "Cyrillic"],
  [/^[\u0600-\u06ff\u0750-\u077f]/, "Arabic"],
  [/^[\u0900-\u097f]/, "Devanagari"],
];

/** The pet's own language where it uses the token's script, else the first language that does. */
function languageOfToken(token: string, code: string, own: Language | undefined): string {
  for (const [letters, script] of alphabets)
    if (letters.test(token)) return own?.writing.script === script ? code : (languagesIn(script)[0]?.code ?? code);
  return own === undefined || own.writing.script === "Latin" ? code : "en";
}

/**
 * Adds the terms of a word in a script of syllables. Chinese and Japanese are split by the dictionary of Intl.Segmenter,
 * Korean by its spaces. Two texts may be split differently, so the characters of a word (Chinese) or its pairs of characters
 * (Korean) become terms as well.
 */
function analyzeUnspaced(token: string, code: string, terms: string[]): void {
  const language = hangul.test(token) ? "ko" : kana.test(token) || code === "ja" ? "ja" : "zh";
  if (language === "ko") {
    const term = termOf(token.slice(0, longestWord), "ko");
    if (!term) return;
    terms.push(term);
    if (term.length > 2) pushPairs(term, terms);
    return;
  }
  for (const { segment, isWordLike } of segmentsOf(token, language, "word")) {
    if (!isWordLike) continue;
    const term = termOf(segment.slice(0, longestWord), cjk.test(segment) ? language : "en");
    if (!term) continue;
    terms.push(term);
    if (language === "zh" && term.length > 1) for (const character of term) pushIfContent(character, terms);
  }
}

function pushPairs(word: string, terms: string[]): void {
  for (let at = 0; at + 2 <= word.length; at += 1) terms.push(word.slice(at, at + 2));
}

function pushIfContent(character: string, terms: string[]): void {
  if (!analyzerOf("zh").stopWords.has(character)) terms.push(character);
}

interface Analyzer {
  stopWords: ReadonlySet<string>;
  stem: Stem;
  /** The form in which words are compared with stop words. */
  stopForm: (word: string) => string;
  /** The base word of an irregular form or spelling, where the language's data have it; else the word itself. */
  plainForm: (word: string) => string;
  /** Cache of terms by word, "" for a stop word: texts repeat words, and folding and stemming take time. */
  known: Map<string, string>;
}

const asItIs = (word: string) => word;
/**
 * For every language that is not in the catalogue, so that unknown locales don't let the map grow: words are only folded.
 */
const undetermined: Analyzer = {
  stopWords: new Set(),
  stem: asItIs,
  stopForm: fold,
  plainForm: asItIs,
  known: new Map(),
};
const analyzers = new Map<string, Analyzer>();
// About 5 MB per language when full.
const mostKnownWords = 50_000;

/** The analyzer of a language by its code, or by a locale of it. */
function analyzerOf(code: string): Analyzer {
  const known = analyzers.get(code);
  if (known !== undefined) return known;
  const language = languageFor(code);
  if (language === undefined) return undetermined;
  const analyzer = analyzers.get(language.code) ?? createAnalyzer(language.questions);
  analyzers.set(language.code, analyzer);
  return analyzer;
}

function createAnalyzer({ stemmer, stopWords, accentsTellStopWords, plainForms, respell }: QuestionWords): Analyzer {
  const stopForm = accentsTellStopWords ? asItIs : fold;
  const plain = new Map(Object.entries(plainForms));
  const respellings = respell.map(({ find, write }): [RegExp, string] => [new RegExp(find, "gu"), write]);
  return {
    stopWords: new Set(stopWords.map((word) => stopForm(normalize(word)))),
    stem: stemmerFor(stemmer),
    stopForm,
    plainForm: (word) =>
      plain.get(word) ?? respellings.reduce((spelled, [find, write]) => spelled.replace(find, write), word),
    known: new Map(),
  };
}

function termOf(word: string, language: string): string {
  const { stopWords, stopForm, plainForm, stem, known } = analyzerOf(language);
  const before = known.get(word);
  if (before !== undefined) return before;
  // Stemmed before it is folded, because Snowball's rules need the accents (mañana, préféré); fold() then removes them for
  // those who type without.
  const isNoTerm = stopWords.has(stopForm(word)) || isLoneLetter(word);
  const term = isNoTerm ? "" : fold(stem(plainForm(word)));
  if (known.size >= mostKnownWords) known.clear();
  known.set(ownText(word), ownText(term));
  return term;
}

/** The base word of an irregular form or spelling; any other word unchanged. */
export function baseWord(word: string, language: string): string {
  return analyzerOf(language).plainForm(word);
}

/** Whether the word is a single letter, as an elision leaves one (the l of l'eau, the s of what's). */
function isLoneLetter(word: string): boolean {
  return word.length === 1 && /^\p{Script=Latin}$/u.test(word);
}

/**
 * The word without marks that people often leave out: accents in Latin script, ё, alef and yeh forms in Arabic, nukta in
 * Hindi.
 */
export function fold(word: string): string {
  if (/^[a-z0-9]*$/.test(word)) return word;
  return word
    .normalize("NFD")
    .replace(/[\u0300-\u036f\u093c]/g, (mark, at: number, all: string) =>
      mark === "\u0306" && (all[at - 1] === "и" || all[at - 1] === "И") ? mark : "",
    )
    .normalize("NFC")
    .replace(/[œæøßłıأإآىة\u0901]/g, (letter) => foldedLetters.get(letter) ?? letter);
}

const foldedLetters = new Map([
  ["œ", "oe"],
  ["æ", "ae"],
  ["ø", "o"],
  ["ß", "ss"],
  ["ł", "l"],
  ["ı", "i"],
  ["أ", "ا"],
  ["إ", "ا"],
  ["آ", "ا"],
  ["ى", "ي"],
  ["ة", "ه"],
  ["\u0901", "\u0902"],
]);

import { type Language, languageFor, languageOf, languagesIn } from "../languages/languages.ts";
import type { QuestionWords, Script } from "../languages/schema.ts";
import { plainForms, segmentsOf } from "../languages/segments.ts";
import { monthsIn } from "./months.ts";
import { type Stem, stemmerFor } from "./stemmers.ts";
import { ownText } from "./texts.ts";

/** `language` is a locale; words in another script are analyzed in that script's language. */
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

/** Arabic vowel points, tatweel and zero-width joiners go too. */
export function normalize(text: string): string {
  return plainForms(text)
    .toLowerCase()
    .replace(/[\u064b-\u065f\u0640\u0670\u200b-\u200f\u2060\ufeff]/g, "");
}

export function isStopWord(token: string, language: string): boolean {
  const { stopWords, stopForm } = analyzerOf(language);
  return stopWords.has(stopForm(token));
}

export function contentWords(text: string, locale: string, most: number): string[] {
  const words = new Set(normalize(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  const language = languageOf(locale);
  return [...words].filter((word) => word.length <= longestWord && !isStopWord(word, language)).slice(0, most);
}

// Cut so that base64 or a key held down costs nothing.
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

function languageOfToken(token: string, code: string, own: Language | undefined): string {
  for (const [letters, script] of alphabets)
    if (letters.test(token)) return own?.writing.script === script ? code : (languagesIn(script)[0]?.code ?? code);
  return own === undefined || own.writing.script === "Latin" ? code : "en";
}

/** Two texts may be split differently, so Chinese characters and Korean pairs become terms as well. */
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
  stopForm: (word: string) => string;
  plainForm: (word: string) => string;
  /** "" stands for a stop word. Texts repeat words, and stemming takes time. */
  known: Map<string, string>;
}

const asItIs = (word: string) => word;
/** Shared by all unknown locales, so that the map can't grow without bound. */
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

function analyzerOf(code: string): Analyzer {
  const cached = analyzers.get(code);
  if (cached !== undefined) return cached;
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
  const cached = known.get(word);
  if (cached !== undefined) return cached;
  // Snowball's rules need the accents (mañana, préféré), so stemming comes before folding.
  const isNoTerm = stopWords.has(stopForm(word)) || isLoneLetter(word);
  const term = isNoTerm ? "" : fold(stem(plainForm(word)));
  if (known.size >= mostKnownWords) known.clear();
  known.set(ownText(word), ownText(term));
  return term;
}

export function baseWord(word: string, language: string): string {
  return analyzerOf(language).plainForm(word);
}

/** An elision leaves one: the l of l'eau, the s of what's. */
function isLoneLetter(word: string): boolean {
  return word.length === 1 && /^\p{Script=Latin}$/u.test(word);
}

/** Removes marks that people often leave out: Latin accents, ё, forms of alef and yeh, the Hindi nukta. */
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

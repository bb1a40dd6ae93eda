import { plainEnglish } from "./english-forms.ts";
import { stemmerFor } from "./stemmers.ts";
import stopWordLists from "./stop-words.json" with { type: "json" };

/**
 * The terms by which a text is found: words without stop words, folded and stemmed. `language` is a BCP-47 locale and
 * decides among languages that share a script; a word in another script is analysed after that script, so that an
 * English pet's diary may quote Russian.
 */
export function analyse(text: string, language: string): string[] {
  const terms: string[] = [];
  const locale = supported(languageOf(language));
  for (const [token] of normalise(text).matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (cjk.test(token)) analyseUnspaced(token, locale, terms);
    else {
      const term = termOf(token.slice(0, longestWord), languageOfToken(token, locale));
      if (term) terms.push(term);
    }
  }
  return terms;
}

/** "pt-BR" and "PT" are "pt". */
export function languageOf(locale: string): string {
  return (locale.split(/[-_]/, 1)[0] ?? "").toLowerCase();
}

/** One form for one word: compatibility forms, case, Arabic vowel points and tatweel, zero-width joiners. */
export function normalise(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u064b-\u065f\u0640\u0670\u200b-\u200f\u2060\ufeff]/g, "");
}

export function isStopWord(token: string, language: string): boolean {
  const known = supported(language);
  return analyserOf(known).stopWords.has(stopForm(token, known));
}

/** A language without a list of stop words is analysed as undetermined: folded only. A stored locale grows no map. */
function supported(language: string): string {
  return language in stopWords ? language : "und";
}

// No word of a language is longer; what is (base64, a key held down) is cut so that it costs nothing.
const longestWord = 64;

const cjk =
  /[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}]/u;
const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;
const kana = /[\u3040-\u30ff]/;

const scriptLanguages: [RegExp, string][] = [
  [/^[\u0400-\u052f]/, "ru"],
  [/^[\u0600-\u06ff\u0750-\u077f]/, "ar"],
  [/^[\u0900-\u097f]/, "hi"],
];
const languagesByScript = new Set(["ru", "ar", "hi", "zh", "ja", "ko"]);

function languageOfToken(token: string, locale: string): string {
  for (const [script, language] of scriptLanguages) if (script.test(token)) return language;
  return languagesByScript.has(locale) ? "en" : locale;
}

/**
 * Chinese and Japanese are cut by the dictionary of Intl.Segmenter, Korean by its spaces. Words alone would miss
 * wherever two texts are cut differently, so the characters of a word (Chinese) or its pairs (Korean) stand beside it.
 */
function analyseUnspaced(token: string, locale: string, terms: string[]): void {
  const language = hangul.test(token) ? "ko" : kana.test(token) || locale === "ja" ? "ja" : "zh";
  if (language === "ko") {
    const term = termOf(token.slice(0, longestWord), "ko");
    if (!term) return;
    terms.push(term);
    if (term.length > 2) pushPairs(term, terms);
    return;
  }
  for (const { segment, isWordLike } of segmenterFor(language).segment(token)) {
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
  if (!analyserOf("zh").stopWords.has(character)) terms.push(character);
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(language: string): Intl.Segmenter {
  let segmenter = segmenters.get(language);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(language, { granularity: "word" });
    segmenters.set(language, segmenter);
  }
  return segmenter;
}

interface Analyser {
  stopWords: Set<string>;
  stem: (word: string) => string;
  /** Word to term, "" for a stop word: a word is folded and stemmed once, and text repeats its words. */
  known: Map<string, string>;
}

const analysers = new Map<string, Analyser>();
const stopWords: Partial<Record<string, string>> = stopWordLists;
// About 5 MB per language when full.
const mostKnownWords = 50_000;

function analyserOf(language: string): Analyser {
  let analyser = analysers.get(language);
  if (!analyser) {
    const words = (stopWords[language] ?? "").split(" ").map((word) => stopForm(normalise(word), language));
    analyser = { stopWords: new Set(words), stem: stemmerFor(language), known: new Map() };
    analysers.set(language, analyser);
  }
  return analyser;
}

function termOf(word: string, language: string): string {
  const analyser = analyserOf(language);
  const known = analyser.known.get(word);
  if (known !== undefined) return known;
  // Stemmed before it is folded: Snowball's rules read the accents (mañana, préféré) and fold() then evens them out
  // for those who type without.
  const term =
    analyser.stopWords.has(stopForm(word, language)) || isLoneLetter(word)
      ? ""
      : fold(analyser.stem(plainForm(word, language)));
  if (analyser.known.size >= mostKnownWords) analyser.known.clear();
  analyser.known.set(word, term);
  return term;
}

/** The word that stands for its irregular forms and spellings, where a language's are known. */
export function plainForm(word: string, language: string): string {
  if (language === "en") return plainEnglish(word);
  return language === "ru" ? word.replaceAll("ё", "е") : word;
}

/** People leave out accents, but in German schon is not schön. */
function stopForm(word: string, language: string): string {
  return language === "de" ? word : fold(word);
}

/** What an elision leaves (l'eau, what's, dell'osso). */
function isLoneLetter(word: string): boolean {
  return word.length === 1 && /^\p{Script=Latin}$/u.test(word);
}

/** Without the marks that people leave out: accents in Latin script, ё, alef and yeh forms in Arabic, nukta in Hindi. */
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

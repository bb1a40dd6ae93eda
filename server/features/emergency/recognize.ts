import { setImmediate as nextTurn } from "node:timers/promises";
import { type Language, languageOf, languages } from "../../languages/languages.ts";
import type { EmergencyKind, EmergencyWords } from "../../languages/schema.ts";
import { holdsSlip } from "./slips.ts";

export interface Emergency {
  readonly kind: EmergencyKind;
  /** The language of the message. */
  readonly language: Language;
}

interface Patterns extends Record<"eaten" | "poisons" | "vet" | "notNow" | "person" | "figurative", RegExp> {
  readonly poisonWords: readonly string[];
}

const apostrophes = /[’‘ʼ`´＇]/g;
/** English endings, often typed without their apostrophe: don't, he's. */
const endings = /(?<=\p{L})'(?=(?:t|s|m|d|re|ve|ll)(?!\p{L}))/gu;
const sentenceEnd = /[.!?…。！？؟।\n]+/u;
/**
 * Accents of Latin and Cyrillic letters, the Arabic vowel signs and the Hindi nukta: people write them or leave them out.
 */
const marks = /[\u0300-\u036f\u064b-\u0652\u0640\u093c]/g;
const kana = /[\u3041-\u3096]/;
const katakana = /[\u30a1-\u30f6]/g;
const KATAKANA_TO_HIRAGANA = 0x60;

const compiled = new Map<Language, Patterns>();

/**
 * The emergency that a message tells of, or null. A person's danger comes before an animal's. People may write in any
 * language of the catalogue; the pet's own (`en` of `en-US`) is taken where the words fit two languages equally well.
 */
export function recognizeEmergency(message: string, locale: string): Emergency | null {
  const text = plain(message);
  const order = inOrder(locale, text);
  const sentences = text
    .split(sentenceEnd)
    .filter((sentence) => sentence.trim() !== "")
    .map(withoutSayings);
  for (const kind of ["person", "vet"] as const)
    for (const sentence of sentences) {
      const language = kind === "person" ? tellsOfPerson(sentence, order) : tellsOfAnimal(sentence, order);
      if (language !== null) return { kind, language };
    }
  return null;
}

/** Compiles the patterns one by one. Without it the first message would wait a quarter of a second for all of them. */
export async function prepareEmergencyWords(): Promise<void> {
  for (const language of languages) {
    const { poisonWords: _words, ...patterns } = patternsOf(language);
    for (const pattern of Object.values(patterns)) {
      // V8 compiles a pattern to machine code when it is used for the second time.
      for (let use = 0; use < 2; use++) longestMatch("Good morning.", pattern);
      await nextTurn();
    }
  }
}

/**
 * The sentence without sayings ('I could die laughing'), of all languages: a saying of one may contain a word of another.
 */
function withoutSayings(sentence: string): string {
  let left = sentence;
  for (const language of languages) left = left.replace(patternsOf(language).figurative, " ; ");
  return left;
}

function tellsOfPerson(sentence: string, order: readonly Language[]): Language | null {
  return clearest(order, (language) => longestMatch(sentence, patternsOf(language).person));
}

/** A sentence that in one language is about the past or a denial counts as no emergency in similar languages either. */
function tellsOfAnimal(sentence: string, order: readonly Language[]): Language | null {
  let isDenied = false;
  const language = clearest(order, (candidate) => {
    const patterns = patternsOf(candidate);
    const length = Math.max(longestMatch(sentence, patterns.vet), lengthOfPoisoning(sentence, patterns));
    if (length > 0 && longestMatch(sentence, patterns.notNow) > 0) isDenied = true;
    return length;
  });
  return isDenied ? null : language;
}

function lengthOfPoisoning(sentence: string, { eaten, poisons, poisonWords }: Patterns): number {
  const eating = longestMatch(sentence, eaten);
  if (eating === 0) return 0;
  const poison = longestMatch(sentence, poisons);
  if (poison > 0) return eating + poison;
  return holdsSlip(sentence, poisonWords) ? eating : 0;
}

/** The language in which the most letters match: French 'me suicider' contains a word that also matches in English. */
function clearest(order: readonly Language[], understood: (language: Language) => number): Language | null {
  let best: Language | null = null;
  let most = 0;
  for (const language of order) {
    const letters = understood(language);
    if (letters <= most) continue;
    most = letters;
    best = language;
  }
  return best;
}

function longestMatch(text: string, pattern: RegExp): number {
  let longest = 0;
  for (const [found] of text.matchAll(pattern)) longest = Math.max(longest, found.length);
  return longest;
}

/** The pet's language first. A text with kana is not Chinese. */
function inOrder(locale: string, text: string): Language[] {
  const own = languageOf(locale);
  return languages
    .filter(({ writing }) => writing.script !== "Chinese" || !kana.test(text))
    .sort((first, second) => Number(second.code === own) - Number(first.code === own));
}

function patternsOf(language: Language): Patterns {
  const known = compiled.get(language);
  if (known !== undefined) return known;
  const words = language.emergency;
  const oneOf = (patterns: readonly string[]) => anyOf(patterns, words);
  const patterns = {
    eaten: oneOf(words.eaten),
    poisons: oneOf(words.poisons),
    poisonWords: words.wholeWords ? singleWords(words.poisons) : [],
    vet: oneOf(words.vet),
    notNow: oneOf(words.notNow),
    person: oneOf(words.person),
    figurative: oneOf(words.figurative),
  };
  compiled.set(language, patterns);
  return patterns;
}

/** The patterns that are a single word each; 'my (pills|tablets)' has none. */
function singleWords(patterns: readonly string[]): string[] {
  const choices = patterns.flatMap((pattern) => plain(pattern).split("|"));
  return choices.map((choice) => choice.replace(/[()*?]/g, "")).filter((choice) => !choice.includes(" "));
}

function anyOf(patterns: readonly string[], { wholeWords, attached }: EmergencyWords): RegExp {
  const sources = patterns.map((pattern) => sourceOf(pattern, wholeWords)).join("|");
  const isLetter = "[\\p{L}\\p{M}\\p{N}]";
  return new RegExp(
    wholeWords ? `(?<!${isLetter})(?:${attached.join("|")})?(?:${sources})(?!${isLetter})` : `(?:${sources})`,
    "gu",
  );
}

/** The regular expression of one pattern; server/languages/README.md says how it is written. */
function sourceOf(pattern: string, wholeWords: boolean): string {
  const gap = wholeWords ? " (?:[^ ]+ ){0,5}?" : ".{0,10}?";
  const parts = pattern.split("…").map((part) =>
    plain(part.trim())
      .replace(/[.+^${}[\]\\]/g, "\\$&")
      .replaceAll("(", "(?:")
      .replaceAll("*", wholeWords ? "[\\p{L}\\p{M}]*" : ""),
  );
  return parts.join(gap);
}

/**
 * The form in which text and patterns are compared: lower case, single spaces, and one spelling where there are several.
 */
function plain(text: string): string {
  return text
    .replace(apostrophes, "'")
    .normalize("NFKD")
    .replace(marks, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(endings, "")
    .replace(/[^\S\n]+|[-‐‑–,;:"„“”«»、]+/g, " ")
    .replace(/ {2,}/g, " ")
    .replace(/[أإآٱ]/g, "ا")
    .replaceAll("ى", "ي")
    .replaceAll("ة", "ه")
    .replaceAll("ँ", "ं")
    .replace(katakana, (letter) => String.fromCharCode(letter.charCodeAt(0) - KATAKANA_TO_HIRAGANA));
}

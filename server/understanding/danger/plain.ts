import { simplifyChinese } from "./traditional.ts";

const apostrophes = /[’‘ʼ`´＇]/g;
/** English endings, often typed without their apostrophe: don't, he's. */
const endings = /(?<=\p{L})'(?=(?:t|s|m|d|re|ve|ll)(?!\p{L}))/gu;
/**
 * Accents of Latin and Cyrillic letters, the Arabic vowel signs and the Hindi nukta: people write them or leave them out.
 */
const marks = /[\u0300-\u036f\u064b-\u0652\u0640\u093c]/g;
/** Letters that are also written as two, and are by those who have no key for them. */
const ligatures: Readonly<Record<string, string>> = { ß: "ss", œ: "oe", æ: "ae" };
/** Spaces that Chinese and Japanese don't need, and that Korean is written with or without. */
const besideUnspaced =
  / (?=[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3])|(?<=[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]) /g;
const katakana = /[\u30a1-\u30f6]/g;
const KATAKANA_TO_HIRAGANA = 0x60;
/** Letters that are not seen: people paste them, and they would tear a word. */
const unseen = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
/** Above the longest message. A few signs stand for whole words, which NFKD writes out: 18 letters for 'ﷺ'. */
const LONGEST = 10_000;

/**
 * The form in which text and patterns are compared: lower case, single spaces, and one spelling where there are several.
 */
export function comparedForm(text: string): string {
  return simplifyChinese(text)
    .replace(unseen, "")
    .replace(apostrophes, "'")
    .normalize("NFKD")
    .replace(marks, "")
    .normalize("NFC")
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[ßœæ]/g, (letter) => ligatures[letter] ?? letter)
    .replace(endings, "")
    .replace(/[^\S\n]+|[-‐‑–,;:"„“”«»「」『』、،؛]+/g, " ")
    .replace(/ {2,}/g, " ")
    .replace(besideUnspaced, "")
    .replace(/[أإآٱ]/g, "ا")
    .replaceAll("ى", "ي")
    .replaceAll("ة", "ه")
    .replaceAll("ँ", "ं")
    .replace(katakana, (letter) => String.fromCharCode(letter.charCodeAt(0) - KATAKANA_TO_HIRAGANA));
}

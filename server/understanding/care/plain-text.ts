const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
/** People write these accents and signs or leave them out. */
const marks = /[\u0300-\u036f\u064b-\u0652\u0640\u093c]/g;
const questionMark = /[?？؟]/gu;
const sentenceEnd = /[.!…。！।;；\n]+/gu;
const usual = /^[\x21-\x7e\n]*$/;
const notInWords = /[^\p{L}\p{M}\p{N}?\n]+/gu;

export interface Token {
  /** "?" and the end of a sentence, "\n", are tokens too. */
  plain: string;
  written: string;
}

export function tokensOf(text: string): Token[] {
  const parted = text
    .replace(invisible, "")
    .normalize("NFC")
    .replace(sentenceEnd, " \n ")
    .replace(questionMark, " ? \n ")
    .replace(notInWords, " ");
  return parted.split(/[^\S\n]+/u).flatMap((written) => {
    const plain = fold(written);
    return plain === "" ? [] : [{ plain, written }];
  });
}

export const plainText = (text: string): string =>
  tokensOf(text)
    .map(({ plain }) => plain)
    .join(" ");

function fold(word: string): string {
  if (usual.test(word)) return word.toLowerCase();
  return word
    .normalize("NFKD")
    .replace(marks, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replace(/[أإآٱ]/g, "ا")
    .replaceAll("ى", "ي")
    .replaceAll("ة", "ه")
    .replaceAll("ँ", "ं")
    .trim();
}

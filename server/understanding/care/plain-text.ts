const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
/** Accents of Latin and Cyrillic letters, the Arabic vowel signs and the Hindi nukta: written or left out. */
const marks = /[\u0300-\u036f\u064b-\u0652\u0640\u093c]/g;
const questionMark = /[?？؟]/gu;
const sentenceEnd = /[.!…。！।;；\n]+/gu;
/** Without a letter that has another form than lower case; also the end of a sentence. */
const usual = /^[\x21-\x7e\n]*$/;
const notInWords = /[^\p{L}\p{M}\p{N}?\n]+/gu;

/** One token of the text in which words are looked up. */
export interface Token {
  /** As it is compared; "?" and the end of a sentence, "\n", are tokens too. */
  plain: string;
  /** As it was written. */
  written: string;
}

/** The words of a text, each with the form in which it is compared: lower case, without accents. */
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

/** The text in which words are looked up: plain words with one space between. */
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

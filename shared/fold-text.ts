/**
 * Without accents and case, with one kind of quotes and one form of each character, as a search compares texts. A test
 * holds it to `fold_text` in the database.
 */
export function foldText(text: string, { keepsAccents = false } = {}): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const plain = text.replaceAll("´", "'").normalize("NFKD").replaceAll(INVISIBLE, "");
  const letters = (keepsAccents ? plain : plain.replaceAll(ACCENTS, "")).toLowerCase();
  const quoted = letters
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(QUOTES, '"')
    .replaceAll(DASHES, "-")
    .replaceAll("ς", "σ");
  return (keepsAccents ? quoted : quoted.replaceAll(VARIANTS, (letter) => variants[letter] ?? letter)).normalize("NFC");
}

/** The same but for kinds of quotes and the composition of characters. */
export const isSameName = (one: string, other: string): boolean => plainName(one) === plainName(other);

const plainName = (name: string): string =>
  name.normalize("NFC").replaceAll(APOSTROPHES, "'").replaceAll("´", "'").replaceAll(QUOTES, '"');

/** ASCII without the grave accent. */
const PLAIN = /^[ -_a-~]*$/;
const APOSTROPHES = /[`\u2018\u2019\u201A\u201B\u2032\u02BB\u02BC\u05F3\u2039\u203A]/g;
const QUOTES = /[\u201C\u201D\u201E\u201F\u00AB\u00BB\u05F4]/g;
const DASHES = /[\u2010\u2012-\u2015\u2212]/g;

const anyOf = (...ranges: string[]) => new RegExp(`[${ranges.join("")}]`, "g");

const INVISIBLE = anyOf(
  // Soft hyphens, joiners, marks of direction, variation selectors.
  ...["\\u00AD", "\\u061C", "\\u180E", "\\u200B-\\u200F", "\\u202A-\\u202E", "\\u2060-\\u2064", "\\u2066-\\u2069"],
  ...["\\uFE00-\\uFE0F", "\\uFEFF"],
  // The stroke that makes Arabic words longer.
  "\\u0640",
);

/** Not the vowel signs of Indic scripts, and not the Japanese marks that make another sound. */
const ACCENTS = anyOf(
  // Latin, Greek and Cyrillic.
  ...["\\u0300-\\u036F", "\\u0483-\\u0487", "\\u1AB0-\\u1AFF", "\\u1DC0-\\u1DFF", "\\u20D0-\\u20FF", "\\uFE20-\\uFE2F"],
  // Hebrew.
  ...["\\u0591-\\u05BD", "\\u05BF", "\\u05C1", "\\u05C2", "\\u05C4", "\\u05C5", "\\u05C7"],
  // Arabic.
  ...["\\u0610-\\u061A", "\\u064B-\\u065F", "\\u0670", "\\u06D6-\\u06DC", "\\u06DF-\\u06E4", "\\u06E7", "\\u06E8"],
  "\\u06EA-\\u06ED",
  // The dot below letters of Indic scripts.
  ...["\\u093C", "\\u09BC", "\\u0A3C", "\\u0ABC", "\\u0B3C", "\\u0CBC"],
);

/** Letters that people without them on the keyboard replace by others. */
const variants: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", þ: "th", ı: "i", ø: "o", đ: "d", ð: "d", ł: "l", ħ: "h" },
  // Arabic and Persian.
  ...{ ى: "ي", ة: "ه", ی: "ي", ک: "ك" },
};
const VARIANTS = new RegExp(`[${Object.keys(variants).join("")}]`, "g");

import bidiFactory from "bidi-js/dist/bidi.mjs";

const bidi = bidiFactory();

const RIGHT_TO_LEFT = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/gu;
const LETTER = /\p{L}/gu;

export type Direction = "ltr" | "rtl";

export const holdsRightToLeft = (text: string): boolean => text.search(RIGHT_TO_LEFT) !== -1;

export function directionOf(text: string): Direction | null {
  const letters = text.match(LETTER)?.length ?? 0;
  if (letters === 0) return null;
  const rightToLeft = text.match(RIGHT_TO_LEFT)?.length ?? 0;
  return 2 * rightToLeft >= letters ? "rtl" : "ltr";
}

/** Numbers and Latin words within right-to-left text go from left to right. */
export function readingOrder(shown: string, direction: Direction): string {
  const turned = reorder(shown, direction, "mirrored");
  const asTheyStand = reorder(shown, direction, "as they stand");
  // Some programs write the bracket that is seen, others the one that is meant.
  return unpairedBrackets(turned) <= unpairedBrackets(asTheyStand) ? turned : asTheyStand;
}

/** PDF.js gives the letters of a piece in reading order, and leaves brackets alone. */
export const shownOrder = (read: string, direction: Direction): string => reorder(read, direction, "as they stand");

/** The bidirectional algorithm goes the other way, so the line is reversed before its levels are found. */
function reorder(text: string, direction: Direction, brackets: "mirrored" | "as they stand"): string {
  if (direction === "ltr") return bidi.getReorderedString(text, bidi.getEmbeddingLevels(text, "ltr"));
  const characters = Array.from(text).reverse();
  const { levels } = bidi.getEmbeddingLevels(backwards(withNumbersOfNames(text)), "rtl");
  let read = "";
  let run = "";
  let at = 0;
  for (const character of characters) {
    const isLeftToRight = (levels[at] ?? 1) % 2 === 0;
    at += character.length;
    if (isLeftToRight) run = character + run;
    else {
      read += run + (brackets === "mirrored" ? (bidi.getMirroredCharacter(character) ?? character) : character);
      run = "";
    }
  }
  return read + run;
}

const backwards = (text: string): string =>
  Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character)
    .reverse()
    .join("");

/** 'mg 5' is '5 mg', and 'Royal Canin 27' must stay: digits after such names count as letters. */
const withNumbersOfNames = (shown: string): string =>
  shown
    .replace(/(?<=\p{sc=Latn}\S{0,80})[0-9]/gu, "a")
    .replace(/(?<=(?<!\p{sc=Latn})\p{sc=Latn}{4}[\p{sc=Latn} '’-]{0,80} )[0-9]/gu, "a");

function unpairedBrackets(text: string): number {
  let open = 0;
  let unpaired = 0;
  for (const [bracket] of text.matchAll(/[()[\]{}«»]/g)) {
    if ("([{«".includes(bracket)) open += 1;
    else if (open > 0) open -= 1;
    else unpaired += 1;
  }
  return open + unpaired;
}

import { holdsRightToLeft } from "./reading-order.ts";

const { fromCodePoint } = String;

/**
 * PDF.js turns a line from right to left around letter by letter, and with it the letters of a ligature ('لا'), which a font
 * gives in the order of reading: 'كلاب' would become 'كالب'. So it gets them turned around.
 * @returns what puts things back
 */
export function turnLigatures(): () => void {
  String.fromCodePoint = (...codes) => {
    const text = fromCodePoint(...codes);
    return codes.length > 1 && holdsRightToLeft(text) ? Array.from(text).reverse().join("") : text;
  };
  return () => {
    String.fromCodePoint = fromCodePoint;
  };
}

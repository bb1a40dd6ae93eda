import fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 } as const;

/**
 * Any character of Unicode, assigned or not. As fast-check's own `binary`, which builds a table of all of them first: a second
 * of work and 100 MB in each process.
 */
export const anyCharacter = fc
  .nat(0x10ffff - SURROGATES.count)
  .map((place) => String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count));

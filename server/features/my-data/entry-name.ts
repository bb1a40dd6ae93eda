const MAX_LENGTH = 60;

/**
 * A part of a path that every system can unpack, made from a name that a person chose: a number, then letters and digits of
 * any script. The number keeps equal names apart, and from being one that Windows reserves.
 */
export function entryName(number: number, given: string, fallback: string): string {
  const kept = given
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N} _-]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const name = [...kept].slice(0, MAX_LENGTH).join("").trim() || fallback;
  return `${padNumber(number, 2)}-${name}`;
}

/** A path as it was written here, whatever became of it on a computer that unpacked the archive and packed it again. */
export const plainPath = (path: string): string => path.replaceAll("\\", "/").normalize("NFC");

export const padNumber = (number: number, digits: number): string => String(number).padStart(digits, "0");

/** 'vet letter' of 'vet letter.pdf'. */
export const stemOf = (filename: string): string => filename.replace(/\.[^.]*$/, "");

const MAX_LENGTH = 60;

/**
 * A part of a path that every system can unpack: letters and digits of any script, and little else. What it is made from
 * was chosen by a person. Numbered, so that two alike stay apart and no name is one that Windows keeps for itself.
 */
export function entryName(number: number, given: string, fallback: string): string {
  const kept = given
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N} _-]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const name = [...kept].slice(0, MAX_LENGTH).join("").trim() || fallback;
  return `${numbered(number, 2)}-${name}`;
}

export const numbered = (number: number, digits: number): string => String(number).padStart(digits, "0");

/** 'vet letter' of 'vet letter.pdf'. */
export const stemOf = (filename: string): string => filename.replace(/\.[^.]*$/, "");

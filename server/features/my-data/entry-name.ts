const MAX_LENGTH = 60;

/** Every system can unpack such a path. The number keeps equal names apart, and clear of Windows' reserved ones. */
export function entryName(number: number, given: string, fallback: string): string {
  const kept = given
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N} _-]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const name = [...kept].slice(0, MAX_LENGTH).join("").trim() || fallback;
  return `${padNumber(number, 2)}-${name}`;
}

/** Whatever a computer that packed the archive again made of it. */
export const plainPath = (path: string): string => path.replaceAll("\\", "/").normalize("NFC");

export const padNumber = (number: number, digits: number): string => String(number).padStart(digits, "0");

/** 'vet letter' of 'vet letter.pdf'. */
export const stemOf = (filename: string): string => filename.replace(/\.[^.]*$/, "");

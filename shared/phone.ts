/**
 * Digits 0 to 9, hyphens and single spaces, in place of the characters of a phone's address book. The groups stay as
 * typed: without the country a number has no other form of its own.
 */
export const plainPhone = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)))
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .replaceAll(/\s+/gu, " ")
    .trim();

/** The digits of a script stand in a row from 0 to 9; before them there are none, or those of another script. */
function digitValue(digit: number): number {
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(digit - value - 1))) value++;
  return value % 10;
}

/** E.164 has at most 15; '00', and a '(0)' that is not dialed from abroad, come on top. */
const DIGITS = { min: 7, max: 18 };
const groups = /^(?!\+ ?0)\+? ?(?:\d|\(\+?\d{1,5}\))(?:[ ./-]{0,3}(?:\d|\(\d{1,5}\)))*$/;

/** National or international, with a plus, brackets, or neither. */
export function isPhone(plain: string): boolean {
  const digits = plain.replaceAll(/\D/g, "").length;
  return groups.test(plain) && digits >= DIGITS.min && digits <= DIGITS.max;
}

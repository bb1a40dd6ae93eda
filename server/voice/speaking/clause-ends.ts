const closers = "[\"'”’“»«)\\]]*";
/** A mark that whitespace follows, but not after an abbreviation ('e.g.,'); a dash of typewriters has whitespace on both sides. */
const spacedEnd = new RegExp(`(?:(?<![.．])[,;:،؛–—]${closers}|\\s-)\\s$`, "u");
/** Marks of scripts without spaces, and the dash that English sets without them. */
const unspacedEnd = /[，、；：—][」』”’》）]*$/u;
const begins = /[\p{L}\p{N}"'“„«»‘¿¡「『《]/u;
/** Marks that come in pairs; in some languages the one that opens is the one that closes in others. */
const pairs = [/["“”„]/gu, /[«»]/gu, /[「」]/gu, /[『』]/gu, /[()（）]/gu, /[[\]]/gu, /[《》]/gu];

/**
 * Whether a speaker may pause between the text and the next character: after a comma, a semicolon, a colon or a dash,
 * but neither inside a number or a list of them nor inside a quotation or brackets.
 */
export function endsClause(text: string, next: string): boolean {
  // The first test alone answers for nearly every character.
  if (/[\p{L}\p{N}]/u.test(text.at(-1) ?? "") || !(spacedEnd.test(text) || unspacedEnd.test(text))) return false;
  if (!begins.test(next) || (/\p{N}[^\p{L}\p{N}]*$/u.test(text) && /\p{N}/u.test(next))) return false;
  return pairs.every((pair) => (text.match(pair)?.length ?? 0) % 2 === 0);
}

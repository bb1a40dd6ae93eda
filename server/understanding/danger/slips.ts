/** A shorter word easily becomes another one when one letter changes: 'raising' and 'raisins'. */
const SHORTEST = 8;

/**
 * Whether the text contains one of the words with one typing mistake: a letter left out, added, changed or swapped. The
 * first letter must be right, and any ending may follow.
 */
export function holdsSlip(text: string, words: readonly string[]): boolean {
  const long = words.filter(({ length }) => length >= SHORTEST);
  if (long.length === 0) return false;
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).some(
    (typed) => typed.length >= SHORTEST - 1 && long.some((word) => beginsWithSlip(typed, word)),
  );
}

function beginsWithSlip(typed: string, word: string): boolean {
  if (typed[0] !== word[0]) return false;
  let at = 1;
  while (at < word.length && typed[at] === word[at]) at += 1;
  const rest = word.slice(at);
  if (rest === "") return true;
  const leftOut = typed.startsWith(rest.slice(1), at);
  const changed = typed.startsWith(rest.slice(1), at + 1);
  const added = typed.startsWith(rest, at + 1);
  const swapped = typed[at] === word[at + 1] && typed[at + 1] === word[at] && typed.startsWith(rest.slice(2), at + 2);
  return leftOut || changed || added || swapped;
}

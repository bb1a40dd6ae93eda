/**
 * Finds any of the words and phrases in a text in lower case. `*` at the end stands for any letters more. In languages with
 * spaces a phrase is found as whole words only, else anywhere.
 */
export function anyOf(
  phrases: readonly string[],
  { spaced, atStart = false }: { spaced: boolean; atStart?: boolean },
): RegExp {
  const longestFirst = [...phrases].sort((x, y) => y.length - x.length);
  const before = atStart ? "^[^\\p{L}\\p{N}]*" : spaced ? "(?<![\\p{L}\\p{M}\\p{N}])" : "";
  // The end of a word takes long to compile: phrases that follow each other have it in common.
  const found = runsOf(longestFirst, isOpen).map((run) => {
    const literals = run.map(literalOf).join("|");
    return !spaced || run.some(isOpen) ? literals : `(?:${literals})(?![\\p{L}\\p{M}\\p{N}])`;
  });
  return new RegExp(`${before}(?:${found.join("|")})`, "u");
}

const isOpen = (phrase: string): boolean => phrase.endsWith("*");

const literalOf = (phrase: string): string =>
  phrase
    .replace(/\*$/, "")
    .normalize("NFKC")
    .replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
    .replace(/ +/g, "\\s+");

/** The items in their order, those together that follow each other and are of one kind. */
function runsOf<Item>(items: readonly Item[], kindOf: (item: Item) => boolean): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && kindOf(last[0]) === kindOf(item)) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

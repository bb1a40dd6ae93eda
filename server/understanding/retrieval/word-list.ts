/** A trailing `*` stands for any more letters. Phrases match whole words, but for languages without spaces. */
export function anyOf(
  phrases: readonly string[],
  { spaced, atStart = false }: { spaced: boolean; atStart?: boolean },
): RegExp {
  const longestFirst = [...phrases].sort((x, y) => y.length - x.length);
  const before = atStart ? "^[^\\p{L}\\p{N}]*" : spaced ? "(?<![\\p{L}\\p{M}\\p{N}])" : "";
  // The end of a word compiles slowly, so neighboring phrases share it.
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

function runsOf<Item>(items: readonly Item[], kindOf: (item: Item) => boolean): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && kindOf(last[0]) === kindOf(item)) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

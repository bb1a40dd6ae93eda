/**
 * Finds any of the words and phrases in a text in lower case. `*` at the end stands for any letters more. In languages with
 * spaces a phrase is found as whole words only, else anywhere.
 */
export function anyOf(
  phrases: readonly string[],
  { spaced, atStart = false }: { spaced: boolean; atStart?: boolean },
): RegExp {
  const longestFirst = [...phrases].sort((x, y) => y.length - x.length);
  const found = longestFirst.map((phrase) => {
    const open = phrase.endsWith("*");
    const literal = (open ? phrase.slice(0, -1) : phrase)
      .normalize("NFKC")
      .replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
      .replace(/ +/g, "\\s+");
    return !spaced || open ? literal : `${literal}(?![\\p{L}\\p{M}\\p{N}])`;
  });
  const before = atStart ? "^[^\\p{L}\\p{N}]*" : spaced ? "(?<![\\p{L}\\p{M}\\p{N}])" : "";
  return new RegExp(`${before}(?:${found.join("|")})`, "u");
}

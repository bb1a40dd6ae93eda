/**
 * In letters, or in characters of a language without spaces. Longer beginnings need more memory (of six characters there would be
 * a hundred thousand in Chinese), shorter ones tell too few of the patterns apart that begin with 'want to'.
 */
const longest = { letters: 6, characters: 4 } as const;
/** More beginnings of one sequence need more memory than their longer letters are worth. */
const MOST = 300;
/** Stands for whatever may follow. */
const ANYTHING = "\0";

/**
 * What a text must begin with to match a pattern: "ate " and "eat " of `(ate|eat) it`. The pattern is written as
 * server/understanding/data/README.md says.
 * @param wholeWords whether it is in a language with spaces, where `…` begins with one
 */
export function beginningsOf(pattern: string, wholeWords: boolean): string[] {
  const most = wholeWords ? longest.letters : longest.characters;
  const gap = wholeWords ? " " : "";
  let at = 0;

  function choice(): Set<string> {
    const found = sequence();
    while (pattern[at] === "|") {
      at += 1;
      for (const beginning of sequence()) found.add(beginning);
    }
    return found;
  }

  function sequence(): Set<string> {
    let found = new Set([""]);
    while (at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")") {
      const next = part();
      if (pattern[at] === "?") {
        at += 1;
        next.add("");
      }
      found = joined(found, next, most);
    }
    return found;
  }

  function part(): Set<string> {
    const sign = pattern[at] ?? "";
    at += 1;
    if (sign === "*") return new Set([ANYTHING]);
    if (sign === "…") return new Set([gap + ANYTHING]);
    if (sign !== "(") return new Set([sign]);
    const inside = choice();
    at += 1;
    return inside;
  }

  return [...new Set([...choice()].map((beginning) => beginning.split(ANYTHING, 1)[0] ?? ""))];
}

function joined(firsts: ReadonlySet<string>, seconds: ReadonlySet<string>, most: number): Set<string> {
  const all = new Set<string>();
  for (const first of firsts) {
    if (first.length >= most || first.includes(ANYTHING)) all.add(first);
    else if (firsts.size > MOST) all.add(first + ANYTHING);
    else for (const second of seconds) all.add((first + second).slice(0, most));
  }
  return all;
}

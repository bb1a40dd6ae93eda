import { alsoReplaced, groupOf } from "./class-groups.ts";

type ClassName = string | boolean | null | undefined;

/** A page has a few hundred lists of classes, each of which is drawn again and again. */
const CACHED = 500;
const cache = new Map<string, string>();

/** Joins class names; of two that set the same property under the same conditions, the later one wins. */
export function cn(...classes: readonly ClassName[]): string {
  const all = classes.filter((one) => typeof one === "string").join(" ");
  const known = cache.get(all);
  if (known !== undefined) return known;
  if (cache.size >= CACHED) cache.clear();
  const merged = merge(all);
  cache.set(all, merged);
  return merged;
}

function merge(all: string): string {
  const replaced = new Set<string>();
  const kept = all
    .trim()
    .split(/\s+/)
    .reverse()
    .filter((name) => {
      const at = endOfConditions(name);
      const group = groupOf(name.slice(at));
      if (group === undefined) return true;
      const conditions = name.slice(0, at);
      if (replaced.has(conditions + group)) return false;
      for (const each of [group, ...alsoReplaced(group)]) replaced.add(conditions + each);
      return true;
    });
  return kept.reverse().join(" ");
}

/** Where `p-2` begins in `sm:[&>svg]:p-2`. */
function endOfConditions(name: string): number {
  let depth = 0;
  for (let at = name.length - 1; at > 0; at--) {
    const letter = name[at] ?? "";
    if ("])".includes(letter)) depth += 1;
    else if ("[(".includes(letter)) depth -= 1;
    else if (letter === ":" && depth === 0) return at + 1;
  }
  return 0;
}

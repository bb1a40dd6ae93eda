import { extendTailwindMerge } from "tailwind-merge";

/** It knows which classes set the same; those of tailwind.config.ts have to be named. */
const merge = extendTailwindMerge({
  extend: { theme: { radius: ["control", "card", "bubble"], shadow: ["card"], font: ["display"] } },
});

const known = new Map<string, string[]>();

/** Classes that set the same as another one of their element: which of them wins would be the stylesheet's order. */
export function clashingClasses(lists: Iterable<string>): string[] {
  return [...new Set(lists)].flatMap((list) => {
    const clashing = known.get(list) ?? clashingIn(list);
    known.set(list, clashing);
    return clashing;
  });
}

function clashingIn(list: string): string[] {
  const winners = new Set(merge(list).split(" "));
  return list.split(/\s+/).flatMap((name) => (winners.has(name) || name === "" ? [] : [`${name} in "${list}"`]));
}

export const classLists = (page: ParentNode): string[] =>
  [...page.querySelectorAll("[class]")].map((element) => element.getAttribute("class") ?? "");

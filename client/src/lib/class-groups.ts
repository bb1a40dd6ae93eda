/*
 * Which classes set the same property, for `cn`: of two such classes the later one wins. It has what the client uses, which
 * a test holds against the whole list of Tailwind's classes. A family that is missing here is kept twice.
 */

/** `p-4`, `-mt-1`, `min-h-11`: the word and any value behind it are one group. A longer word comes before its beginning. */
const families =
  "inset-x inset-y inset top right bottom left z m mx my mt mr mb ml p px py pt pr pb pl size w h min-w max-w min-h max-h " +
  "basis gap-x gap-y gap justify items self grid-cols col-span leading tracking opacity duration whitespace translate-x " +
  "translate-y scroll-mt object overflow-x overflow-y overflow overscroll outline-offset cursor accent fill line-clamp bg";

/** The first that fits. The group is its name, or else what its brackets hold. */
const groups: readonly (readonly [fits: RegExp, name?: string])[] = [
  [new RegExp(`^-?(${families.replaceAll(" ", "|")})-`)],
  [/^(grow|shrink|rounded-bl|rounded-br|rounded|transition|resize)(?:-|$)/],
  [/^(block|contents|grid|hidden|flex|inline(-(block|flex|grid))?)$/, "display"],
  [/^(static|absolute|fixed|relative|sticky)$/, "position"],
  [/^(in)?visible$/, "visibility"],
  [/^(not-)?sr-only$/, "screen-reader"],
  [/^flex-(row|col)/, "flex-direction"],
  [/^flex-(no)?wrap$/, "flex-wrap"],
  [/^flex-/, "flex"],
  [/^(border(?:-[trbl])?)(?:-\d+)?$/],
  [/^border-(collapse|separate)$/, "border-collapse"],
  [/^border-(solid|dashed|dotted|none)$/, "border-style"],
  [/^(border-[trbl]-)/],
  [/^(border-)/],
  [/^font-(normal|medium|semibold|bold|extrabold|black)$/, "font-weight"],
  [/^font-(display|sans|mono)$/, "font-family"],
  [/^text-(xs|sm|base|lg|\d?xl)$|^text-\[[\d.]/, "font-size"],
  [/^text-(left|center|right|start|end)$/, "text-align"],
  [/^text-(wrap|nowrap|balance|pretty)$/, "text-wrap"],
  [/^text-/, "text-color"],
  [/^break-(normal|words|all|keep)$/, "word-break"],
  [/^touch-(auto|none|manipulation)$/, "touch"],
  [/^(touch-pan-[xy])$/],
  [/^(\[[\w-]+:)/],
  [/^list-(none|disc|decimal)$/, "list-style"],
];

/** A class of the group also takes the place of earlier ones of these. */
const replaced: Readonly<Record<string, string>> = {
  inset: "inset-x inset-y top right bottom left",
  "inset-x": "right left",
  "inset-y": "top bottom",
  m: "mx my mt mr mb ml",
  mx: "mr ml",
  my: "mt mb",
  p: "px py pt pr pb pl",
  px: "pr pl",
  py: "pt pb",
  size: "w h",
  gap: "gap-x gap-y",
  flex: "basis grow shrink",
  overflow: "overflow-x overflow-y",
  "line-clamp": "display overflow",
  rounded: "rounded-bl rounded-br",
  "font-size": "leading",
  touch: "touch-pan-x touch-pan-y",
  "touch-pan-x": "touch",
  "touch-pan-y": "touch",
  border: "border-t border-r border-b border-l",
  "border-": "border-t- border-r- border-b- border-l-",
};

export function groupOf(name: string): string | undefined {
  for (const [fits, group] of groups) {
    const found = fits.exec(name);
    if (found !== null) return group ?? found[1];
  }
  return undefined;
}

export const alsoReplaced = (group: string): readonly string[] => replaced[group]?.split(" ") ?? [];

/*
 * Which classes set the same property, for `cn`: of two such classes the later one wins. The list that comes with
 * tailwind-merge has all of Tailwind and is 7 kB of gzip on every page; this one has what the client uses, which a test
 * holds against it. A family that is missing here is kept twice.
 */

const any = () => true;
const isNumber = (value: string) => /^\d+$/.test(value);
/** `[0.9em]` beside `sm`, and no color. */
const isLength = (value: string) => /^\[[\d.]/.test(value);

/** `p-4`, `min-h-11`: the word and any value behind it are one group. */
const families = [
  ...["inset", "inset-x", "inset-y", "top", "right", "bottom", "left", "z"],
  ...["m", "mx", "my", "mt", "mr", "mb", "ml", "p", "px", "py", "pt", "pr", "pb", "pl"],
  ...["size", "w", "h", "min-w", "max-w", "min-h", "max-h", "basis", "gap", "gap-x", "gap-y"],
  ...["justify", "items", "self", "grid-cols", "col-span", "leading", "tracking", "opacity", "duration", "whitespace"],
  ...["translate-x", "translate-y", "scroll-mt", "object", "overflow", "overflow-x", "overflow-y", "overscroll"],
  ...["outline-offset", "cursor", "accent", "fill", "line-clamp", "bg"],
];

/** Families of which the word alone is a class too. */
const familiesWithWord = ["grow", "shrink", "rounded", "rounded-bl", "rounded-br", "transition", "resize"];

const sizes = ["xs", "sm", "base", "lg", "xl", "2xl", "3xl", "4xl", "5xl", "6xl", "7xl"];
const weights = ["normal", "medium", "semibold", "bold", "extrabold", "black"];
const sides = ["t", "r", "b", "l"] as const;

export const classGroups = {
  ...Object.fromEntries(families.map((name) => [name, [{ [name]: [any] }]])),
  ...Object.fromEntries(familiesWithWord.map((name) => [name, [{ [name]: ["", any] }]])),
  ...Object.fromEntries(sides.map((side) => [`border-w-${side}`, [{ [`border-${side}`]: ["", isNumber] }]])),
  ...Object.fromEntries(sides.map((side) => [`border-color-${side}`, [{ [`border-${side}`]: [any] }]])),
  display: ["block", "contents", "flex", "grid", "hidden", "inline", "inline-block", "inline-flex", "inline-grid"],
  position: ["static", "absolute", "fixed", "relative", "sticky"],
  visibility: ["visible", "invisible"],
  "screen-reader": ["sr-only", "not-sr-only"],
  flex: [{ flex: [any] }],
  "flex-direction": [{ flex: ["row", "col", "row-reverse", "col-reverse"] }],
  "flex-wrap": [{ flex: ["wrap", "nowrap"] }],
  "border-width": [{ border: ["", isNumber] }],
  "border-collapse": [{ border: ["collapse", "separate"] }],
  "border-style": [{ border: ["solid", "dashed", "dotted", "none"] }],
  "border-color": [{ border: [any] }],
  "font-weight": [{ font: weights }],
  "font-family": [{ font: ["display", "sans", "mono"] }],
  "font-size": [{ text: [...sizes, isLength] }],
  "text-align": [{ text: ["left", "center", "right", "start", "end"] }],
  "text-wrap": [{ text: ["wrap", "nowrap", "balance", "pretty"] }],
  "text-color": [{ text: [any] }],
  "word-break": [{ break: ["normal", "words", "all", "keep"] }],
  touch: [{ touch: ["auto", "none", "manipulation"] }],
  "touch-x": [{ touch: ["pan-x"] }],
  "touch-y": [{ touch: ["pan-y"] }],
  "list-style": [{ list: ["none", "disc", "decimal"] }],
};

/** A class of the group also takes the place of earlier ones of these. */
export const conflictingClassGroups = {
  inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
  "inset-x": ["right", "left"],
  "inset-y": ["top", "bottom"],
  m: ["mx", "my", "mt", "mr", "mb", "ml"],
  mx: ["mr", "ml"],
  my: ["mt", "mb"],
  p: ["px", "py", "pt", "pr", "pb", "pl"],
  px: ["pr", "pl"],
  py: ["pt", "pb"],
  size: ["w", "h"],
  gap: ["gap-x", "gap-y"],
  flex: ["basis", "grow", "shrink"],
  overflow: ["overflow-x", "overflow-y"],
  "line-clamp": ["display", "overflow"],
  rounded: ["rounded-bl", "rounded-br"],
  "font-size": ["leading"],
  touch: ["touch-x", "touch-y"],
  "touch-x": ["touch"],
  "touch-y": ["touch"],
  "border-width": sides.map((side) => `border-w-${side}`),
  "border-color": sides.map((side) => `border-color-${side}`),
};

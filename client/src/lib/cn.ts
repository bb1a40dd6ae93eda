import { extendTailwindMerge } from "tailwind-merge";

/** Joins class names; of two that set the same property under the same conditions, the later one wins. */
export const cn = extendTailwindMerge({
  extend: { theme: { radius: ["control", "card", "bubble"], shadow: ["card"], font: ["display"] } },
});

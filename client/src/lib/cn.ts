import { extendTailwindMerge } from "tailwind-merge";

export const cn = extendTailwindMerge({
  extend: { theme: { radius: ["control", "card", "bubble"], shadow: ["card"], font: ["display"] } },
});

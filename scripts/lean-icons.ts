import type { Plugin } from "vite";

/** What every icon is, made of its lines: all that the client uses of the package's own way, which is thirty times as much. */
const lean = `
import { createElement } from "react";
const common = {
  ...{ xmlns: "http://www.w3.org/2000/svg", width: 24, height: 24, viewBox: "0 0 24 24", fill: "none" },
  ...{ stroke: "currentColor", strokeWidth: 2, strokeLinecap: "round", strokeLinejoin: "round", "aria-hidden": "true" },
};
export default (lines) => (props) =>
  createElement("svg", { ...common, ...props }, ...lines.map(([tag, attributes]) => createElement(tag, attributes)));
`;

/**
 * Leaves of each icon of lucide-react its lines in the browser's build: not its names, the random keys of its lines, and what
 * makes icons for other frameworks, which are a tenth of the code of the smallest screens. An icon takes what an `svg` does.
 */
export const leanIcons: Plugin = {
  name: "lean-icons",
  apply: "build",
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/(?:createLucideIcon|icons\/[\w-]+)\.mjs$/ },
    handler(code, id) {
      if (id.endsWith("/createLucideIcon.mjs")) return { code: lean, map: null };
      // Another name of an icon, and the list of all.
      if (!code.includes("createLucideIcon(")) return undefined;
      const [, lines] = /\n {2}node: (\[.*?\])(?:,\n {2}aliases: .*?)?\n\};/s.exec(code) ?? [];
      if (lines === undefined)
        this.error("This icon looks other than those that are known: see scripts/lean-icons.ts.");
      const bare = lines.replaceAll(/,\s*key: "\w+"/g, "");
      return {
        code: `import icon from "../createLucideIcon.mjs";\nexport default /* @__PURE__ */ icon(${bare});\n`,
        map: null,
        moduleSideEffects: false,
      };
    },
  },
};

import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { chunkGroups } from "./scripts/chunk-groups.ts";
import { leanContracts } from "./scripts/lean-contracts.ts";
import { translatedTexts } from "./scripts/translated-texts.ts";

const client = fileURLToPath(new URL("./client/", import.meta.url));

/** The fonts that every page begins with: asked for with the page, they are there before its text is, so that nothing moves. */
const firstFonts = /(nunito-sans-latin-wght|fraunces-latin-soft)-normal.*\.woff2$/;

const preloadFonts: Plugin = {
  name: "preload-fonts",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => firstFonts.test(file))
        .map((file) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${file}` },
          injectTo: "head",
        })),
  },
};

export default defineConfig({
  root: client,
  plugins: [translatedTexts, leanContracts, react(), tailwindcss(), preloadFonts],
  resolve: {
    alias: [
      { find: "@", replacement: `${client}src` },
      // wouter's way for a React that has no such hook of its own.
      { find: "use-sync-external-store/shim/index.js", replacement: "react" },
    ],
  },
  build: {
    outDir: "../dist/client",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    // A browser that does not know the link asks a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups, includeDependenciesRecursively: false } } },
  },
});

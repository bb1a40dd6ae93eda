import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Rolldown } from "vite";
import { z } from "zod";
import { type BuiltPage, builtPagesList, loadingPages } from "#shared/pages.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const rendered = z.object({ title: z.string(), content: z.string() });
const renderer = z.object({
  renderPage: z.custom<(page: BuiltPage) => Promise<unknown>>((value) => typeof value === "function"),
});

/**
 * Writes the pages with their content into `pages`, so that each is seen before any script runs. `client` is the built
 * client, `chunks` what it was built of.
 */
export async function buildPages(
  client: string,
  pages: string,
  chunks: readonly Rolldown.OutputChunk[],
): Promise<void> {
  const scratch = join(pages, "prerender");
  await build({
    configFile: join(root, "vite.config.ts"),
    logLevel: "warn",
    build: { ssr: join(root, "client/src/prerender.tsx"), outDir: scratch, emptyOutDir: true },
    ssr: { noExternal: true },
  });
  const { renderPage } = renderer.parse(await import(pathToFileURL(join(scratch, "prerender.js")).href));
  const index = readFileSync(join(client, "index.html"), "utf8");
  mkdirSync(pages, { recursive: true });
  for (const page of builtPagesList) {
    const { title, content } = rendered.parse(await renderPage(page));
    if (/<script/i.test(content)) throw new Error(`${page.file} needs an inline script, which would be refused.`);
    const head = preloads(chunks, page.chunks).filter((tag) => !index.includes(tag));
    const root = loadingPages.some(({ file }) => file === page.file)
      ? '<div id="root" data-loading>'
      : '<div id="root">';
    const html = put(index, '<div id="root"></div>', `${root}${content}</div>`);
    const titled = put(html, "<title>Pet {{product}}</title>", `<title>${title}</title>`);
    writeFileSync(join(pages, page.file), put(titled, "</head>", `${head.join("")}</head>`));
  }
  rmSync(scratch, { recursive: true });
  // Everything in the client's folder is served as it is, and this page still has to be filled in.
  rmSync(join(client, "index.html"));
}

function put(html: string, place: string, content: string): string {
  if (!html.includes(place)) throw new Error(`index.html has no ${place}.`);
  return html.replace(place, () => content);
}

/** The page's own code, with all that it imports, which would else be asked for only when what imports it was read. */
function preloads(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): string[] {
  const files = new Set<string>();
  const add = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    chunks.find(({ fileName }) => fileName === file)?.imports.forEach(add);
  };
  for (const module of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (chunk === undefined) throw new Error(`${module} has no chunk of its own.`);
    add(chunk.fileName);
  }
  return [...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
}

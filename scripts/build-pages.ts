import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { z } from "zod";
import { builtPagesList, loadingPages } from "#shared/pages.ts";
import { screenLanguages } from "#shared/screen-languages.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const rendered = z.array(z.object({ file: z.string(), title: z.string(), content: z.string() }));

/**
 * Writes the pages with their content into `pages`, so that each is seen before any script runs: English in the folder
 * itself, each other language in one of its own. `client` is the built client, `chunks` what it was built of.
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
  const index = readFileSync(join(client, "index.html"), "utf8");
  for (const language of Object.keys(screenLanguages)) {
    const folder = language === "en" ? pages : join(pages, language);
    mkdirSync(folder, { recursive: true });
    const catalog = language === "en" ? [] : [`/locales/${language}.po`];
    for (const { file, title, content } of renderPages(scratch, language)) {
      const modules = builtPagesList.find((page) => page.file === file)?.chunks ?? [];
      const isLoading = loadingPages.some((page) => page.file === file);
      const files = filesOf(chunks, ["/src/start.tsx", "/app/app.tsx", ...modules, ...catalog]);
      const head = files.filter((name) => !index.includes(name)).map(isLoading ? preload : preloadLater);
      const root = isLoading ? '<div id="root" data-loading>' : '<div id="root">';
      const html = put(index, '<div id="root"></div>', `${root}${content}</div>`);
      const titled = put(html, "<title>Pet {{product}}</title>", `<title>${title}</title>`);
      writeFileSync(join(folder, file), put(titled, "</head>", `${head.join("")}</head>`));
    }
  }
  rmSync(scratch, { recursive: true });
  // Everything in the client's folder is served as it is, and this page still has to be filled in.
  rmSync(join(client, "index.html"));
}

/** In a process of its own, because a page keeps the language that its modules were loaded in. */
function renderPages(scratch: string, language: string): z.infer<typeof rendered> {
  const written = execFileSync(process.execPath, [join(scratch, "prerender.js"), language], { encoding: "utf8" });
  const pages = rendered.parse(JSON.parse(written));
  const withScript = pages.find(({ content }) => /<script/i.test(content));
  if (withScript !== undefined) throw new Error(`${withScript.file} needs an inline script, which would be refused.`);
  return pages;
}

function put(html: string, place: string, content: string): string {
  if (!html.includes(place)) throw new Error(`index.html has no ${place}.`);
  return html.replace(place, () => content);
}

/** The page's own code, with all that it imports, which would else be asked for only when what imports it was read. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): string[] {
  const files = new Set<string>();
  const add = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    chunks.find(({ fileName }) => fileName === file)?.imports.forEach(add);
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (chunk === undefined) throw new Error(`${module} is in no file of the build.`);
    add(chunk.fileName);
  }
  return [...files];
}

const preload = (file: string): string => `<link rel="modulepreload" crossorigin href="/${file}">`;

/** For a page that is read first: client/src/main.tsx asks for these once it is painted. */
const preloadLater = (file: string): string => `<link data-later crossorigin href="/${file}">`;

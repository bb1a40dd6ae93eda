import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Rolldown } from "vite";
import { z } from "zod";

const root = fileURLToPath(new URL("../", import.meta.url));
const renderer = z.object({
  renderLanding: z.custom<(options: { withDemo: boolean }) => Promise<string>>((value) => typeof value === "function"),
});

/**
 * Writes the landing page with its content, once with a demo pet and once without, into `pages`. `client` is the built
 * client, `chunks` what it was built of.
 */
export async function buildLanding(
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
  const { renderLanding } = renderer.parse(await import(pathToFileURL(join(scratch, "prerender.js")).href));
  const index = readFileSync(join(client, "index.html"), "utf8");
  const head = preloads(chunks).filter((tag) => !index.includes(tag));
  mkdirSync(pages, { recursive: true });
  for (const withDemo of [true, false]) {
    const content = await renderLanding({ withDemo });
    if (/<script/i.test(content)) throw new Error("The landing page needs an inline script, which would be refused.");
    const filled = index.replace('<div id="root"></div>', () => `<div id="root">${content}</div>`);
    if (filled === index) throw new Error("index.html has no place for the landing page.");
    writeFileSync(
      join(pages, withDemo ? "landing.html" : "landing-without-demo.html"),
      filled.replace("</head>", `${head.join("")}</head>`),
    );
  }
  rmSync(scratch, { recursive: true });
}

/** The landing page's own code, which would else be asked for only when the first script has run. */
function preloads(chunks: readonly Rolldown.OutputChunk[]): string[] {
  const landing = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/landing/landing-page.tsx"));
  if (landing === undefined) throw new Error("The landing page has no chunk of its own.");
  return [landing.fileName, ...landing.imports].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
}

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { LRUCache } from "lru-cache";
import sirv from "sirv";
import type { ViteDevServer } from "vite";
import { OperatorError } from "#shared/operator-error.ts";
import { accountPages, type BuiltPage, landingPages, loadingPages, pagePaths } from "#shared/pages.ts";
import { isScreenLanguage, type ScreenLanguage, screenLanguages } from "#shared/screen-languages.ts";
import { escapeHtml } from "./escape-html.ts";

const distFolder = fileURLToPath(new URL("../../../", import.meta.url));

export interface PageFacts {
  productName: string;
  offeredPet(): Promise<{ name: string; language: string; species: string | null; picture: string | null } | null>;
}

export async function builtPages(facts: PageFacts, dist = distFolder): Promise<RequestHandler> {
  const folder = `${dist}client/`;
  const pages = `${dist}pages/`;
  const offlinePage = `${pages}offline.html`;
  if (!existsSync(offlinePage))
    throw new OperatorError("The client is not built yet: run `npm run build` first, or start with `npm run dev`.");
  const languages = new Map<string, ReadPage>();
  for (const language of Object.keys(screenLanguages))
    languages.set(language, await pagesIn(language === "en" ? pages : `${pages}${language}/`));
  const offline = fillIn(await readFile(offlinePage, "utf8"), { product: facts.productName });
  const router = Router();
  router.get("/offline.html", (request, response) => sendPage(request, response, 200, offline));
  router.get("/index.html", (_request, response) => response.redirect("/"));
  router.use(
    sirv(folder, {
      brotli: true,
      gzip: true,
      etag: true,
      extensions: [],
      ignores: false,
      setHeaders: (response, path) => {
        response.setHeader(
          "Cache-Control",
          path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
        );
        // Without a listener a file that was removed since the start would end the process.
        response.once("pipe", (file: Readable) => file.once("error", () => response.destroy()));
      },
    }),
  );
  return servePages(router, facts, async (path, pet, language) => languages.get(language)?.(path, pet, language) ?? "");
}

/** The built pages of a language. */
async function pagesIn(folder: string): Promise<ReadPage> {
  const read = ({ file }: BuiltPage) => readFile(`${folder}${file}`, "utf8");
  const landing = await read(landingPages.withDemo);
  const plainLanding = await read(landingPages.withoutDemo);
  const loading = await Promise.all(loadingPages.map(async (page) => ({ ...page, html: await read(page) })));
  const forAccounts = new Map<string, string>();
  for (const page of accountPages) forAccounts.set(page.path, await read(page));
  return async (path, pet) => {
    if (path === "/") return pet === null ? plainLanding : landing;
    return forAccounts.get(path) ?? loading.find(({ begins }) => path.startsWith(begins))?.html ?? plainLanding;
  };
}

const root = fileURLToPath(new URL("../../../", import.meta.url));

export async function startVite(server: Server): Promise<ViteDevServer> {
  const { createServer } = await import("vite");
  return createServer({
    configFile: `${root}vite.config.ts`,
    appType: "custom",
    server: {
      middlewareMode: true,
      hmr: { server },
      // Keeps the data folder and the server's sources from being read.
      fs: { allow: [`${root}client`, `${root}shared`, `${root}node_modules`] },
      warmup: { clientFiles: ["./src/main.tsx"] },
    },
  });
}

export function developmentPages(facts: PageFacts, vite: ViteDevServer): RequestHandler {
  const router = Router();
  router.use(vite.middlewares);
  return servePages(router, facts, async (path) =>
    vite.transformIndexHtml(path, await readFile(`${root}client/index.html`, "utf8")),
  );
}

type ReadPage = (path: string, pet: { name: string } | null, language: ScreenLanguage) => Promise<string>;

function servePages(router: Router, facts: PageFacts, page: ReadPage): RequestHandler {
  const manifest = JSON.stringify(webManifest(facts.productName));
  const answer = async (request: Request, response: Response, status: number) => {
    const pet = await facts.offeredPet();
    const language = pageLanguage(request);
    const values = {
      language,
      product: facts.productName,
      theme: chosenTheme(request),
      "demo-pet": pet?.name ?? "",
      "demo-language": pet?.language ?? "",
      "demo-species": pet?.species ?? "",
      "demo-picture": pet?.picture ?? "",
    };
    const html = inLanguage(language, await page(request.path, pet, language));
    await sendPage(request, response, status, fillIn(html, values));
  };
  // Before sirv and Vite, which would serve these without the product's name.
  const first = Router();
  first.get([...pagePaths], (request, response) => answer(request, response, 200));
  first.get("/manifest.webmanifest", (_request, response) => {
    response.set("Cache-Control", "no-cache").type("application/manifest+json").send(manifest);
  });
  first.use(router);
  // Also for an address that can't be decoded.
  first.use((request, response) => answer(request, response, 404));
  return first;
}

/** From client/src/lib/theme.ts, so that the page never begins in the other theme. */
export const chosenTheme = (request: Pick<Request, "headers">): string =>
  /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(request.headers.cookie ?? "")?.[1] ?? "";

/** What was chosen (client/src/lib/i18n.tsx), else what the browser asks for, else English. */
export function pageLanguage(request: Pick<Request, "headers" | "acceptsLanguages">): ScreenLanguage {
  const [, chosen = ""] = /(?:^|;\s*)language=(\w+)(?:;|$)/.exec(request.headers.cookie ?? "") ?? [];
  if (isScreenLanguage(chosen)) return chosen;
  const asked = request.acceptsLanguages(Object.keys(screenLanguages));
  return asked !== false && isScreenLanguage(asked) ? asked : "en";
}

const inLanguage = (language: ScreenLanguage, html: string): string =>
  html.replace('<html lang="en"', `<html lang="${language}" dir="${screenLanguages[language].dir}"`);

async function sendPage(request: Request, response: Response, status: number, html: string): Promise<void> {
  response
    .status(status)
    .set("Cache-Control", "no-cache")
    .vary("Accept-Encoding, Accept-Language, Cookie")
    .type("html");
  const encoding = (["br", "gzip"] as const).find((one) => request.acceptsEncodings(one) === one);
  if (encoding === undefined) {
    response.send(html);
    return;
  }
  const bytes = await compressed(encoding, html);
  response.set("Content-Encoding", encoding).send(bytes);
}

const fillIn = (html: string, values: Record<string, string>): string =>
  html.replaceAll(/\{\{([\w-]+)\}\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : escapeHtml(value);
  });

const codecs = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof codecs;
type Compress = (html: string) => Promise<Buffer>;

const PAGES_KEPT = 30;

/** Compresses a page once; one that failed is tried again. */
export function compressedPages(compress: Record<Encoding, Compress> = codecs) {
  const pages = new LRUCache<string, Promise<Buffer>>({ max: PAGES_KEPT });
  return (encoding: Encoding, html: string): Promise<Buffer> => {
    const key = `${encoding} ${html}`;
    const cached = pages.get(key);
    if (cached !== undefined) return cached;
    const bytes = compress[encoding](html);
    pages.set(key, bytes);
    bytes.catch(() => pages.delete(key));
    return bytes;
  };
}

const compressed = compressedPages();

function webManifest(productName: string) {
  const name = `Pet ${productName}`;
  return {
    id: "/app",
    name,
    short_name: name,
    description: "Make an agent that speaks as your pet, chat with it by text or voice, and hear it answer.",
    lang: "en",
    dir: "ltr",
    start_url: "/app",
    scope: "/",
    display: "standalone",
    // A manifest has one color for both themes: the light one.
    background_color: "#fbf5ea",
    theme_color: "#fbf5ea",
    categories: ["lifestyle", "entertainment"],
    icons: [
      { src: "/favicon.svg", type: "image/svg+xml", sizes: "any", purpose: "any" },
      { src: "/icons/icon-192.png", type: "image/png", sizes: "192x192", purpose: "any" },
      { src: "/icons/icon-512.png", type: "image/png", sizes: "512x512", purpose: "any" },
      { src: "/icons/maskable-192.png", type: "image/png", sizes: "192x192", purpose: "maskable" },
      { src: "/icons/maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Chat", url: "/app?tab=chat" },
      { name: "Chat History", url: "/app?tab=reporting" },
      { name: "Settings", url: "/app?tab=setup" },
    ],
  };
}

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { type Request, type RequestHandler, type Response, Router } from "express";
import sirv from "sirv";
import type { ViteDevServer } from "vite";
import { OperatorError } from "#shared/operator-error.ts";
import { accountPages, type BuiltPage, landingPages, loadingPages, pagePaths } from "#shared/pages.ts";
import { compressedPages } from "./compressed-pages.ts";
import { webManifest } from "./manifest.ts";

const distFolder = fileURLToPath(new URL("../../../", import.meta.url));

/** What is filled into each page when it is served. */
export interface PageFacts {
  productName: string;
  /** The pet that visitors may try now. */
  offeredPet(): Promise<{ name: string; language: string; species: string | null; picture: string | null } | null>;
}

/** Serves the built client: files are compressed at build time, and those with a hash in their name are cached for good. */
export async function builtPages(facts: PageFacts, dist = distFolder): Promise<RequestHandler> {
  const folder = `${dist}client/`;
  const pages = `${dist}pages/`;
  const offlinePage = `${pages}offline.html`;
  if (!existsSync(offlinePage))
    throw new OperatorError("The client is not built yet: run `npm run build` first, or start with `npm run dev`.");
  const read = ({ file }: BuiltPage) => readFile(`${pages}${file}`, "utf8");
  const landing = await read(landingPages.withDemo);
  const plainLanding = await read(landingPages.withoutDemo);
  const loading = await Promise.all(loadingPages.map(async (page) => ({ ...page, html: await read(page) })));
  const forAccounts = new Map<string, string>();
  for (const page of accountPages) forAccounts.set(page.path, await read(page));
  const offline = filled(await readFile(offlinePage, "utf8"), { product: facts.productName });
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
        // A file that was taken away since the start ends this answer; nobody listening, its error would end the process.
        response.once("pipe", (file: Readable) => file.once("error", () => response.destroy()));
      },
    }),
  );
  return servePages(router, facts, async (path, pet) => {
    if (path === "/") return pet === null ? plainLanding : landing;
    return forAccounts.get(path) ?? loading.find(({ begins }) => path.startsWith(begins))?.html ?? plainLanding;
  });
}

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Vite inside this process, with hot updates over the same port. It begins with what the first page needs. */
export async function startVite(server: Server): Promise<ViteDevServer> {
  const { createServer } = await import("vite");
  return createServer({
    configFile: `${root}vite.config.ts`,
    appType: "custom",
    server: {
      middlewareMode: true,
      hmr: { server },
      // Only what the client is made of, so that nobody can read the data folder and the server's sources.
      fs: { allow: [`${root}client`, `${root}shared`, `${root}node_modules`] },
      warmup: { clientFiles: ["./src/main.tsx"] },
    },
  });
}

/** Serves the client from its sources. */
export function developmentPages(facts: PageFacts, vite: ViteDevServer): RequestHandler {
  const router = Router();
  router.use(vite.middlewares);
  return servePages(router, facts, async (path) =>
    vite.transformIndexHtml(path, await readFile(`${root}client/index.html`, "utf8")),
  );
}

type ReadPage = (path: string, pet: { name: string } | null) => Promise<string>;

function servePages(router: Router, facts: PageFacts, page: ReadPage): RequestHandler {
  const manifest = JSON.stringify(webManifest(facts.productName));
  const answer = async (request: Request, response: Response, status: number) => {
    const pet = await facts.offeredPet();
    const values = {
      product: facts.productName,
      theme: chosenTheme(request),
      "demo-pet": pet?.name ?? "",
      "demo-language": pet?.language ?? "",
      "demo-species": pet?.species ?? "",
      "demo-picture": pet?.picture ?? "",
    };
    await sendPage(request, response, status, filled(await page(request.path, pet), values));
  };
  // Before sirv and Vite, which would serve these files without the product's name in them.
  const first = Router();
  first.get([...pagePaths], (request, response) => answer(request, response, 200));
  first.get("/manifest.webmanifest", (_request, response) => {
    response.set("Cache-Control", "no-cache").type("application/manifest+json").send(manifest);
  });
  first.use(router);
  // For any address, also one that can't be decoded. Whatever is no GET has been refused before.
  first.use((request, response) => answer(request, response, 404));
  return first;
}

/** What the person chose on this device (client/src/lib/theme.ts), so that the page never begins in the other theme. */
const chosenTheme = (request: Request): string =>
  /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(request.headers.cookie ?? "")?.[1] ?? "";

const compressed = compressedPages();

async function sendPage(request: Request, response: Response, status: number, html: string): Promise<void> {
  response.status(status).set("Cache-Control", "no-cache").vary("Accept-Encoding").type("html");
  const encoding = (["br", "gzip"] as const).find((one) => request.acceptsEncodings(one) === one);
  if (encoding === undefined) {
    response.send(html);
    return;
  }
  const bytes = await compressed(encoding, html);
  response.set("Content-Encoding", encoding).send(bytes);
}

/** Puts each value where its name stands in double braces; a name in a value stays as it is. */
const filled = (html: string, values: Record<string, string>): string =>
  html.replaceAll(/\{\{([\w-]+)\}\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : escaped(value);
  });

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
